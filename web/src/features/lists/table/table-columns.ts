import { isList } from "@kith/filter/kinds";
import { factsOf, type Field, fieldOf, type RecordType } from "../../types/index.ts";
import { DEFAULT_SORT, NAME, MIN_NAME_WIDTH, MIN_WIDTH, MAX_WIDTH, widthOf } from "../../views/index.ts";

const CHECK_WIDTH = 40;

/** The fields of the table's columns, the name always first. */
export function columnFields(type: RecordType, keys: string[]): Field[] {
  return [NAME, ...keys.filter((key) => key !== NAME)].flatMap((key) => fieldOf(type, key) ?? []);
}

/** The columns for the grid: the name takes what is left unless somebody gave it a width; then the end does. */
export function templateOf(fields: Field[], widths: Record<string, number>): string {
  const [, ...rest] = fields;
  const named = widths[NAME];
  const name = named ? `${named}px` : `minmax(${MIN_NAME_WIDTH}px, 1fr)`;
  return [`${CHECK_WIDTH}px`, name, ...rest.map((field) => `${widthOf(field, widths)}px`), ...(named ? ["1fr"] : [])].join(" ");
}

/** What the columns need at the least; a narrower table scrolls. */
export function leastWidth(fields: Field[], widths: Record<string, number>): number {
  const [, ...rest] = fields;
  return CHECK_WIDTH + (widths[NAME] ?? MIN_NAME_WIDTH) + rest.reduce((sum, field) => sum + widthOf(field, widths), 0);
}

export const boundedWidth = (width: number) => Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH));

export const isSortable = (field: Field) => !isList(factsOf(field));

/** How the list is sorted by a field, if it is the one it is sorted by. */
export function directionOf(field: Field, sort: string): "ascending" | "descending" | undefined {
  if (sort === field.key) return "ascending";
  return sort === `-${field.key}` ? "descending" : undefined;
}

/** Up, then down, then as it was. */
export function nextSort(field: Field, sort: string): string {
  const direction = directionOf(field, sort);
  if (direction === undefined) return field.key;
  return direction === "ascending" ? `-${field.key}` : DEFAULT_SORT;
}
