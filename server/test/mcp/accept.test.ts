import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { legacy, messagesIn, modern } from "./messages.ts";

const service = sharedService();

const RANKINGS: Record<string, "application/json" | "text/event-stream"> = {
  "application/json, text/event-stream": "application/json",
  "application/json;q=0.5, text/event-stream;q=0.5": "application/json",
  "text/event-stream;q=0.9, application/json": "application/json",
  "text/html, application/json, */*, text/event-stream": "application/json",
  "text/event-stream, application/json": "text/event-stream",
  "application/json;q=0.9, text/event-stream": "text/event-stream",
  "application/json; charset=utf-8; q=0.1, text/event-stream; q=0.2": "text/event-stream",
};

const QUESTIONS = {
  "tools/list, 2025-11-25": legacy("tools/list"),
  "tools/list, 2026-07-28": modern("tools/list"),
  "tools/call, 2025-11-25": legacy("tools/call", { name: "get_context", arguments: {} }),
  "tools/call, 2026-07-28": modern("tools/call", { name: "get_context", arguments: {} }),
  "server/discover": modern("server/discover"),
};

for (const [name, { body, headers }] of Object.entries(QUESTIONS)) {
  test(`${name}: JSON, unless Accept ranks the event stream higher`, async () => {
    const { key } = await (await service().given.admin()).key();
    for (const [accept, expected] of Object.entries(RANKINGS)) {
      const response = await service().mcp(key, body, { ...headers, accept });
      assert.equal(response.status, 200, accept);
      assert.equal(response.headers.get("content-type")?.split(";")[0], expected, accept);
      const messages = await messagesIn(response);
      assert.equal(messages.length, 1, accept);
      assert.ok(messages[0]?.["result"], accept);
    }
  });
}
