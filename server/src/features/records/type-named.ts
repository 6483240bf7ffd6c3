import { nearest } from "@kith/filter";
import { AppError } from "../../kernel/errors.ts";
import { findType, type CompanySchema, type TypeDefinition } from "../types/index.ts";

/** A type by key or label, or an error that names the nearest. */
export function typeNamed(schema: CompanySchema, name: string): TypeDefinition {
  const type = findType(schema, name);
  if (type) return type;
  const close = nearest(name, [...schema.byKey.keys()]);
  const hint = close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `There are ${[...schema.byKey.keys()].join(", ")}.`;
  throw new AppError(404, "unknown_type", `There is no record type ${JSON.stringify(name)}. ${hint}`);
}
