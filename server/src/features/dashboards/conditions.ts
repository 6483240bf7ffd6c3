import { addPeriods, all, fold, parse, parseDay, print, printDay, type FilterNode, type Period } from "@kith/filter";
import { AppError } from "../../kernel/errors.ts";
import type { FieldDefinition } from "../types/index.ts";

/** A filter with conditions added, as text: what a figure counts is always a list that can be opened. */
export function narrowed(filter: string, ...conditions: FilterNode[]): string {
  const parsed = parse(filter);
  if (!parsed.ok) throw new AppError(400, "bad_filter", parsed.errors[0]?.message ?? "The filter cannot be understood.");
  return print(all([parsed.tree, ...conditions]));
}

/** Whether the same widget can show different records to different people. */
export function isPersonal(filter: string): boolean {
  const parsed = parse(filter);
  return parsed.ok && mentionsViewer(parsed.tree);
}

function mentionsViewer(node: FilterNode): boolean {
  if (node.kind === "flag") return fold(node.name) === "mine";
  if (node.kind === "compare") return node.values.some((value) => value.kind === "value" && fold(value.text) === "@me");
  if (node.kind === "and" || node.kind === "or") return node.nodes.some(mentionsViewer);
  return "node" in node && node.node !== undefined && mentionsViewer(node.node);
}

export const withoutValue = (field: FieldDefinition): FilterNode => ({ kind: "compare", path: [field.key], op: "unset", values: [] });

const oneOf = (field: FieldDefinition, keys: string[]): FilterNode => ({
  kind: "compare",
  path: [field.key],
  op: "eq",
  values: keys.map((key) => ({ kind: "value", text: key })),
});

/** The condition for one group: a value, or no value. */
export const inGroup = (field: FieldDefinition, key: string | null): FilterNode =>
  key === null ? withoutValue(field) : oneOf(field, [key]);

/** The condition for records in none of these groups. */
export function outsideGroups(field: FieldDefinition, keys: (string | null)[]): FilterNode {
  const known = keys.filter((key) => key !== null);
  const others: FilterNode[] = known.length > 0 ? [{ kind: "not", node: oneOf(field, known) }] : [];
  return all(keys.includes(null) ? [...others, { kind: "compare", path: [field.key], op: "set", values: [] }] : others);
}

/** From one day to another, both included. */
export const between = (field: FieldDefinition, first: string, last: string): FilterNode => ({
  kind: "compare",
  path: [field.key],
  op: "eq",
  values: [first === last ? { kind: "value", text: first } : { kind: "range", from: first, to: last }],
});

/** The condition for one time interval, in its shortest form. */
export function inInterval(field: FieldDefinition, first: string, interval: Period): FilterNode {
  const short = { month: first.slice(0, 7), year: first.slice(0, 4) };
  if (interval === "month" || interval === "year") return between(field, short[interval], short[interval]);
  return between(field, first, lastDay(first, interval));
}

export const lastDay = (first: string, interval: Period) => printDay(addPeriods(addPeriods(parseDay(first), interval, 1), "day", -1));
