import type { FieldKind, Shape } from "@kith/filter/kinds";
import type { Formats } from "@kith/filter/values";
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
  | "last_activity_at"
  | "last_contacted";

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

/** All types of one company and how it writes values, as of one version of its schema. */
export interface CompanySchema {
  version: number;
  /** Of the company: what "today" is, and when working hours begin. */
  timeZone: string;
  /** How the company writes numbers, money and days, and its currency. */
  formats: Formats;
  /** What one unit of each other currency is worth in the company's own, as decimal text. */
  rates: ReadonlyMap<string, string>;
  types: TypeDefinition[];
  byKey: Map<string, TypeDefinition>;
  byId: Map<string, TypeDefinition>;
}

/** Finds a field by its key, or by a label that only one field of the type has. */
export function findField(type: TypeDefinition, name: string): FieldDefinition | undefined {
  const { byKey, byLabel } = fieldIndexOf(type);
  const exact = byKey.get(name);
  if (exact) return exact;
  const folded = name.trim().toLowerCase();
  const found = new Set(byLabel.get(folded));
  const spelled = byKey.get(folded.replaceAll(" ", "_"));
  if (spelled) found.add(spelled);
  return found.size === 1 ? [...found][0] : undefined;
}

interface FieldIndex {
  byKey: Map<string, FieldDefinition>;
  byLabel: Map<string, FieldDefinition[]>;
}

const fieldIndexes = new WeakMap<TypeDefinition, FieldIndex>();

/** Made once for each version of a company's types: a batch asks for thousands of names, and a type may have 200 fields. */
function fieldIndexOf(type: TypeDefinition): FieldIndex {
  const known = fieldIndexes.get(type);
  if (known) return known;
  const index = {
    byKey: new Map(type.fields.toReversed().map((field) => [field.key, field])),
    byLabel: Map.groupBy(type.fields, (field) => field.label.toLowerCase()),
  };
  fieldIndexes.set(type, index);
  return index;
}

const optionIndexes = new WeakMap<FieldDefinition, Map<string, OptionDefinition>>();

/** Finds an option by its key, or else by its label. */
export function findOption(field: FieldDefinition, name: string): OptionDefinition | undefined {
  const known = optionIndexes.get(field);
  const index = known ?? new Map<string, OptionDefinition>();
  if (!known) {
    // The first of several with one name wins, and a key wins over a label.
    const options = (field.options ?? []).toReversed();
    for (const option of options) index.set(option.label.toLowerCase(), option);
    for (const option of options) index.set(option.key, option);
    optionIndexes.set(field, index);
  }
  return index.get(name.trim().toLowerCase());
}

/** Finds a type by its key or one of its labels. */
export function findType(schema: CompanySchema, name: string): TypeDefinition | undefined {
  const folded = name.trim().toLowerCase();
  return (
    schema.byKey.get(folded) ??
    schema.types.find((type) => type.label.toLowerCase() === folded || type.labelPlural.toLowerCase() === folded)
  );
}

/** Where a new record of this type begins: the first stage that is neither won nor lost. */
export function firstStage(type: TypeDefinition): string | undefined {
  const field = type.fields.find((one) => one.key === type.stageField);
  return field?.options?.find(({ state, retired }) => !retired && state !== "won" && state !== "lost")?.key;
}
