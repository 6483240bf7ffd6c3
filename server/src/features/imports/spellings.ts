import { unguard } from "../../platform/csv.ts";

const MAX_LENGTH = 50; // no number and no date is longer
const MAX_A_COLUMN = 200;
const MAX_CHARACTERS = 200_000; // of all columns together

/**
 * Keeps one example of every way in which the cells of a column are written, so that the format of numbers and dates is inferred from
 * the whole column, however long the file is.
 */
export function createSpellings() {
  const columns: Map<string, string>[] = [];
  let characters = 0;
  return {
    add(cells: string[]): void {
      for (const [at, raw] of cells.entries()) {
        const seen = (columns[at] ??= new Map<string, string>());
        if (raw.length > MAX_LENGTH || seen.size >= MAX_A_COLUMN || characters > MAX_CHARACTERS) continue;
        const cell = unguard(raw).trim();
        const form = formOf(cell);
        if (form === undefined || seen.has(form)) continue;
        seen.set(form, cell);
        characters += cell.length;
      }
    },
    all: (): string[][] => Array.from(columns, (seen) => [...(seen?.values() ?? [])]),
  };
}

/** The cell without its digits: how many there are in a row, and for one or two whether they can be a month. */
function formOf(cell: string): string | undefined {
  if (!/\d/.test(cell)) return undefined;
  return cell.replaceAll(/\d+/g, (digits) => (digits.length > 2 ? `${Math.min(digits.length, 5)}` : Number(digits) > 12 ? "b" : "a"));
}
