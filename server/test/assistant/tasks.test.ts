import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { converse } from "./assistant.ts";
import { CHANGING } from "./changing-tasks.ts";
import { salesTeam, type Team } from "./company.ts";
import { READING } from "./reading-tasks.ts";

// What people ask of their assistant, in their words, with the calls it takes and what there is to read. No model is asked: the
// calls are those that one makes who has read the tools and nothing else, and the budget is what a good tool costs.

const CHARACTERS_PER_TOKEN = 4;
const TASKS = [...READING, ...CHANGING];
const service = sharedService();
let team: Team;
test.beforeEach(async () => {
  team ??= await salesTeam(service());
});

const spent: { words: string; calls: number; most: number; tokens: number; budget: number }[] = [];

test("there are at least thirty tasks, and a third of them change something", () => {
  assert.ok(TASKS.length >= 30 && CHANGING.length >= TASKS.length / 3, `${TASKS.length}, ${CHANGING.length}`);
});

for (const { words, most, tokens: budget, as, script, check } of TASKS) {
  test(`"${words}": ${most} ${most === 1 ? "call" : "calls"} at most`, async () => {
    const { ask, cost } = converse(service(), as === "admin" ? team.adminAssistant : team.assistant);
    const answer: unknown = await script(ask);
    await check(answer, team);

    const tokens = Math.ceil(cost.characters / CHARACTERS_PER_TOKEN);
    spent.push({ words, calls: cost.calls, most, tokens, budget });
    assert.ok(cost.calls <= most, `${cost.calls} calls`);
    assert.ok(tokens <= budget, `${tokens} tokens of answers, and not ${budget}`);
  });
}

test("what it all took", (t) => {
  const line = ({ words, calls, most, tokens, budget }: (typeof spent)[number]) =>
    `${calls}/${most} calls ${String(tokens).padStart(5)}/${String(budget).padEnd(5)} tokens  ${words}`;
  for (const one of spent) t.diagnostic(line(one));
  const sum = (pick: (one: (typeof spent)[number]) => number) => spent.reduce((total, one) => total + pick(one), 0);
  t.diagnostic(`${spent.length} tasks, ${sum((one) => one.calls)} calls, ${sum((one) => one.tokens)} tokens of answers`);
  assert.equal(spent.length, TASKS.length);
});
