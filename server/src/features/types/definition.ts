import type { FieldKind, Shape } from "@kith/filter/kinds";
import type { z } from "zod";
import type { Option } from "./operations.ts";

export type OptionDefinition = z.output<typeof Option>;
type Column =
  | "title"
  | "owner_id"
  | "stage"
  | "amount"
  | "due_at"
  | "created_at"
  | "updated_at"
  | "stage_entered_at"
  | "won_at"
  | "lost_at"
  | "last_activity_at";

/** Where a field's value is stored: a typed column, the jsonb, or rows of record_links in one direction. */
export type Place = { kind: "column"; column: Column } | { kind: "data" } | { kind: "links"; fieldId: string; direction: "out" | "in" };

export interface FieldDefinition {
  id: string | null;
  key: string;
  label: string;
  kind: FieldKind;
  /** From the table of kinds: the shape of one value, and whether values are stored as a list. */
  shape: Shape;
  isList: boolean;
  isMulti: boolean;
  isRequired: boolean;
  isReadOnly: boolean;
  /** No two records have the same value. */
  isUnique: boolean;
  /** Of a web address: records are matched by its domain, not by the whole address. */
  isDomain: boolean;
  options: OptionDefinition[] | null;
  relation: { type: string; isMany: boolean; inverse: string | null } | null;
  place: Place;
}

export interface TypeDefinition {
  id: string;
  key: string;
  label: string;
  labelPlural: string;
  icon: string;
  stageField: string | null;
  amountField: string | null;
  dateField: string | null;
  fields: FieldDefinition[];
}

/** All types of one company, as of one version of its schema. */
export interface CompanySchema {
  version: number;
  currency: string;
  types: TypeDefinition[];
  byKey: Map<string, TypeDefinition>;
  byId: Map<string, TypeDefinition>;
}

/** Finds a field by its key, or by a label that only one field of the type has. */
export function findField(type: TypeDefinition, name: string): FieldDefinition | undefined {
  const exact = type.fields.find((field) => field.key === name);
  if (exact) return exact;
  const folded = name.trim().toLowerCase();
  const byLabel = type.fields.filter((field) => field.label.toLowerCase() === folded || field.key === folded.replaceAll(" ", "_"));
  return byLabel.length === 1 ? byLabel[0] : undefined;
}

/** Finds a type by its key or one of its labels. */
export function findType(schema: CompanySchema, name: string): TypeDefinition | undefined {
  const folded = name.trim().toLowerCase();
  return (
    schema.byKey.get(folded) ??
    schema.types.find((type) => type.label.toLowerCase() === folded || type.labelPlural.toLowerCase() === folded)
  );
}
