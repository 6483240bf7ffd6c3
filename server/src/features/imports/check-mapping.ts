import { invalid, type FieldError } from "../../kernel/errors.ts";
import { matchField } from "../records/index.ts";
import { findField, type CompanySchema, type TypeDefinition } from "../types/index.ts";
import { ID_TARGET } from "./operations.ts";
import { takesSeveral } from "./read-cells.ts";
import type { Mapped } from "./store.ts";
import { canBeNamed } from "./suggest-mapping.ts";

interface Plan {
  mapping: Mapped[];
  mode: "create" | "upsert";
  match?: string | undefined;
}

/** Refuses a plan that could not work for any row. Returns it with every field named by its key. */
export function checkMapping(
  schema: CompanySchema,
  type: TypeDefinition,
  columns: string[],
  { mapping, mode, match }: Plan,
): { mapping: Mapped[]; match: string | null } {
  const fieldErrors: FieldError[] = [];
  const seen = new Set<string>();
  const named = mapping.map((one, at): Mapped => {
    const addError = (message: string) => void fieldErrors.push({ pointer: `/mapping/${at}`, message });
    if (one.column >= columns.length) addError(`The file has ${columns.length} columns, counted from 0.`);
    if (one.field === ID_TARGET) {
      if (mode === "create" || match !== ID_TARGET) addError("Ids are only used to match records by id.");
      if (seen.has(ID_TARGET)) addError("Two columns cannot both be the id.");
      seen.add(ID_TARGET);
      return one;
    }
    const field = findField(type, one.field);
    if (!field) addError(`${type.labelPlural} have no field ${JSON.stringify(one.field)}.`);
    else if (field.isReadOnly) addError(`${field.label} cannot be set.`);
    else if (seen.has(field.key) && !takesSeveral(field)) addError(`Two columns cannot both be ${field.label}.`);
    const other = field?.relation ? schema.byKey.get(field.relation.type) : undefined;
    if (one.unknown && !other) addError("Only a relation can name records that do not exist.");
    if (one.unknown === "create" && other && !canBeNamed(other))
      addError(`${other.labelPlural} need more than a name, so none can be made from a cell.`);
    if (field) seen.add(field.key);
    return { ...one, field: field?.key ?? one.field };
  });
  const matched = mode === "upsert" ? matchKey(type, match) : null;
  if (matched && !seen.has(matched))
    fieldErrors.push({ pointer: "/match", message: "Choose a column for the field that records are matched by." });
  for (const field of type.fields) {
    const isMissing = field.isRequired && !seen.has(field.key) && mode === "create";
    if (isMissing) fieldErrors.push({ pointer: "/mapping", message: `${field.label} is required: choose a column for it.` });
  }
  if (fieldErrors.length > 0) throw invalid(fieldErrors);
  return { mapping: named, match: matched };
}

function matchKey(type: TypeDefinition, match: string | undefined): string {
  if (!match) throw invalid([{ pointer: "/match", message: "Choose what records are matched by." }]);
  return match === ID_TARGET ? ID_TARGET : matchField(type, match).key;
}
