import { isUtf8 } from "node:buffer";

export type Encoding = "utf-8" | "windows-1252";

export interface CsvShape {
  delimiter: string;
  encoding: Encoding;
}

export interface CsvRow {
  cells: string[];
  /** Bytes of the file that could not be read in its encoding. */
  isGarbled: boolean;
}

interface CsvSlice {
  rows: CsvRow[];
  /** How many bytes the rows took; the next slice begins there. */
  used: number;
  /** The slice ends inside a quoted cell. */
  isInQuotes: boolean;
}

const [QUOTE, CR, LF] = [0x22, 0x0d, 0x0a];
const windows1252 = new TextDecoder("windows-1252");

/**
 * Reads the whole rows in a slice of a CSV file (RFC 4180), at max `max`. A slice begins where a row does; a row that the
 * slice cuts off is left for the next one, unless the file ends here. Works on bytes, so that a position in the file is a number.
 */
export function readCsv(bytes: Buffer, { delimiter, encoding }: CsvShape, max: number, isLast: boolean): CsvSlice {
  const comma = delimiter.charCodeAt(0);
  const isClean = encoding !== "utf-8" || isUtf8(bytes.subarray(0, endOfText(bytes)));
  const decode = (from: number, to: number) =>
    encoding === "utf-8" ? bytes.toString("utf8", from, to) : windows1252.decode(bytes.subarray(from, to));
  const rows: CsvRow[] = [];
  let at = 0;
  while (rows.length < max && at < bytes.length) {
    const start = at;
    const cells: string[] = [];
    for (;;) {
      let cell = "";
      if (bytes[at] === QUOTE) {
        let from = ++at;
        for (;;) {
          const quote = bytes.indexOf(QUOTE, at);
          if (quote < 0) return { rows, used: start, isInQuotes: true };
          cell += decode(from, quote);
          at = quote + 1;
          if (bytes[at] !== QUOTE) break;
          // A doubled quote stands for one: the second begins the next piece of text.
          from = at++;
        }
        // The closing quote is the last byte of the slice: it may be the first of a doubled quote.
        if (at === bytes.length && !isLast) return { rows, used: start, isInQuotes: false };
      }
      const from = at;
      let byte = bytes[at];
      while (at < bytes.length && byte !== comma && byte !== LF && byte !== CR) byte = bytes[++at];
      if (at > from) cell += decode(from, at);
      cells.push(cell);
      if (byte !== comma || at >= bytes.length) break;
      at++;
    }
    if (!isLast && (at >= bytes.length || (bytes[at] === CR && at + 1 === bytes.length))) return { rows, used: start, isInQuotes: false };
    at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
    rows.push({ cells, isGarbled: !isClean && !isUtf8(bytes.subarray(start, Math.min(at, bytes.length))) });
  }
  return { rows, used: Math.min(at, bytes.length), isInQuotes: false };
}

/** The encodings that fit a piece of text. A character that is cut at the edges of the piece is ignored. */
export function alphabetOf(bytes: Buffer): "ascii" | "utf-8" | "other" {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  const body = bytes.subarray(start, endOfText(bytes));
  if (!isUtf8(body)) {
    // UTF-8 that is damaged in places still has at least as many valid characters as invalid ones; other encodings rarely have any.
    const text = body.toString("utf8");
    const bad = text.split("\uFFFD").length - 1;
    return (text.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0) >= bad ? "utf-8" : "other";
  }
  return start === 0 && body.length === bytes.length && body.every((byte) => byte < 0x80) ? "ascii" : "utf-8";
}

/** Where the last whole UTF-8 character ends. */
function endOfText(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The delimiter that splits the first rows into equally many cells, and into the most cells. */
export function guessDelimiter(bytes: Buffer, encoding: Encoding): string {
  const scored = [",", ";", "\t", "|"].map((delimiter) => {
    const { rows } = readCsv(bytes, { delimiter, encoding }, 30, true);
    const widths = rows.filter(({ cells }) => cells.some((cell) => cell !== "")).map(({ cells }) => cells.length);
    const width = widths[0] ?? 1;
    const alike = widths.filter((one) => one === width).length / Math.max(widths.length, 1);
    return { delimiter, score: width > 1 ? width * alike ** 2 : 0 };
  });
  return scored.sort((a, b) => b.score - a.score)[0]?.delimiter ?? ",";
}

// What a spreadsheet would run as a formula: an operator, also after blanks or in full width, or a control character.
const FORMULA = /^'*(?:[=+\-@\t\r\n\0＝＋－＠]|\s+[=＝])/;

/** Makes a cell harmless in a spreadsheet: an apostrophe keeps it text. `unguard` removes exactly that one. */
export const guard = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);
export const unguard = (cell: string) => (cell.charCodeAt(0) === 0x27 && FORMULA.test(cell) ? cell.slice(1) : cell);

/** At the beginning of a file: without it Excel reads it in a local encoding, not UTF-8. */
export const BOM = "\uFEFF";

/** One line of a CSV file. Quotes cells where needed. The caller guards them: it knows what they hold. */
export const csvLine = (cells: string[]) =>
  `${cells.map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r\n`;
