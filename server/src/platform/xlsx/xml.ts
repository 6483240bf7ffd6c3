import { TextDecoder } from "node:util";
import { damaged, badWorkbook } from "./zip.ts";

/** What a reader of XML is told, in the order of the file. Names come without their prefix. */
export interface XmlHandler {
  open(name: string, attributes: Map<string, string>): void;
  text(text: string): void;
  close(name: string): void;
}

// A cell holds 32,767 characters, each at most 10 as an entity.
const MAX_TOKEN = 524_288;
const MAX_TAG = 16_384;

/**
 * Reads XML as it arrives. It knows what workbooks use and nothing more: a document type is refused, so there are no entities but
 * the five of XML and character numbers, and nothing outside the file is ever read. Linear in the length of the file.
 */
export function createXmlReader(handler: XmlHandler) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let looked = 0; // how far `rest` was searched for the end of its first token
  return {
    write(chunk: Buffer): void {
      rest += decode(decoder, chunk);
      let at = 0;
      for (;;) {
        const end = readToken(rest, at, Math.max(looked, at), handler);
        looked = 0;
        if (end < 0) break;
        at = end;
      }
      rest = rest.slice(at);
      // The end of a token can itself be cut in two.
      looked = Math.max(rest.length - 2, 0);
      if (rest.length > MAX_TOKEN) throw damaged();
    },
    end(): void {
      if (rest.trim() !== "") throw damaged();
    },
  };
}

/** Reads a whole part of a workbook. */
export async function readXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const reader = createXmlReader(handler);
  for await (const chunk of chunks) reader.write(chunk);
  reader.end();
}

function decode(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw damaged();
  }
}

/** Reads one token at `at`. Returns where the next begins, or -1 if the token is not complete yet. */
function readToken(xml: string, at: number, searchFrom: number, handler: XmlHandler): number {
  if (at >= xml.length) return -1;
  if (xml[at] !== "<") {
    const end = xml.indexOf("<", searchFrom);
    if (end < 0) return -1;
    handler.text(unescapeXml(xml.slice(at, end)));
    return end;
  }
  if (xml.startsWith("<?", at)) return after(xml, "?>", searchFrom);
  if (xml.startsWith("<!--", at)) return after(xml, "-->", Math.max(searchFrom, at + 4));
  if (xml.startsWith("<![CDATA[", at)) {
    const end = after(xml, "]]>", Math.max(searchFrom, at + 9));
    if (end >= 0) handler.text(xml.slice(at + 9, end - 3));
    return end;
  }
  if (xml[at + 1] === "!") {
    if (xml.length - at < 9) return -1; // may become a comment or CDATA
    throw badWorkbook("The workbook has parts that spreadsheets do not write. Save it again in a spreadsheet program.");
  }
  return readTag(xml, at, handler);
}

function after(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}

const isBlank = (character: string | undefined) => character === " " || character === "\n" || character === "\r" || character === "\t";
const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function readTag(xml: string, at: number, handler: XmlHandler): number {
  const end = endOfTag(xml, at);
  if (end < 0) {
    if (xml.length - at > MAX_TAG) throw damaged();
    return -1;
  }
  if (xml[at + 1] === "/") {
    handler.close(localName(xml.slice(at + 2, end).trim()));
    return end + 1;
  }
  const isClosed = xml[end - 1] === "/";
  const stop = isClosed ? end - 1 : end;
  let from = at + 1;
  while (from < stop && !isBlank(xml[from])) from++;
  const name = localName(xml.slice(at + 1, from));
  handler.open(name, attributesIn(xml, from, stop));
  if (isClosed) handler.close(name);
  return end + 1;
}

/** A ">" may also be part of an attribute. */
function endOfTag(xml: string, at: number): number {
  let quote = "";
  for (let i = at; i < xml.length; i++) {
    const character = xml[i] ?? "";
    if (quote) quote = character === quote ? "" : quote;
    else if (character === ">") return i;
    else if (character === '"' || character === "'") quote = character;
  }
  return -1;
}

function attributesIn(xml: string, start: number, stop: number): Map<string, string> {
  const attributes = new Map<string, string>();
  for (let at = start; ;) {
    while (at < stop && isBlank(xml[at])) at++;
    const equals = xml.indexOf("=", at);
    if (at >= stop || equals < 0 || equals >= stop) return attributes;
    let from = equals + 1;
    while (from < stop && isBlank(xml[from])) from++;
    const quote = xml[from];
    const end = quote === '"' || quote === "'" ? xml.indexOf(quote, from + 1) : -1;
    if (end < 0 || end >= stop) throw damaged();
    attributes.set(localName(xml.slice(at, equals).trim()), unescapeXml(xml.slice(from + 1, end)));
    at = end + 1;
  }
}

const NAMED = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

function unescapeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&([^;&]{1,10});/g, (whole, name: string) => {
    if (!name.startsWith("#")) return NAMED.get(name) ?? whole;
    const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
  });
}
