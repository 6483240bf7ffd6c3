import { nearest, nearestBudget, type NearestBudget } from "@kith/filter";
import { AppError, invalid } from "../../kernel/errors.ts";
import { cutText } from "../../platform/cut-text.ts";
import { findField, findType, type CompanySchema, type TypeDefinition } from "../types/index.ts";

const MAX_LISTED = 40;
const MAX_SHOWN = 100;

/** A type by key or label. The error suggests the closest names. */
export function typeNamed(schema: CompanySchema, name: string): TypeDefinition {
  const type = findType(schema, name);
  if (type) return type;
  const close = nearest(name, [...schema.byKey.keys()]);
  const hint = close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `There are ${[...schema.byKey.keys()].join(", ")}.`;
  throw new AppError(404, "unknown_type", `There is no record type ${JSON.stringify(name)}. ${hint}`);
}

/** The error for an unknown field name: suggests the closest fields, or lists all. Without a hint once the call's budget is used up. */
export function unknownFieldError(
  type: TypeDefinition,
  name: string,
  budget: NearestBudget = nearestBudget(),
): { message: string; hint?: string } {
  const message = `${type.labelPlural} have no field ${JSON.stringify(cutText(name, MAX_SHOWN))}.`;
  if (budget.names <= 0) return { message };
  const close = new Set(
    nearest(
      name,
      type.fields.flatMap((field) => [field.key, field.label]),
      budget,
    ).map((one) => findField(type, one)?.key ?? one),
  );
  const keys = type.fields.map((field) => field.key);
  const hint =
    close.size > 0
      ? `Did you mean ${[...close].join(" or ")}?`
      : `There are ${keys.slice(0, MAX_LISTED).join(", ")}${keys.length > MAX_LISTED ? " and more" : ""}.`;
  return { message, hint };
}

/** The keys of fields that a caller chose by key or label. An unknown name is an error: left out, the field would look empty. */
export function fieldsNamed(type: TypeDefinition, names: string[] | undefined, pointer: string): string[] | undefined {
  return names?.map((name) => {
    const field = findField(type, name);
    if (!field) throw invalid([{ pointer, ...unknownFieldError(type, name) }]);
    return field.key;
  });
}

/** The keys of those names that are fields. Unknown names are skipped. */
export const knownFields = (type: TypeDefinition, names: string[]): string[] => names.flatMap((name) => findField(type, name)?.key ?? []);
