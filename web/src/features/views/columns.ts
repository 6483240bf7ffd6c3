import type { Field, FieldKind, RecordType } from "../types/index.ts";

export const NAME = "name";
export const MIN_WIDTH = 64;
export const MAX_WIDTH = 800;
export const MIN_NAME_WIDTH = 200;

const WIDTHS: Record<FieldKind, number> = {
  text: 168,
  long_text: 240,
  number: 104,
  money: 120,
  rating: 104,
  boolean: 96,
  date: 200,
  datetime: 120,
  select: 136,
  multi_select: 184,
  stage: 140,
  user: 116,
  relation: 176,
  email: 208,
  phone: 144,
  url: 168,
};

export const widthOf = (field: Field, widths: Record<string, number>) => widths[field.key] ?? WIDTHS[field.type];

const DETAILS = new Set<FieldKind>(["email", "phone", "text", "select", "url"]);
const MAX_DETAILS = 3;

/** Columns of a list until somebody chooses others: relation, stage, amount, date, owner. */
export function defaultColumns(type: RecordType): string[] {
  const keys = (test: (field: Field) => boolean) => type.fields.filter(test).map((field) => field.key);
  const main = [type.stage_field, type.amount_field, type.date_field].filter((key) => key !== null);
  const related = keys((field) => field.type === "relation" && !field.is_multi && !field.is_read_only);
  const details = keys((field) => DETAILS.has(field.type) && field.key !== NAME);
  const room = main.length >= 3 ? 0 : MAX_DETAILS - Math.max(main.length - 1, 0);
  return [...new Set([...related.slice(0, 2), ...main, ...details.slice(0, room), "owner", "updated_at"])];
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
  const related = type.fields.find((field) => field.type === "relation" && !field.is_multi)?.key;
  const always = [NAME, type.stage_field, type.amount_field, type.date_field, related].filter((key) => typeof key === "string");
  const wanted = new Set([...always, ...columns]);
  // In the order of the type, so that two views with the same columns in another order share their cached rows.
  return type.fields.filter((field) => wanted.has(field.key)).map((field) => field.key);
}
