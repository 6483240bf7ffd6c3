import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { converse } from "./assistant.ts";
import { CHANGING } from "./changing-tasks.ts";
import { salesTeam, type Team } from "./company.ts";
import { READING } from "./reading-tasks.ts";

// Requests to an assistant in a person's words, with the calls they need and the tokens of the answers. No model runs: the calls are
// those of a model that has read only the tools, and the budget is what good tools should cost.

const CHARACTERS_PER_TOKEN = 4;
const TASKS = [...READING, ...CHANGING];
const service = sharedService();
let team: Team;
test.beforeEach(async () => {
  team ??= await salesTeam(service());
});

const spent: { words: string; calls: number; maxCalls: number; tokens: number; budget: number }[] = [];

test("there are at least thirty tasks, and a third of them change something", () => {
  assert.ok(TASKS.length >= 30 && CHANGING.length >= TASKS.length / 3, `${TASKS.length}, ${CHANGING.length}`);
});

for (const { words, maxCalls, tokens: budget, as, script, check } of TASKS) {
  test(`"${words}": ${maxCalls} ${maxCalls === 1 ? "call" : "calls"} at maxCalls`, async () => {
    const { ask, cost } = converse(service(), as === "admin" ? team.adminAssistant : team.assistant);
    const answer: unknown = await script(ask);
    await check(answer, team);

    const tokens = Math.ceil(cost.characters / CHARACTERS_PER_TOKEN);
    spent.push({ words, calls: cost.calls, maxCalls, tokens, budget });
    assert.ok(cost.calls <= maxCalls, `${cost.calls} calls`);
    assert.ok(tokens <= budget, `${tokens} tokens of answers, and not ${budget}`);
  });
}

test("total calls and tokens", (t) => {
  const line = ({ words, calls, maxCalls, tokens, budget }: (typeof spent)[number]) =>
    `${calls}/${maxCalls} calls ${String(tokens).padStart(5)}/${String(budget).padEnd(5)} tokens  ${words}`;
  for (const one of spent) t.diagnostic(line(one));
  const sum = (pick: (one: (typeof spent)[number]) => number) => spent.reduce((total, one) => total + pick(one), 0);
  t.diagnostic(`${spent.length} tasks, ${sum((one) => one.calls)} calls, ${sum((one) => one.tokens)} tokens of answers`);
  assert.equal(spent.length, TASKS.length);
});
