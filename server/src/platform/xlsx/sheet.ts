import { type NumberStyle, numberText, PLAIN, unescapeText } from "./cell-values.ts";
import { readStrings, readStyles, type Workbook } from "./workbook.ts";
import { createXmlReader } from "./xml.ts";
import { damaged, readEntry, badWorkbook } from "./zip.ts";

const MAX_SHEET_BYTES = 536_870_912;
const MAX_COLUMNS = 1_000;
const MAX_ROWS = 1_048_576;
const ROWS_AT_ONCE = 200;

export interface SheetRow {
  /** As the spreadsheet counts. */
  row: number;
  cells: string[];
}

/**
 * The rows of a sheet as texts, some at a time: dates as 2026-11-20, numbers as 1234.5, formulas as their last result. Rows without a
 * value are left out. Between two pieces other work can run.
 */
export async function* readSheet(workbook: Workbook, index: number): AsyncGenerator<SheetRow[]> {
  const sheet = workbook.sheets[index];
  const entry = sheet && workbook.entries.get(sheet.path);
  if (!entry) throw damaged();
  const rows: SheetRow[] = [];
  const cells = rowHandler(await readStrings(workbook), await readStyles(workbook), workbook.isFrom1904, (row) => rows.push(row));
  const reader = createXmlReader(cells);
  for await (const chunk of readEntry(workbook.source, entry, MAX_SHEET_BYTES)) {
    reader.write(chunk);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE);
    rows.length = 0;
    // What follows the cells, such as pictures and rules, is not needed.
    if (cells.isOver()) return;
  }
  reader.end();
}

function rowHandler(strings: string[], styles: NumberStyle[], isFrom1904: boolean, take: (row: SheetRow) => void) {
  let row = 0;
  let column = -1;
  let cells: string[] = [];
  let [kind, style, text] = ["", 0, ""];
  let isText = false;
  let isPhonetic = false;
  let isOver = false;
  const opened = {
    row(attributes: Map<string, string>) {
      const next = Number(attributes.get("r") ?? row + 1);
      if (!(next > row) || next > MAX_ROWS) throw damaged();
      [row, column, cells] = [next, -1, []];
    },
    c(attributes: Map<string, string>) {
      const place = attributes.get("r");
      column = place === undefined ? column + 1 : columnIn(place);
      [kind, style, text] = [attributes.get("t") ?? "n", Number(attributes.get("s") ?? 0), ""];
    },
    rPh: () => void (isPhonetic = true),
    v: () => void (isText = true),
    t: () => void (isText = !isPhonetic),
  };
  const closed = {
    rPh: () => void (isPhonetic = false),
    v: () => void (isText = false),
    t: () => void (isText = false),
    c() {
      const value = text === "" ? "" : cellText(kind, text, style);
      if (value === "") return;
      if (column >= MAX_COLUMNS) throw badWorkbook(`The sheet has more than ${MAX_COLUMNS} columns.`);
      while (cells.length < column) cells.push("");
      cells[column] = value;
    },
    row() {
      if (cells.length > 0) take({ row, cells });
    },
    sheetData: () => void (isOver = true),
  };
  const cellText = (is: string, raw: string, styleId: number): string => {
    if (is === "s") return strings[Number(raw)] ?? "";
    if (is === "b") return raw === "1" ? "true" : "false";
    if (is === "n") return numberText(raw, styles[styleId] ?? PLAIN, isFrom1904);
    return is === "d" || is === "e" ? raw : unescapeText(raw);
  };
  // A map, because a file can name its tags like anything an object has.
  const [onOpen, onClose] = [new Map(Object.entries(opened)), new Map(Object.entries(closed))];
  return {
    open: (name: string, attributes: Map<string, string>) => onOpen.get(name)?.(attributes),
    text: (piece: string) => void (isText && (text += piece)),
    close: (name: string) => onClose.get(name)?.(),
    isOver: () => isOver,
  };
}

/** "AB12" is column 27, counted from 0. */
function columnIn(place: string): number {
  let column = 0;
  for (const character of place.slice(0, 4)) {
    const letter = character.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column === 0) throw damaged();
  return column - 1;
}
