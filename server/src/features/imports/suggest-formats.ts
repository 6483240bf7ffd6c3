import { isTime, KINDS } from "@kith/filter/kinds";
import { inferDateFormat, inferNumberFormat, NUMBER_FORMATS, type DateFormat, type Formats, type NumberFormat } from "@kith/filter/values";
import type { FieldDefinition } from "../types/index.ts";
import type { Format } from "./store.ts";

export interface FormatFacts {
  delimiter: string;
  /** How the cells of each column are written, of the whole file; null where only its first rows are known. */
  spellings: string[][] | null;
  /** How the company writes. */
  formats: Formats;
}

interface Column {
  field: FieldDefinition | undefined;
  cells: string[];
}

interface FormatGuess {
  format?: Format;
  /** The column fits several formats, and its values would differ. */
  isGuessed?: boolean;
}

/** How numbers and dates of each column are written. A column that fits several formats follows the rest of the file, then the company. */
export function suggestFormats({ delimiter, formats }: FormatFacts, columns: Column[]): FormatGuess[] {
  const days = columns.map(({ field, cells }) => (field && isTime(field) && cells.some(hasDigits) ? inferDateFormat(cells) : []));
  const numbers = columns.map(({ field, cells }) => (isWritten(field) && cells.some(hasDigits) ? inferNumberFormat(cells) : []));
  const decided = numbers.filter((fitting) => fitting.length === 1).flat();
  const hasDots = columns.some(({ cells }, at) => (days[at]?.length ?? 0) > 0 && cells.some((cell) => /^\d{1,2}\.\d{1,2}\.\d/.test(cell)));
  // A spreadsheet separates cells by semicolons where the comma is the decimal mark.
  const local: NumberFormat[] = delimiter === ";" || hasDots ? ["1.234,5", "1 234,5"] : [];
  return columns.map(({ cells }, at): FormatGuess => {
    const day = days[at] ?? [];
    if (day.length > 0) return { format: chooseDate(day, cells, formats.date), isGuessed: isOpen(day, cells) };
    const number = numbers[at] ?? [];
    if (number.length === 0) return {};
    const format = [...decided, ...local, formats.number, ...NUMBER_FORMATS].find((one) => number.includes(one));
    return format ? { format, isGuessed: number.length > 1 && cells.some((cell) => /^\D*\d{1,3}[.,]\d{3}\D*$/.test(cell)) } : {};
  });
}

const hasDigits = (cell: string) => /\d/.test(cell);
/** A number with bounds is whole: it is written in one way. */
const isWritten = (field: FieldDefinition | undefined) => field?.shape === "number" && !KINDS[field.kind].bounds;

function chooseDate(fitting: DateFormat[], cells: string[], own: DateFormat): DateFormat {
  // Nobody writes the month first between dots.
  const isDotted = cells.some((cell) => /^\d{1,2}\.\d{1,2}\.\d/.test(cell));
  const wanted: DateFormat[] = [...(isDotted ? ["day_month_year" as const] : []), own, "day_month_year"];
  return wanted.find((one) => fitting.includes(one)) ?? fitting[0] ?? own;
}

const isOpen = (fitting: DateFormat[], cells: string[]) =>
  fitting.includes("day_month_year") && fitting.includes("month_day_year") && cells.some((cell) => /^\d{1,2}[/-]\d{1,2}[/-]\d/.test(cell));
