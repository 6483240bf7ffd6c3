import type { FoundRow } from "./found-row.ts";

const [QUOTE, CR, LF] = [0x22, 0x0d, 0x0a];

/**
 * The whole rows in some bytes of a CSV file (RFC 4180). A row that the bytes cut off is left for the next ones, unless the file ends here.
 * It works on bytes, so that a place in the file is a number.
 */
export function readCsvRows(bytes: Buffer, delimiter: string, isLast: boolean): { rows: FoundRow[]; used: number } {
  const comma = delimiter.charCodeAt(0);
  const rows: FoundRow[] = [];
  let at = 0;
  while (at < bytes.length) {
    const row = readRow(bytes, at, comma);
    // A byte after the end must be there: the last quote may be the first of two, and a CR be followed by LF.
    if (!isLast && row.end >= bytes.length) break;
    rows.push({ cells: row.cells, end: row.end, lines: linesIn(bytes, at, row.end) });
    at = row.end;
  }
  return { rows, used: at };
}

function readRow(bytes: Buffer, start: number, comma: number): { cells: string[]; end: number } {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    let cell = "";
    if (bytes[at] === QUOTE) {
      const quoted = readQuoted(bytes, at + 1);
      cell = quoted.text;
      at = quoted.end;
    }
    const from = at;
    while (at < bytes.length && bytes[at] !== comma && bytes[at] !== LF && bytes[at] !== CR) at++;
    cells.push(cell + bytes.toString("utf8", from, at));
    if (bytes[at] !== comma) break;
    at++;
  }
  if (at >= bytes.length) return { cells, end: bytes.length };
  return { cells, end: at + (bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1) };
}

/** A doubled quote stands for one. A quote that is never closed takes the rest. */
function readQuoted(bytes: Buffer, start: number): { text: string; end: number } {
  let text = "";
  let from = start;
  for (;;) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote < 0) return { text: text + bytes.toString("utf8", from), end: bytes.length };
    text += bytes.toString("utf8", from, quote);
    if (bytes[quote + 1] !== QUOTE) return { text, end: quote + 1 };
    text += '"';
    from = quote + 2;
  }
}

function linesIn(bytes: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(LF, from); at >= 0 && at < to; at = bytes.indexOf(LF, at + 1)) lines++;
  return Math.max(1, lines);
}
