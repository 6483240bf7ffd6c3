import { z } from "zod";
import { id, time } from "../../platform/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { fieldsInput, filterInput, sortInput, typeInput } from "../records/operations.ts";

export const exportId = id("exp", "export");

const Export = z.strictObject({
  id: exportId,
  type: z.string(),
  name: z.string().describe("What to call the file"),
  state: z.enum(["running", "done", "failed"]),
  rows: z.int().describe("Rows written so far"),
  size: z.int().describe("Characters written so far"),
  parts: z.int(),
  failure: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
  expires_at: time.describe("From then on the file is gone"),
});

// No rest and no tool: a bulk export is only for a person who has just entered their password.
export const create = defineOperation({
  name: "exports.create",
  summary: "Write the records of a type that match a filter to a CSV file",
  access: "member",
  effect: "write",
  freshPassword: true,
  input: z.strictObject({ type: typeInput, filter: filterInput, sort: sortInput, fields: fieldsInput }),
  output: Export,
});

export const get = defineOperation({
  name: "exports.get",
  summary: "How far an export of yours has come",
  access: "member",
  effect: "read",
  input: z.strictObject({ id: exportId }),
  output: Export,
});

export const list = defineOperation({
  name: "exports.list",
  summary: "List your exports, newest first",
  access: "member",
  effect: "read",
  input: z.strictObject({ ...pageInput }),
  output: pageOf(Export),
});

export const read = defineOperation({
  name: "exports.read",
  summary: "One part of the file; all of them, in order, are the file",
  access: "member",
  effect: "read",
  freshPassword: true,
  input: z.strictObject({ id: exportId, position: z.int().min(0) }),
  output: z.strictObject({ text: z.string() }),
});

export const step = defineOperation({
  name: "exports.step",
  summary: "Write the next page of an export",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: exportId }),
  output: z.strictObject({}),
});

export const fail = defineOperation({
  name: "exports.fail",
  summary: "Stop an export that cannot go on",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: exportId, reason: z.string() }),
  output: z.strictObject({}),
});
