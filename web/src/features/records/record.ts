import type { OutputOf } from "@kith/server/contract";

export type CrmRecord = OutputOf<"records.get">;
export type Values = Record<string, unknown>;

/** A person or a related record as the service shows it; as an input, its id is what counts. */
export interface PersonValue {
  id: string;
  name: string;
}
export interface RelatedValue {
  id: string;
  title: string;
}

export const isPerson = (value: unknown): value is PersonValue =>
  typeof value === "object" && value !== null && "id" in value && "name" in value;

export const isRelated = (value: unknown): value is RelatedValue =>
  typeof value === "object" && value !== null && "id" in value && "title" in value;

/** A value as a list, whether its field holds one or several. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]);

export const isBlank = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Whether two values say the same: people and records by their id, lists in order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (isBlank(one) || isBlank(other)) return isBlank(one) && isBlank(other);
  return JSON.stringify(keyOf(one)) === JSON.stringify(keyOf(other));
}

const keyOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(keyOf) : isPerson(value) || isRelated(value) ? value.id : String(value);
