import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { time } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { keyId } from "../keys/operations.ts";

const LoggedRequest = z
  .strictObject({
    request_id: z.string().describe("X-Request-Id of the answer"),
    at: time,
    key: z.strictObject({ id: keyId, name: z.string() }),
    method: z.string(),
    path: z.string().describe("Without the query"),
    operation: z.string().nullable().describe("The operation; over MCP the tool or the method"),
    status: z.int(),
    duration_ms: z.int(),
    code: z.string().nullable().describe("Of the error, if there was one; over MCP also when the status is 200"),
  })
  .register(schemaNames, { name: "LoggedRequest" });

export const list = defineOperation({
  name: "requests.list",
  summary: "List the latest 1,000 calls of your own keys, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/requests" },
  example: { show: "errors", limit: 50 },
  input: z.strictObject({
    key: keyId.optional().describe("Only calls of this key"),
    show: z.enum(["all", "errors"]).default("all"),
    ...pageInput,
  }),
  output: pageOf(LoggedRequest),
});

export const MAX_WRITTEN = 1_000;

const seen = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  key_id: z.uuid(),
  at: time,
  method: z.string(),
  path: z.string(),
  operation: z.string().nullable(),
  status: z.int(),
  duration_ms: z.int(),
  code: z.string().nullable(),
});

export const write = defineOperation({
  name: "requests.write",
  summary: "Store calls that a node has seen, and drop the oldest",
  access: "system",
  effect: "write",
  input: z.strictObject({ requests: z.array(seen).max(MAX_WRITTEN) }),
  output: z.strictObject({}),
});
