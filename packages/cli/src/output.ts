import { cellOf, flatten, rowOf } from "./cells.ts";
import type { Output } from "./commands.ts";
import { csvLine, guard } from "./csv.ts";
import { safeJson, safeText } from "./safe-text.ts";
import { print } from "./stdout.ts";

/** The columns of a table are as wide as the first rows need; what comes later and is longer is cut. */
const MEASURED_ROWS = 100;
const MAX_WIDTH = 40;

type Items = AsyncIterable<unknown> | Iterable<unknown>;

export const outputOf = (given: string | boolean | undefined): Output =>
  (given as Output | undefined) ?? (process.stdout.isTTY ? "table" : "lines");

/** Prints a list as it arrives. `columns` are known before the first row where they must be: in a CSV. */
export async function printList(output: Output, items: Items, columns?: readonly string[]): Promise<void> {
  if (output === "lines") for await (const item of items) await print(`${safeJson(item)}\n`);
  else if (output === "json") await printArray(items);
  else if (output === "csv") await printCsv(items, columns);
  else await printTable(items, columns);
}

/** Prints one answer. As a table it has a line for each name in it. */
export async function printOne(output: Output, item: unknown): Promise<void> {
  if (output === "lines") await print(`${safeJson(item)}\n`);
  else if (output === "json") await print(`${safeJson(item, 2)}\n`);
  else if (output === "csv") await printCsv([item]);
  else await printTable(flatten(rowOf(item)).map(([name, value]) => ({ name, value })));
}

async function printArray(items: Items): Promise<void> {
  let before = "[\n";
  for await (const item of items) {
    await print(`${before}${safeJson(item)}`);
    before = ",\n";
  }
  await print(before === "[\n" ? "[]\n" : "\n]\n");
}

async function printCsv(items: Items, columns?: readonly string[]): Promise<void> {
  let names = columns;
  // In a terminal a cell could be obeyed; in a file it must stay as it is.
  const shown = (line: string) => (process.stdout.isTTY ? `${safeText(line.trimEnd())}\n` : line);
  if (names) await print(shown(csvLine(names.map(guard))));
  for await (const item of items) {
    const row = rowOf(item);
    if (!names) {
      names = Object.keys(row);
      await print(shown(csvLine(names.map(guard))));
    }
    await print(shown(csvLine(names.map((name) => guard(cellOf(row[name]))))));
  }
}

async function printTable(items: Items, columns?: readonly string[]): Promise<void> {
  let first: { [name: string]: unknown }[] = [];
  let layout: { name: string; width: number }[] | undefined;
  const line = (cells: string[]) =>
    `${cells
      .map((cell, at) => fit(cell, layout?.[at]?.width ?? 0))
      .join("  ")
      .trimEnd()}\n`;
  const cellsOf = (row: { [name: string]: unknown }) => (layout ?? []).map(({ name }) => safeText(cellOf(row[name])));
  const begin = async () => {
    layout = layoutOf(first, columns);
    if (layout.length > 0) await print(line(layout.map(({ name }) => name.toUpperCase())));
    for (const row of first) await print(line(cellsOf(row)));
    first = [];
  };
  for await (const item of items) {
    if (layout) await print(line(cellsOf(rowOf(item))));
    else if (first.push(rowOf(item)) === MEASURED_ROWS) await begin();
  }
  if (!layout) await begin();
}

function layoutOf(rows: { [name: string]: unknown }[], columns?: readonly string[]): { name: string; width: number }[] {
  const names = columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.map((name) => {
    const widths = rows.map((row) => Array.from(safeText(cellOf(row[name]))).length);
    return { name, width: Math.min(MAX_WIDTH, Math.max(name.length, ...widths)) };
  });
}

function fit(cell: string, width: number): string {
  const letters = Array.from(cell);
  if (letters.length <= width) return cell + " ".repeat(width - letters.length);
  return `${letters.slice(0, width - 1).join("")}…`;
}
