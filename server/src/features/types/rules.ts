import { invalid, type Complaint } from "../../kernel/errors.ts";
import type { CompanySchema, FieldKind, OptionDefinition, TypeDefinition } from "./definition.ts";

const WITH_OPTIONS = new Set<FieldKind>(["select", "multi_select", "stage"]);
const WITH_SEVERAL = new Set<FieldKind>(["email", "phone", "relation"]);
const FIELDS_MOST = 200;

export const hasOptions = (kind: FieldKind) => WITH_OPTIONS.has(kind);

interface NewField {
  key: string;
  field_type: FieldKind;
  is_multi: boolean;
  options?: OptionDefinition[] | undefined;
  related_type?: string | undefined;
  inverse_key?: string | undefined;
}

/** Refuses a field that could not work, with what to send instead. */
export function checkNewField(schema: CompanySchema, type: TypeDefinition, field: NewField): void {
  const complaints: Complaint[] = [];
  const say = (pointer: string, message: string) => complaints.push({ pointer, message });
  if (type.fields.some((known) => known.key === field.key)) say("/key", `${type.labelPlural} already have a field ${field.key}.`);
  if (type.fields.length >= FIELDS_MOST) say("", `A type has at most ${FIELDS_MOST} fields.`);
  if (hasOptions(field.field_type)) complaints.push(...complainOfOptions(field.options ?? []));
  else if (field.options) say("/options", `A ${field.field_type} field has no options.`);
  if (field.is_multi && !WITH_SEVERAL.has(field.field_type)) say("/is_multi", `A ${field.field_type} field holds one value.`);
  if (field.field_type === "relation") {
    const other = field.related_type ? schema.byKey.get(field.related_type) : undefined;
    if (!other) say("/related_type", `A relation needs the other type: one of ${[...schema.byKey.keys()].join(", ")}.`);
    if (field.inverse_key && other?.fields.some((known) => known.key === field.inverse_key))
      say("/inverse_key", `${other.labelPlural} already have a field ${field.inverse_key}.`);
  }
  if (complaints.length > 0) throw invalid(complaints);
}

export function complainOfOptions(options: OptionDefinition[]): Complaint[] {
  if (options.length === 0) return [{ pointer: "/options", message: "Give at least one option." }];
  const keys = options.map((option) => option.key);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  return twice ? [{ pointer: "/options", message: `Two options have the key ${twice}.` }] : [];
}

/** Options that a change would take away stay as retired, so that no record loses its value. */
export function keepOldOptions(old: OptionDefinition[], wanted: OptionDefinition[]): OptionDefinition[] {
  const gone = old.filter((option) => !wanted.some((one) => one.key === option.key));
  return [...wanted, ...gone.map((option) => ({ ...option, retired: true }))];
}
