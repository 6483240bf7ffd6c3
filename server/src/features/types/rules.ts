import { KINDS, kindsThat, type FieldKind, type KindFacts } from "@kith/filter/kinds";
import { conflict, invalid, type FieldError } from "../../kernel/errors.ts";
import { FORBIDDEN_NAMES } from "../../platform/parse-input.ts";
import type { CompanySchema, OptionDefinition, TypeDefinition } from "./definition.ts";
import type { Move } from "./move-values.ts";
import { MAX_OPTIONS } from "./operations.ts";

const MAX_FIELDS = 200;

export const hasOptions = (kind: FieldKind) => KINDS[kind].shape === "option";

interface NewField {
  key: string;
  field_type: FieldKind;
  is_multi: boolean;
  is_unique: boolean;
  is_domain: boolean;
  options?: OptionDefinition[] | undefined;
  related_type?: string | undefined;
  inverse_key?: string | undefined;
}

type Column = Move["column"];
const ROLES = { stage: "stage", amount: "amount", due_at: "date" } as const satisfies Record<Column, KindFacts["role"]>;
// Paths of the web application's own pages, next to the lists of types, and what views and filters call the inbox's.
const RESERVED = new Set(["import", "imports", "export", "exports", "new", "conversation"]);

const reserved = (key: string) => `${key} is reserved. Choose another key.`;

export function checkNewType(key: string): void {
  if (RESERVED.has(key) || FORBIDDEN_NAMES.has(key)) throw invalid([{ pointer: "/key", message: reserved(key) }]);
}

/** Refuses a field as a type's stage, amount or date that is of another kind, or of another type. */
export function checkRoles(type: TypeDefinition, wanted: Record<Column, string | null>): void {
  const fieldErrors = (["stage", "amount", "due_at"] as const).flatMap((column) => {
    const key = wanted[column];
    const role = ROLES[column];
    const able = type.fields.filter((field) => field.id && KINDS[field.kind].role === role).map((field) => field.key);
    if (key === null || able.includes(key)) return [];
    const message = `The ${role} is a field of kind ${kindsThat((facts) => facts.role === role).join(" or ")}, and ${key} is none.`;
    const hint = able.length > 0 ? `Give ${able.join(" or ")}.` : "Add one first.";
    return [{ pointer: `/${role}_field`, message, hint }];
  });
  if (fieldErrors.length > 0) throw invalid(fieldErrors);
}

/** Refuses to retire a field that is the type's stage, amount or date: its column would have no field. */
export function refuseRole(type: TypeDefinition, key: string): void {
  const roles = { stage: type.stageField, amount: type.amountField, date: type.dateField };
  const role = Object.entries(roles).find(([, field]) => field === key)?.[0];
  if (role) throw conflict("field_in_use", `${type.labelPlural} use this field as their ${role}. Choose another one for that first.`);
}

/** Refuses to restore a field if another field has its key by now. */
export function refuseTwins(schema: CompanySchema): void {
  for (const { fields, labelPlural } of schema.types) {
    const twin = fields.find((field, at) => fields.findIndex((one) => one.key === field.key) !== at);
    if (twin) throw conflict("field_exists", `${labelPlural} have another field ${twin.key} by now. Retire that one first.`);
  }
}

/** Refuses an invalid field, and says what to send instead. */
export function checkNewField(schema: CompanySchema, type: TypeDefinition, field: NewField): void {
  const fieldErrors: FieldError[] = [];
  const say = (pointer: string, message: string) => fieldErrors.push({ pointer, message });
  if (FORBIDDEN_NAMES.has(field.key)) say("/key", reserved(field.key));
  if (field.inverse_key && FORBIDDEN_NAMES.has(field.inverse_key)) say("/inverse_key", reserved(field.inverse_key));
  if (type.fields.some((known) => known.key === field.key)) say("/key", `${type.labelPlural} already have a field ${field.key}.`);
  if (type.fields.length >= MAX_FIELDS) say("", `A type has at most ${MAX_FIELDS} fields.`);
  if (hasOptions(field.field_type)) fieldErrors.push(...optionsError(field.options ?? []));
  else if (field.options) say("/options", `A ${field.field_type} field has no options.`);
  if (field.is_multi && KINDS[field.field_type].several !== "optional") say("/is_multi", `A ${field.field_type} field takes one value.`);
  fieldErrors.push(...matchingError(field.field_type, field));
  if (KINDS[field.field_type].shape === "record") {
    const other = field.related_type ? schema.byKey.get(field.related_type) : undefined;
    if (!other) say("/related_type", `A relation needs the other type: one of ${[...schema.byKey.keys()].join(", ")}.`);
    if (field.inverse_key && other?.fields.some((known) => known.key === field.inverse_key))
      say("/inverse_key", `${other.labelPlural} already have a field ${field.inverse_key}.`);
  }
  if (fieldErrors.length > 0) throw invalid(fieldErrors);
}

/** Only short texts can be unique, and only a web address has a domain. */
export function matchingError(kind: FieldKind, wanted: { is_unique?: boolean | undefined; is_domain?: boolean | undefined }): FieldError[] {
  const { shape, isLong, format } = KINDS[kind];
  const fieldErrors: FieldError[] = [];
  if (wanted.is_unique && (shape !== "text" || isLong))
    fieldErrors.push({ pointer: "/is_unique", message: `A ${kind} field cannot be unique. Use a text field.` });
  if (wanted.is_domain && format !== "url") fieldErrors.push({ pointer: "/is_domain", message: "Only a web address has a domain." });
  return fieldErrors;
}

export function optionsError(options: OptionDefinition[]): FieldError[] {
  if (options.length === 0) return [{ pointer: "/options", message: "Add at least one option." }];
  const keys = options.map((option) => option.key);
  const seen = new Set<string>();
  const twice = keys.find((key) => seen.size === seen.add(key).size);
  return twice ? [{ pointer: "/options", message: `Two options have the key ${twice}.` }] : [];
}

/** Options that a change leaves out stay as they are: a program that knows one option cannot take the others out of use. */
export function keepOldOptions(old: OptionDefinition[], wanted: OptionDefinition[]): OptionDefinition[] {
  const keys = new Set(wanted.map(({ key }) => key));
  const others = old.filter(({ key }) => !keys.has(key));
  const kept = [...wanted, ...others];
  if (kept.length > MAX_OPTIONS) {
    const message = `A field has at most ${MAX_OPTIONS} options, with those that are retired.`;
    throw invalid([{ pointer: "/options", message, hint: "Bring retired ones back, or rename one." }]);
  }
  return kept;
}
