import type { Field } from "../types/index.ts";

/** One of the fields that rows are ordered by. */
export interface SortKey {
  key: string;
  isDown: boolean;
}

/** The service orders by no more. */
export const MAX_SORT_KEYS = 3;

/** `-amount,name` as the fields it names, the first one first. */
export const sortKeys = (sort: string): SortKey[] =>
  sort
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ key: part.replace(/^[-+]/, ""), isDown: part.startsWith("-") }));

export const printSort = (keys: readonly SortKey[]) => keys.map(({ key, isDown }) => (isDown ? `-${key}` : key)).join(",");

/** How the list is sorted by a field, if it is one of those it is sorted by. */
export function directionOf(field: Field, sort: string): "ascending" | "descending" | undefined {
  const found = sortKeys(sort).find(({ key }) => key === field.key);
  return found && (found.isDown ? "descending" : "ascending");
}

/** By this field alone: up, then down, then as it was. */
export function nextSort(field: Field, sort: string, first: string): string {
  const keys = sortKeys(sort);
  if (keys.length !== 1 || keys[0]?.key !== field.key) return field.key;
  return keys[0].isDown ? first : `-${field.key}`;
}

/** By this field after those there are: up, then down, then no longer. */
export function nextThen(field: Field, sort: string, first: string): string {
  const keys = sortKeys(sort);
  const found = keys.find(({ key }) => key === field.key);
  if (!found) return keys.length < MAX_SORT_KEYS ? printSort([...keys, { key: field.key, isDown: false }]) : sort;
  if (!found.isDown) return printSort(keys.map((one) => (one === found ? { ...one, isDown: true } : one)));
  return printSort(keys.filter((one) => one !== found)) || first;
}
