import { ANY_TYPE } from "./clean-name.ts";
import { readsAsText } from "./reads-as-text.ts";
import { insideOldOffice, insideZip, mp4Type, riffType } from "./containers.ts";

// What a file is, found from its first bytes. A name and a header say what somebody calls it; only the bytes say what a program will read.

/** As many as are looked at: one chunk. */
export const HEAD_BYTES = 262_144;
/** As far as a page or a drawing is looked for. */
const MARKUP_BYTES = 4_096;

/** The first bytes of each type, at their place. Of those that hold others, such as ZIP, `within` looks inside. */
const SIGNS: readonly { at?: number; sign: string | readonly number[]; type: string; within?: (head: Buffer) => string | undefined }[] = [
  { sign: "%PDF-", type: "application/pdf" },
  { sign: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], type: "image/png" },
  { sign: [0xff, 0xd8, 0xff], type: "image/jpeg" },
  { sign: "GIF87a", type: "image/gif" },
  { sign: "GIF89a", type: "image/gif" },
  { sign: "RIFF", type: ANY_TYPE, within: riffType },
  { sign: "BM", at: 0, type: ANY_TYPE, within: (head) => (head.length > 26 && head.readUInt32LE(6) === 0 ? "image/bmp" : undefined) },
  { sign: [0x49, 0x49, 0x2a, 0x00], type: "image/tiff" },
  { sign: [0x4d, 0x4d, 0x00, 0x2a], type: "image/tiff" },
  { at: 4, sign: "ftyp", type: "video/mp4", within: mp4Type },
  { sign: [0x50, 0x4b, 0x03, 0x04], type: "application/zip", within: insideZip },
  { sign: [0x50, 0x4b, 0x05, 0x06], type: "application/zip" }, // an empty one
  { sign: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], type: "application/x-ole-storage", within: insideOldOffice },
  { sign: "{\\rtf", type: "application/rtf" },
  { sign: [0x1f, 0x8b], type: "application/gzip" },
  { sign: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], type: "application/x-7z-compressed" },
  { sign: "Rar!\x1a\x07", type: "application/vnd.rar" },
  { sign: "ID3", type: "audio/mpeg" },
  { sign: [0xff, 0xfb], type: "audio/mpeg" },
  { sign: [0xff, 0xf3], type: "audio/mpeg" },
  { sign: "OggS", type: "audio/ogg" },
  { sign: [0x1a, 0x45, 0xdf, 0xa3], type: "video/webm" },
  { sign: "MZ", type: ANY_TYPE, within: (head) => (isWindowsProgram(head) ? "application/x-msdownload" : undefined) },
  { sign: [0x7f, 0x45, 0x4c, 0x46], type: "application/x-executable" },
];

/** A type by content. Bytes of no known type that read as text are text; any others are any bytes. */
export function typeOfBytes(head: Buffer): string {
  for (const { at = 0, sign, type, within } of SIGNS) {
    if (!isAt(head, at, sign)) continue;
    const found = within?.(head) ?? type;
    if (found !== ANY_TYPE) return found;
  }
  return readsAsText(head) ? markupIn(head) : ANY_TYPE;
}

const isAt = (head: Buffer, at: number, sign: string | readonly number[]) => {
  const wanted = typeof sign === "string" ? Buffer.from(sign, "latin1") : Buffer.from(sign);
  return head.subarray(at, at + wanted.length).equals(wanted);
};

/** "MZ" can begin a text, too. A program has its second header where the first one says. */
const isWindowsProgram = (head: Buffer) => head.length > 64 && isAt(head, head.readUInt32LE(60), "PE\0\0");

/** A text that a browser would run, or the plain kind. */
function markupIn(head: Buffer): string {
  const text = head.subarray(0, MARKUP_BYTES).toString("latin1").replace(/^ï»¿/, "").trimStart();
  if (/^<(?:!doctype html|html|head|body|script)[\s>]/i.test(text)) return "text/html";
  if (/^<svg[\s>]/i.test(withoutPreamble(text))) return "image/svg+xml";
  return text.startsWith("<?xml") ? "application/xml" : "text/plain";
}

/** What may stand before a drawing: each from its beginning to its next end. */
const PREAMBLE = [
  ["<?xml", "?>"],
  ["<!doctype svg", ">"],
  ["<!--", "-->"],
] as const;

/**
 * The text behind what may stand before a drawing. Step by step: a pattern that repeats something of any length tries every way to divide a
 * text, and thirty comments would hold the node for half a minute.
 */
function withoutPreamble(text: string): string {
  let rest = text;
  for (;;) {
    const found = PREAMBLE.find(([begin]) => rest.slice(0, begin.length).toLowerCase() === begin);
    const end = found ? rest.indexOf(found[1], found[0].length) : -1;
    if (!found || end < 0) return rest;
    rest = rest.slice(end + found[1].length).trimStart();
  }
}
