import { z } from "zod";
import { id, time } from "../../platform/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { memberId, oneLine } from "../members/operations.ts";

export const keyId = id("key", "key");

const Key = z.strictObject({
  id: keyId,
  name: z.string(),
  last_four: z.string(),
  created_at: time,
  last_used_at: time.nullable(),
  client: z.string().nullable().describe("What the key was last used from"),
  owner: z.strictObject({ id: memberId, name: z.string() }),
});

// No operation here has a REST route or a tool: keys are created and deleted in the web application only.

export const create = defineOperation({
  name: "keys.create",
  summary: "Add an API key; its value is in this answer and nowhere else",
  access: "member",
  effect: "write",
  hasSecret: true,
  freshPassword: true,
  input: z.strictObject({ name: oneLine.min(1, "Name the key after the client that will use it.").max(100) }),
  output: Key.extend({ key: z.string() }),
});

export const list = defineOperation({
  name: "keys.list",
  summary: "List your own keys",
  access: "member",
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(Key) }),
});

export const listCompany = defineOperation({
  name: "keys.listCompany",
  summary: "List every member's keys",
  access: "admin",
  effect: "read",
  input: z.strictObject({ ...pageInput }),
  output: pageOf(Key),
});

export const remove = defineOperation({
  name: "keys.delete",
  summary: "Delete a key; it stops working at once",
  access: "member",
  effect: "destroy",
  input: z.strictObject({ id: keyId }),
  output: z.strictObject({}),
});

export const noteUsage = defineOperation({
  name: "keys.noteUsage",
  summary: "Add to what a key has read on a day",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: keyId, day: z.iso.date(), rows: z.int().min(0), calls: z.int().min(0) }),
  output: z.strictObject({ rows: z.int().describe("What the key has read that day, on all nodes") }),
});

export const touch = defineOperation({
  name: "keys.touch",
  summary: "Note that a key was used, and from which client",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: keyId, client: z.string().nullable(), client_named: z.boolean() }),
  output: z.strictObject({}),
});
