import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { snapshot } from "../snapshot.ts";
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

test("no way of asking makes a read-only connection write: every other tool is refused before its input is read", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  await ada.call("records.create", { type: "contact", values: { name: "Ann" } });
  const { tools = [] } = await send(key, legacy("tools/list"));
  const writing = tools.filter((tool) => !tool.annotations.readOnlyHint).map((tool) => tool.name);
  assert.ok(writing.length >= 10 && writing.includes("update_matching") && writing.includes("undo"));
  const before = await snapshot(service(), { without: ["api_keys"] });
  const ways: typeof WAYS = [
    ["?read_only=true&read_only=false", {}],
    ["?read_only=FALSE", {}],
    ["?read_only=", {}],
    ["?read_only=true", { "x-kith-read-only": "false" }],
    ["", { "x-kith-read-only": "false, true" }],
  ];
  for (const [search, headers] of ways)
    for (const name of writing)
      for (const input of [{}, { id: "last" }, { type: "contact", filter: "has:name", values: { city: "x" }, dry_run: true }]) {
        const { isError, content } = await send(key, legacy("tools/call", { name, arguments: input }), search, headers);
        assert.ok(isError && content?.[0]?.text.includes('"error":"read_only"'), `${search} ${JSON.stringify(headers)} ${name}`);
      }
  assert.deepEqual(await snapshot(service(), { without: ["api_keys"] }), before);
});
