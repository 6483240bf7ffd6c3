import assert from "node:assert/strict";
import { test } from "node:test";
import { legacy } from "../mcp/messages.ts";
import { sharedService } from "../service.ts";
import { converse } from "./assistant.ts";
import { EVERYDAY_CHANGING } from "./everyday-changing.ts";
import { everydayTeam } from "./everyday-company.ts";
import { EVERYDAY_READING } from "./everyday-reading.ts";
import { FROZEN_TASKS } from "./frozen-calls.ts";

// Requests of sales people to their assistant, in their words. No model runs: the calls are those of a model that has read only the tools
// of its role, with arguments that they name.

const MAX_MEDIAN_CALLS = 2;
const MAX_MEDIAN_TOKENS = 350;
const CHARACTERS_PER_TOKEN = 4;
const service = sharedService();
const spent: Record<string, { words: string; calls: number; tokens: number }[]> = { frozen: [], everyday: [] };
let ready: Awaited<ReturnType<typeof setUp>>;
test.beforeEach(async () => {
  ready ??= await setUp();
});

async function setUp() {
  const team = await everydayTeam(service());
  return { team, tools: { admin: await listed(team.adminAssistant), member: await listed(team.assistant) } };
}

/** The arguments that each tool of a list takes. */
async function listed(key: string): Promise<Map<string, Set<string>>> {
  const answer = (await (await service().mcp(key, legacy("tools/list").body)).json()) as {
    result: { tools: { name: string; inputSchema: { properties?: object } }[] };
  };
  return new Map(answer.result.tools.map(({ name, inputSchema }) => [name, new Set(Object.keys(inputSchema.properties ?? {}))]));
}

const SETS = {
  frozen: { tasks: FROZEN_TASKS.map((task) => ({ as: undefined, ...task })), least: 20 },
  everyday: { tasks: [...EVERYDAY_READING, ...EVERYDAY_CHANGING], least: 50 },
};

for (const [set, { tasks, least }] of Object.entries(SETS)) {
  for (const { words, as = "member", script, check } of tasks)
    test(`${set}: "${words}"`, async () => {
      const { team, tools } = ready;
      const { ask, cost } = converse(service(), as === "admin" ? team.adminAssistant : team.assistant);
      assert.ok(script, "the task has calls");
      const answered = await script(async (tool, input = {}) => {
        const known = tools[as].get(tool);
        assert.ok(known, `${tool} is not in the list of this role`);
        for (const name of Object.keys(input)) assert.ok(known.has(name), `${tool} does not list ${name}`);
        return ask(tool, input);
      });
      await check(answered, team);
      spent[set]?.push({ words, calls: cost.calls, tokens: Math.ceil(cost.characters / CHARACTERS_PER_TOKEN) });
    });

  test(`${set}: all ${least} tasks were done, half of them in two calls and 350 tokens of answers`, (t) => {
    const done = spent[set] ?? [];
    for (const { words, calls, tokens } of done) t.diagnostic(`${calls} calls ${String(tokens).padStart(5)} tokens  ${words}`);
    const [calls, tokens] = [median(done.map((one) => one.calls)), median(done.map((one) => one.tokens))];
    t.diagnostic(`${done.length} tasks, median ${calls} calls and ${tokens} tokens`);
    assert.equal(new Set(done.map((one) => one.words)).size, least, "each task once, and none is missing");
    assert.ok(calls <= MAX_MEDIAN_CALLS && tokens <= MAX_MEDIAN_TOKENS, `median ${calls} calls, ${tokens} tokens`);
  });
}

const median = (figures: number[]) => figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Infinity;
