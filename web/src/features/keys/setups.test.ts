import assert from "node:assert/strict";
import { test } from "node:test";
import { setups } from "./setups.ts";

const KEY = "kith_demo_key";
const all = setups("https://kith.example/api/v1", KEY);
const textOf = (client: string) => (all.find((one) => one.client === client)?.steps ?? []).map(({ code }) => code).join("\n");

test("every set-up has the address of the service", () => {
  assert.ok(all.length >= 6);
  for (const { client } of all) assert.match(textOf(client), /https:\/\/kith\.example\/api\/v1/, client);
});

test("each set-up has the key at most once", () => {
  for (const { client, steps } of all) {
    const times = steps.reduce((sum, { code }) => sum + code.split(KEY).length - 1, 0);
    assert.ok(times <= 1, `${client} has it ${times} times`);
  }
});

test("clients that can read the environment do not have the key in their files", () => {
  for (const client of ["Claude Code", "Cursor", "Windsurf"]) {
    const [first, ...rest] = textOf(client).split("export KITH_API_KEY='kith_demo_key'");
    assert.ok(first !== undefined && rest.length === 1, client);
    assert.doesNotMatch(rest.join(""), /kith_demo_key/, `${client}: only in the environment`);
  }
  assert.doesNotMatch(textOf("VS Code"), /kith_demo_key/, "it asks for the key itself");
});

test("set-ups in JSON are valid JSON", () => {
  const blocks = all.flatMap(({ steps }) => steps.map(({ code }) => code)).filter((code) => code.startsWith("{"));
  assert.ok(blocks.length >= 4);
  for (const block of blocks) assert.doesNotThrow(() => JSON.parse(block) as unknown, block);
});
