import type { TypeDefinition } from "./definition.ts";

/** A type in API form. */
export function presentType(type: TypeDefinition) {
  return {
    key: type.key,
    label: type.label,
    label_plural: type.labelPlural,
    icon: type.icon,
    stage_field: type.stageField,
    amount_field: type.amountField,
    date_field: type.dateField,
    fields: type.fields.map((field) => ({
      key: field.key,
      label: field.label,
      field_type: field.kind,
      type: field.kind,
      is_multi: field.isMulti,
      is_required: field.isRequired,
      is_read_only: field.isReadOnly,
      is_unique: field.isUnique,
      is_domain: field.isDomain,
      options: field.options,
      relation: field.relation && { type: field.relation.type, is_many: field.relation.isMany, inverse: field.relation.inverse },
    })),
  };
}
