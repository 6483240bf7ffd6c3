import type { FieldDefinition } from "../../types/index.ts";

const MAX_LENGTH = 120;

/** What a lead has in a field, as people read it: names of options and people, and long texts cut. It may be a visitor's text. */
export function showValue(field: FieldDefinition | null, value: unknown, names: ReadonlyMap<string, string>): string | null {
  const all = (Array.isArray(value) ? value.flat() : [value]).filter((one) => one !== null && one !== undefined && one !== "");
  if (all.length === 0) return null;
  const text = all.map((one) => showOne(field, one, names)).join(", ");
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function showOne(field: FieldDefinition | null, value: unknown, names: ReadonlyMap<string, string>): string {
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  return field?.options?.find((option) => option.key === text)?.label ?? names.get(text) ?? text;
}
