// What a spreadsheet would run as a formula: an operator, also after blanks or in full width, or a control character. The service writes
// its own exports by the same rule, and its import takes the apostrophe away again.
// oxlint-disable-next-line no-control-regex -- a control character is one of them
const FORMULA = /^'*(?:[=+\-@\t\r\n\0＝＋－＠]|\s+[=＝])/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?( [A-Z]{3})?$/;

/** Makes a cell harmless in a spreadsheet: an apostrophe keeps it text. `unguard` removes exactly that one. */
export const guard = (cell: string) => (FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell);
export const unguard = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

export const csvLine = (cells: readonly string[]) =>
  `${cells.map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r\n`;
