import type { FieldSchema, OptionSchema, TypeSchema } from "@kith/filter";
import type { RecordType } from "./operations.ts";

/** A type in the form the filter language takes. Pure: the server runs filters with it, the browser helps to write them. */
export function filterSchema(type: RecordType): TypeSchema {
  return {
    key: type.key,
    label: type.label,
    labelPlural: type.label_plural,
    fields: withOwnId(type.fields.map(fieldSchema)),
    flags: [
      ...(type.stage_field ? (["open", "won", "lost"] as const) : []),
      ...(type.date_field ? (["overdue"] as const) : []),
      "mine",
      "unassigned",
      "deleted",
    ],
    roles: {
      owner: "owner",
      ...(type.stage_field ? { stage: type.stage_field } : {}),
      ...(type.date_field ? { date: type.date_field } : {}),
    },
  };
}

/** `id:rec_a,rec_b` finds these records: compared like a relation, though it is in no list of fields. A field of that key is meant before it. */
const withOwnId = (fields: FieldSchema[]): FieldSchema[] =>
  fields.some(({ key }) => key === "id") ? fields : [...fields, { key: "id", label: "Record id", type: "relation" }];

function fieldSchema(field: RecordType["fields"][number]): FieldSchema {
  return {
    key: field.key,
    label: field.label,
    type: field.type,
    isMulti: field.is_multi,
    ...(field.options ? { options: field.options.map(optionSchema) } : {}),
    ...(field.relation ? { relation: { type: field.relation.type, isMany: field.relation.is_many } } : {}),
  };
}

function optionSchema({ key, label, state, retired }: Option): OptionSchema {
  return { key, label, ...(state ? { state } : {}), ...(retired ? { isRetired: true } : {}) };
}

type Option = NonNullable<RecordType["fields"][number]["options"]>[number];
