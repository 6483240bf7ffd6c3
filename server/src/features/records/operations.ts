import { z } from "zod";
import { id, time } from "../../platform/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { pageInput, pageOf, wordList } from "../../platform/paging.ts";
import { memberId } from "../members/operations.ts";

export const recordId = id("rec", "record");
export const operationId = id("op", "operation");
export const noteId = id("note", "note");
const noteText = z.string().trim().min(1).max(20_000);
export const MAX_BATCH = 1_000;
export const MAX_FILTER = 6_000;

const type = z.string().min(1).max(60).describe("Type of the record: its key or label, such as deal");
const values = z
  .record(z.string().max(60), z.unknown())
  .describe(
    "Values by field key or label. People by email, name, id or @me; related records by name, email or id; options by key or label; null clears",
  );
const fields = wordList(z.string().max(60), 100).describe("Only these fields, by key or label");
// The parser checks the length, with an error message of its own. Here it is only documented.
const filter = z
  .string()
  .meta({ maxLength: MAX_FILTER })
  .optional()
  .describe("Filter text, such as: stage:proposal amount>=10000 owner:@me; or the same as JSON");
const sort = z.string().max(200).optional().describe("Field keys, separated by commas; - before one for descending");
const ifVersion = z.coerce.number().int().optional().describe("Refuse when the record has another version");
const reference = z.string().min(1).max(500).describe("Id (rec_…), email, phone or exact name of the record");

const match = z.string().max(60).describe("An email, phone, url or unique field");
const allowDuplicate = z.boolean().default(false).describe("Create despite a known email, phone or domain");

/** What is wrong with one of several records. */
const itemError = z.strictObject({
  pointer: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  code: z.string().optional(),
  record: z.strictObject({ id: z.string(), title: z.string() }).optional(),
});

export const CrmRecord = z.strictObject({
  id: recordId,
  type: z.string(),
  title: z.string(),
  values: z
    .record(z.string(), z.unknown())
    .describe("Values by field key. An empty field is left out, unless it was asked for in fields: then it is null"),
  version: z.int(),
  created_at: time,
  updated_at: time,
  deleted_at: time.nullable(),
});

const saved = z.strictObject({ record: CrmRecord, operation_id: operationId, is_new: z.boolean() });

export const list = defineOperation({
  name: "records.list",
  summary: "List records of a type by filter and sort",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/records/{type}" },
  input: z.strictObject({ type, filter, sort, fields, count: z.enum(["none", "estimate", "exact"]).default("estimate"), ...pageInput }),
  output: pageOf(CrmRecord).extend({
    count: z.strictObject({ value: z.int(), is_exact: z.boolean() }).nullable().describe("Exact to 1,000, then the planner's estimate"),
  }),
});

export const create = defineOperation({
  name: "records.create",
  summary: "Create a record",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/records/{type}", status: 201 },
  input: z.strictObject({ type, values, allow_duplicate: allowDuplicate }),
  output: saved,
});

export const get = defineOperation({
  name: "records.get",
  summary: "Read a record",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/records/{type}/{id}" },
  input: z.strictObject({ type: type.optional(), id: recordId, fields }),
  output: CrmRecord,
});

export const update = defineOperation({
  name: "records.update",
  summary: "Change some values of a record",
  access: "member",
  effect: "write",
  rest: { method: "PATCH", path: "/records/{type}/{id}" },
  input: z.strictObject({
    type: type.optional(),
    id: recordId,
    values,
    if_version: ifVersion,
  }),
  output: saved,
});

export const remove = defineOperation({
  name: "records.delete",
  summary: "Move a record to the trash, for 30 days",
  access: "member",
  effect: "destroy",
  rest: { method: "DELETE", path: "/records/{type}/{id}" },
  input: z.strictObject({ type: type.optional(), id: recordId, if_version: ifVersion }),
  output: z.strictObject({ operation_id: operationId }),
});

export const restore = defineOperation({
  name: "records.restore",
  summary: "Bring a record back from the trash",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/records/{type}/{id}/restore" },
  input: z.strictObject({ type: type.optional(), id: recordId }),
  output: saved,
});

export const upsert = defineOperation({
  name: "records.upsert",
  summary: "Update the record with this email, phone, address or unique value, or create it",
  access: "member",
  effect: "write",
  rest: { method: "PUT", path: "/records/{type}/upsert" },
  input: z.strictObject({ type, match, values }),
  output: saved,
});

const batchItem = z.strictObject({ id: recordId.optional().describe("Given: update; left out: create"), values });

export const batch = defineOperation({
  name: "records.batch",
  summary: "Create and update up to 1,000 records, with a result for each",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/records/{type}/batch" },
  input: z.strictObject({
    type,
    items: z.array(batchItem).min(1).max(MAX_BATCH),
    match: match.optional(),
    allow_duplicate: allowDuplicate,
  }),
  output: z.strictObject({
    operation_id: operationId,
    results: z.array(
      z.strictObject({
        status: z.enum(["created", "updated", "failed"]),
        id: recordId.nullable(),
        values: z
          .record(z.string(), z.unknown())
          .describe("The given values as stored; people, related records and long texts are left out"),
        errors: z.array(itemError),
      }),
    ),
  }),
});

export const removeBatch = defineOperation({
  name: "records.deleteBatch",
  summary: "Move up to 1,000 records to the trash, for 30 days",
  access: "member",
  effect: "destroy",
  rest: { method: "POST", path: "/records/{type}/trash" },
  input: z.strictObject({ type, ids: z.array(recordId).min(1).max(MAX_BATCH) }),
  output: z.strictObject({
    operation_id: operationId,
    deleted: z.int(),
    missing: z.array(recordId).describe("Not of this type, not there, or in the trash already"),
  }),
});

export const undo = defineOperation({
  name: "records.undo",
  summary: "Undo an operation by its id",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/operations/{id}/undo" },
  tool: {
    name: "undo",
    title: "Undo",
    describe:
      "Undo one earlier change, of many records too, by the operation_id it returned or get_timeline shows. Refuses where later changes stand in the way.",
  },
  input: z.strictObject({ id: operationId }),
  output: z.strictObject({ operation_id: operationId, records: z.int().describe("How many records were set back") }),
});

export const timeline = defineOperation({
  name: "records.timeline",
  summary: "Everything that happened to a record, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/records/{type}/{id}/timeline" },
  input: z.strictObject({ type: type.optional(), id: recordId, ...pageInput }),
  output: pageOf(
    z.strictObject({
      id: z.string(),
      at: time,
      kind: z.string().describe("Event type, such as record.updated or note.added"),
      actor: z.strictObject({ id: memberId, name: z.string() }).nullable(),
      key: z.strictObject({ id: id("key", "key"), name: z.string() }).nullable(),
      via: z.string(),
      operation_id: operationId,
      changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).nullable(),
      names: z.record(z.string(), z.string()).describe("Names of the people and records in the changes, by id"),
      note: z
        .strictObject({ id: noteId, text: z.string(), edited_at: time.nullable() })
        .nullable()
        .describe("The note that was added, with the text it has now"),
    }),
  ),
});

export const addNote = defineOperation({
  name: "records.addNote",
  summary: "Write a note on a record",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/records/{type}/{id}/notes", status: 201 },
  input: z.strictObject({ type: type.optional(), id: recordId, text: noteText }),
  output: z.strictObject({ id: noteId, operation_id: operationId }),
});

export const updateNote = defineOperation({
  name: "records.updateNote",
  summary: "Give a note another text: its author or an Admin can",
  access: "member",
  effect: "write",
  rest: { method: "PATCH", path: "/records/{type}/{id}/notes/{note}" },
  input: z.strictObject({ type: type.optional(), id: recordId, note: noteId, text: noteText }),
  output: z.strictObject({ operation_id: operationId }),
});

export {
  allowDuplicate as allowDuplicateInput,
  fields as fieldsInput,
  filter as filterInput,
  match as matchInput,
  reference as referenceInput,
  sort as sortInput,
  type as typeInput,
  values as valuesInput,
};

const found = z.strictObject({
  id: recordId,
  type: z.string(),
  title: z.string(),
  detail: z.string().describe("What tells it apart, such as an email"),
});

export const search = defineOperation({
  name: "records.search",
  summary: "Find records of every type as you type",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/search" },
  input: z.strictObject({
    query: z.string().trim().min(1).max(200),
    types: wordList(z.string().max(60), 20),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  }),
  output: z.strictObject({ items: z.array(found) }),
});

const measure = z.strictObject({
  measure: z.enum(["count", "sum", "average", "min", "max"]),
  field: z.string().max(60).optional().describe("Number, money or date field; not for count"),
});

export const aggregate = defineOperation({
  name: "records.aggregate",
  summary: "Count and sum records, grouped by a field, a relation or time",
  access: "member",
  effect: "read",
  rest: { method: "POST", path: "/records/{type}/aggregate" },
  tool: {
    name: "aggregate_records",
    title: "Aggregate records",
    describe:
      "Count, sum or average records of one type that match a filter, whole or grouped by a field, a relation or a time interval. Use it for totals instead of reading records: type deal, measures [{measure: sum, field: amount}], group_by stage.",
  },
  input: z.strictObject({
    type,
    filter,
    measures: z
      .array(measure)
      .min(1)
      .max(5)
      .default([{ measure: "count" }]),
    group_by: z.string().max(60).optional().describe("Field key to group by"),
    interval: z.enum(["day", "week", "month", "quarter", "year"]).optional().describe("For a date field"),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  output: z.strictObject({
    groups: z.array(
      z.strictObject({ key: z.string().nullable(), label: z.string(), values: z.array(z.union([z.number(), z.string()]).nullable()) }),
    ),
    is_cut: z.boolean().describe("There are more groups than the limit"),
    currency: z.string().describe("Of all amounts; others are converted"),
  }),
});

export const merge = defineOperation({
  name: "records.merge",
  summary: "Merge records of one type into one",
  access: "member",
  effect: "destroy",
  rest: { method: "POST", path: "/records/{type}/merge" },
  input: z.strictObject({
    type,
    into: recordId.describe("The record that stays"),
    from: z.array(recordId).min(1).max(20).describe("The records that go into it"),
    values: values
      .optional()
      .describe("Values to keep where the records differ; otherwise the record that stays wins and blanks are filled"),
  }),
  output: saved,
});

export const changes = defineOperation({
  name: "records.changes",
  summary: "What changed since a position, in order: sync without polling by date",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/changes" },
  input: z.strictObject({
    after: z.string().max(8_000).optional().describe("`position` of the answer before; left out: from the beginning"),
    type: type.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.string(),
        at: time,
        kind: z.string(),
        record: z.strictObject({ id: recordId, type: z.string(), title: z.string() }),
        actor: memberId.nullable(),
        key: id("key", "key").nullable(),
        operation_id: operationId,
        changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).nullable(),
      }),
    ),
    position: z.string().describe("Ask again with it as `after`; an empty page leaves it where it was"),
    has_more: z.boolean(),
  }),
});

export const weigh = defineOperation({
  name: "records.weigh",
  summary: "Tell whether a type has so many records that an index of its own pays",
  access: "system",
  effect: "read",
  input: z.strictObject({ type_id: z.uuid() }),
  output: z.strictObject({ is_large: z.boolean() }),
});
