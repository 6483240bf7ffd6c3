import { FIELD_KINDS, kindsThat, type KindFacts } from "@kith/filter/kinds";
import { z } from "zod";
import { id, operationId, time } from "../../platform/ids.ts";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { wordList } from "../../platform/paging.ts";
import { onlyWhatHolds } from "./only-what-holds.ts";

export { keyFrom, optionKeyFrom } from "./key-from.ts";
export { currencyCode, formatSettings, formatValues, rowOfFormats } from "./formats.ts";

export const typeKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "A key has lowercase letters, digits and _, and starts with a letter.");
const label = z.string().trim().min(1, "Enter a name.").max(60);
const position = z.number().int().min(0).max(999).optional().describe("Which place it takes among the others, counted from 0");
const withRole = (role: KindFacts["role"]) => kindsThat((facts) => facts.role === role).join(" or ");
const listed = (words: string[]) => words.join(", ").replace(/, ([^,]+)$/, " and $1");
const dryRun = z.boolean().default(false).describe("Only say what would happen");

const fieldType = z.enum(FIELD_KINDS);
const isUnique = z.boolean().describe("No two records may have the same value");
const isDomain = z.boolean().describe("Of a url: match records by its domain");
/** Of one field, with those that are retired. */
export const MAX_OPTIONS = 500;

export const Option = z
  .strictObject({
    key: typeKey,
    label,
    state: z.enum(["open", "won", "lost"]).optional().describe("Stages only"),
    probability: z.number().int().min(0).max(100).optional().describe("Stages only, in percent"),
    color: z.string().max(20).optional(),
    retired: z.boolean().optional().describe("No longer offered; records that have it keep it"),
  })
  .register(schemaNames, { name: "Option" });

/** As it is given: whoever has only the label of a new option need not think of a key. */
const GivenOption = Option.extend({ key: typeKey.optional() });

const Relation = z
  .strictObject({
    type: typeKey,
    is_many: z.boolean(),
    inverse: z.string().nullable().describe("The field that shows it from the other side"),
  })
  .register(schemaNames, { name: "Relation" });

const Field = z
  .strictObject({
    key: typeKey,
    label,
    field_type: fieldType,
    type: fieldType.meta({ description: "Use field_type, as when a field is made", deprecated: true }),
    is_multi: z.boolean(),
    is_required: z.boolean(),
    is_read_only: z.boolean(),
    is_unique: z.boolean(),
    is_domain: z.boolean(),
    options: z.array(Option).nullable(),
    relation: Relation.nullable(),
  })
  .register(schemaNames, { name: "Field" });

/** A typed column passes from one field to another. Either may be null. */
export const Move = z.strictObject({
  column: z.enum(["stage", "amount", "due_at"]),
  from: z.strictObject({ key: typeKey, kind: fieldType }).nullable(),
  to: z.strictObject({ key: typeKey, kind: fieldType }).nullable(),
});

const Type = z
  .strictObject({
    key: typeKey,
    label,
    label_plural: label,
    icon: z.string(),
    stage_field: z.string().nullable(),
    amount_field: z.string().nullable(),
    date_field: z.string().nullable(),
    fields: z.array(Field),
  })
  .register(schemaNames, { name: "Type" });
export type RecordType = z.output<typeof Type>;

/** A model pays for one name, and reads the short one, which it always had. */
const underOneName = ({ field_type: _type, ...field }: object & { field_type?: unknown }) => field;
const asShown = (type: z.input<typeof Type>) => ({ ...type, fields: type.fields.map(underOneName) });

export const list = defineOperation({
  name: "types.list",
  summary: "List the record types and their fields",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/types" },
  tool: {
    name: "describe_types",
    title: "Describe types",
    describe:
      "The record types of this company with their fields, options and relations. You rarely need it: other tools accept labels and name the nearest field when one is wrong. Give `types` to narrow it.",
    show: ({ items, currency }) => onlyWhatHolds({ items: items.map(asShown), currency }),
  },
  example: { types: ["contact", "deal"] },
  input: z.strictObject({ types: wordList(z.string(), 20).describe("Keys of the types to describe; all when left out") }),
  output: z.strictObject({ items: z.array(Type), currency: z.string() }),
});

export const create = defineOperation({
  name: "types.create",
  summary: "Make a record type of your own",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/types", status: 201 },
  example: { key: "site", label: "Site", label_plural: "Sites" },
  input: z.strictObject({ key: typeKey, label, label_plural: label, icon: z.string().max(40).default("table") }),
  output: Type,
});

export const update = defineOperation({
  name: "types.update",
  summary: "Rename a type, say which field is its stage, amount or date, or retire it",
  access: "admin",
  effect: "write",
  rest: { method: "PATCH", path: "/types/{type}" },
  example: { type: "deal", label: "Opportunity", label_plural: "Opportunities" },
  input: z.strictObject({
    type: typeKey,
    label: label.optional(),
    label_plural: label.optional(),
    icon: z.string().max(40).optional(),
    stage_field: typeKey
      .nullable()
      .optional()
      .describe(`A ${withRole("stage")} field of the type, or null`),
    amount_field: typeKey
      .nullable()
      .optional()
      .describe(`A ${withRole("amount")} field of the type, or null`),
    date_field: typeKey
      .nullable()
      .optional()
      .describe(`A ${withRole("date")} field of the type, or null`),
    position,
    retired: z.boolean().optional().describe("A retired type and its records are no longer shown; they come back with it"),
    dry_run: dryRun,
  }),
  output: Type.extend({
    records_affected: z.int().describe("How many records a retired type hides, or have a value in a field that is newly chosen"),
  }),
});

export const listRetired = defineOperation({
  name: "types.listRetired",
  summary: "List the types and fields that are retired and can be brought back",
  access: "admin",
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({
    types: z.array(z.strictObject({ key: typeKey, label_plural: z.string(), icon: z.string(), retired_at: time })),
    fields: z.array(z.strictObject({ type: typeKey, key: typeKey, label: z.string(), field_type: fieldType, retired_at: time })),
  }),
});

const fieldSettings = {
  label,
  is_required: z.boolean().default(false),
  is_unique: isUnique.default(false),
  is_domain: isDomain.default(false),
  options: z
    .array(GivenOption)
    .max(MAX_OPTIONS)
    .optional()
    .describe(`For ${listed(kindsThat((facts) => facts.shape === "option"))}, in order`),
};

export const addField = defineOperation({
  name: "types.addField",
  summary: "Add a field to a type",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/types/{type}/fields", status: 201 },
  example: { type: "contact", key: "language", label: "Language", field_type: "text" },
  input: z.strictObject({
    type: typeKey,
    key: typeKey,
    field_type: fieldType,
    ...fieldSettings,
    is_multi: z
      .boolean()
      .default(false)
      .describe(`Several values: ${listed(kindsThat((facts) => facts.several === "optional").toSorted())} only`),
    related_type: typeKey.optional(),
    inverse_key: typeKey.optional(),
    inverse_label: label.optional(),
  }),
  output: Type.extend({ operation_id: operationId }),
});

/** For assistants: one tool for what are two calls of a program, because every conversation pays for the text of a tool. */
export const saveField = defineOperation({
  name: "types.saveField",
  summary: "Add a field to a type, or options to a field",
  access: "admin",
  effect: "write",
  tool: {
    name: "add_field",
    title: "Add a field",
    describe: "Add a field to a type, or options to a field it has. Check describe_types first.",
    leavesOut: ["color", "retired", "is_domain"],
    show: ({ operation_id: operation, field }) => onlyWhatHolds({ operation_id: operation, field: underOneName(field) }),
  },
  example: { type: "deal", key: "lost_reason", options: [{ label: "Merger" }] },
  input: addField.input.partial({ field_type: true, label: true }),
  output: z.strictObject({ operation_id: operationId, field: z.looseObject({ key: typeKey }) }),
});

export const updateField = defineOperation({
  name: "types.updateField",
  summary: "Rename a field, change its options or place, or retire it",
  access: "admin",
  effect: "write",
  rest: { method: "PATCH", path: "/types/{type}/fields/{field}" },
  example: { type: "deal", field: "next_step", label: "Next action", dry_run: true },
  input: z.strictObject({
    type: typeKey,
    field: typeKey,
    label: label.optional(),
    is_required: z.boolean().optional(),
    is_unique: isUnique.optional(),
    is_domain: isDomain.optional(),
    options: z
      .array(GivenOption)
      .max(MAX_OPTIONS)
      .optional()
      .describe(
        "Added, or changed by their key (left out: the option of that label), in this order. Those left out stay as they are; `retired: true` takes one out of use",
      ),
    inverse_label: label.optional().describe("Relations only: what it is called seen from the other side"),
    position,
    retired: z.boolean().optional().describe("A retired field is no longer shown; its values stay and come back with it"),
    dry_run: dryRun,
  }),
  output: z.strictObject({
    type: Type,
    records_affected: z.number().int().describe("How many records hold a value the change takes out of use"),
    records_without: z.int().describe("How many records have no value in a field that becomes required; they stay as they are"),
  }),
});

export const settle = defineOperation({
  name: "types.settle",
  summary: "Put values right that were still being saved while a type changed",
  access: "system",
  effect: "write",
  input: z.strictObject({ type: z.uuid(), moves: z.array(Move) }),
  output: z.strictObject({}),
});

/** Put right at once, and again when calls that still had the old type have saved. */
export const stagePass = z.enum(["now", "settle"]);

export const retime = defineOperation({
  name: "types.retime",
  summary: "Put the times of stages right, for the next records of a type",
  access: "system",
  effect: "write",
  input: z.strictObject({ type: z.uuid(), after: z.uuid().nullable(), is_new_field: z.boolean(), pass: stagePass }),
  output: z.strictObject({}),
});

export const recordTypeId = id("typ", "type");
