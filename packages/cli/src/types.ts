import type { Field, Kith, Type } from "@kith/sdk";
import type { Input } from "./arguments.ts";
import type { Output } from "./commands.ts";

/** The type with this key or label. */
export async function findType(kith: Kith, name: string): Promise<Type | undefined> {
  const { items } = await kith.types.list();
  const folded = name.trim().toLowerCase();
  return (
    items.find(({ key }) => key === folded) ??
    items.find(({ label, label_plural }) => [label, label_plural].some((one) => one.toLowerCase() === folded))
  );
}

/** The columns of records: those that were asked for, or in a CSV every field, and in a table what is filled. */
export async function recordColumns(kith: Kith, { type, fields }: Input, output: Output): Promise<string[] | undefined> {
  if (output === "table" && !fields) return undefined;
  const found = await findType(kith, String(type));
  const asked = fields as string[] | undefined;
  const keyOf = (name: string) => {
    const folded = name.trim().toLowerCase();
    return found?.fields.find(({ key, label }) => key === folded || label.toLowerCase() === folded)?.key ?? name;
  };
  const keys = asked ? asked.map(keyOf) : (found?.fields ?? []).filter(isStored).map(({ key }) => key);
  return ["id", ...keys];
}

/** The other side of a relation is shown only if it is asked for. */
const isStored = ({ relation, is_read_only }: Field) => !(relation && is_read_only);

/** A table of types has a row for each field. */
export function typeRows(types: unknown[]): object[] {
  return (types as Type[]).flatMap((type) =>
    type.fields.map((field) => ({
      type: type.key,
      field: field.key,
      label: field.label,
      kind: field.type,
      is_required: field.is_required,
      is_unique: field.is_unique,
      takes: field.relation?.type ?? field.options?.map(({ key }) => key),
    })),
  );
}
