import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { legacy, messagesIn, modern } from "./messages.ts";

const service = sharedService();

interface Answer {
  tools?: { name: string; annotations: { readOnlyHint: boolean } }[];
  isError?: boolean;
  content?: { text: string }[];
}

async function send(
  key: string,
  { body, headers }: ReturnType<typeof legacy>,
  search = "",
  more: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${service().url}/api/v1/mcp${search}`, {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json", "x-api-key": key, ...headers, ...more },
    body: JSON.stringify(body),
  });
  const [message] = await messagesIn(response);
  return message?.["result"] as Answer;
}

const WAYS: [search: string, headers: Record<string, string>][] = [
  ["?read_only=true", {}],
  ["?read_only", {}],
  ["", { "x-kith-read-only": "true" }],
  ["?read_only=false", { "x-kith-read-only": "yes" }],
];

for (const [search, headers] of WAYS)
  for (const [generation, make] of Object.entries({ legacy, modern }))
    test(`a read-only connection lists and runs tools that read, and no others: ${search} ${JSON.stringify(headers)} ${generation}`, async () => {
      const ada = await service().given.admin();
      const { key } = await ada.key();
      const { tools = [] } = await send(key, make("tools/list"), search, headers);
      assert.ok(tools.length > 5 && tools.every((tool) => tool.annotations.readOnlyHint));

      const save = { name: "save_records", arguments: { type: "contact", records: [{ values: { name: "New" } }] } };
      const refused = await send(key, make("tools/call", save), search, headers);
      assert.ok(refused.isError);
      assert.match(refused.content?.[0]?.text ?? "", /"error":"read_only"/);
      assert.deepEqual((await ada.call("records.list", { type: "contact" })).items, []);
      assert.ok(!(await send(key, make("tools/call", { name: "get_context", arguments: {} }), search, headers)).isError);
    });

test("read_only=false is an ordinary connection", async () => {
  const { key } = await (await service().given.admin()).key();
  const all = await send(key, legacy("tools/list"));
  assert.deepEqual(await send(key, legacy("tools/list"), "?read_only=false", { "x-kith-read-only": "0" }), all);
});
