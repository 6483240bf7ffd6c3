import type { OutputOf } from "@kith/server/contract";
import type { Change } from "../../outbox/change.ts";
import { isForeign } from "./money-text.ts";

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
  Array.isArray(value)
    ? value.map(keyOf)
    : isPerson(value) || isRelated(value)
      ? value.id
      : isForeign(value)
        ? [String(value.amount), value.currency]
        : String(value);

/** A record as it will be when everything on its way has arrived; undefined when it is on its way to the trash. */
export function withChanges(record: CrmRecord, changes: readonly Change[]): CrmRecord | undefined {
  const own = changes.filter((change) => change.id === record.id);
  if (own.length === 0) return record;
  if (own.some((change) => change.kind === "delete")) return undefined;
  const values = Object.assign({}, record.values, ...own.map((change) => change.values)) as Values;
  return { ...record, title: typeof values["name"] === "string" ? values["name"] : record.title, values };
}
