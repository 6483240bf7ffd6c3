import { isCategory } from "@kith/filter/kinds";
import { kindLooks } from "../fields/index.ts";
import { factsOf, type Field, isRelation, type RecordType } from "../types/index.ts";

export const NAME = "name";
export const MIN_WIDTH = 64;
export const MAX_WIDTH = 800;
export const MIN_NAME_WIDTH = 200;

export const widthOf = (field: Field, widths: Record<string, number>) => widths[field.key] ?? kindLooks[field.type].width;

const MAX_DETAILS = 3;

/** Columns of a list until somebody chooses others: relation, stage, amount, date, owner. */
export function defaultColumns(type: RecordType): string[] {
  const keys = (test: (field: Field) => boolean) => type.fields.filter(test).map((field) => field.key);
  const main = [type.stage_field, type.amount_field, type.date_field].filter((key) => key !== null);
  const related = keys((field) => isRelation(field) && !field.is_multi && !field.is_read_only);
  const details = keys((field) => isDetail(field) && field.key !== NAME);
  const room = main.length >= 3 ? 0 : MAX_DETAILS - Math.max(main.length - 1, 0);
  return [...new Set([...related.slice(0, 2), ...main, ...details.slice(0, room), "owner", "updated_at"])];
}

/** What is short and tells records apart: a line of text, or one option. */
function isDetail(field: Field): boolean {
  const facts = factsOf(field);
  if (facts.shape === "text") return !facts.isLong;
  return facts.shape === "option" && isCategory(facts) && facts.role !== "stage";
}

/** Columns as one text for the address: `stage,amount:140`. */
export const printColumns = (columns: string[], widths: Record<string, number>) =>
  [...(widths[NAME] ? [NAME] : []), ...columns].map((key) => (widths[key] ? `${key}:${widths[key]}` : key)).join(",");

/** Parses the text of printColumns. Unknown fields are ignored. */
export function readColumns(type: RecordType, text: string): { columns: string[]; widths: Record<string, number> } {
  const columns: string[] = [];
  const widths: Record<string, number> = {};
  for (const part of text.split(",")) {
    const [key = "", width] = part.trim().split(":");
    if (!type.fields.some((field) => field.key === key)) continue;
    if (key !== NAME && !columns.includes(key)) columns.push(key);
    if (width && Number(width) >= MIN_WIDTH) widths[key] = Math.min(Math.round(Number(width)), MAX_WIDTH);
  }
  return { columns, widths };
}

/** The fields a list has to read: its columns, and what a row shows on a phone. */
export function fieldsFor(type: RecordType, columns: string[]): string[] {
  const related = type.fields.find((field) => isRelation(field) && !field.is_multi)?.key;
  const always = [NAME, type.stage_field, type.amount_field, type.date_field, related].filter((key) => typeof key === "string");
  const wanted = new Set([...always, ...columns]);
  // In the order of the type, so that two views with the same columns in another order share their cached rows.
  return type.fields.filter((field) => wanted.has(field.key)).map((field) => field.key);
}
