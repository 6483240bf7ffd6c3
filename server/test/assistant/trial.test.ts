import assert from "node:assert/strict";
import { test } from "node:test";
import { legacy } from "../mcp/messages.ts";
import { sharedService } from "../service.ts";
import { converse } from "./assistant.ts";
import { salesTeam } from "./company.ts";
import type { TrialTask } from "./task.ts";
import { TRIAL_CHANGING } from "./trial-changing.ts";
import { TRIAL_READING } from "./trial-reading.ts";

// The tasks of the first trial with people, in their words. Each script calls only tools of the list that its role sees, with arguments
// that the list names.

const MAX_MEDIAN = 2;
const TASKS: TrialTask[] = [...TRIAL_READING, ...TRIAL_CHANGING];
const service = sharedService();
const spent: number[] = [];

async function setUp() {
  const team = await salesTeam(service());
  await team.mara.call("companies.update", { currency: "EUR", number_format: "1.234,5" });
  const tests = Array.from({ length: 43 }, (_, at) => ({ values: { name: `Test person ${at}` } }));
  await team.tomasz.call("records.batch", { type: "contact", items: [...tests, { values: { name: "Jürgen Krüger" } }] });
  return { team, tools: { admin: await listed(team.adminAssistant), member: await listed(team.assistant) } };
}
let ready: Awaited<ReturnType<typeof setUp>>;
test.beforeEach(async () => {
  ready ??= await setUp();
});

/** The arguments that each tool of a list takes. */
async function listed(key: string): Promise<Map<string, Set<string>>> {
  const answer = (await (await service().mcp(key, legacy("tools/list").body)).json()) as {
    result: { tools: { name: string; inputSchema: { properties?: object } }[] };
  };
  return new Map(answer.result.tools.map(({ name, inputSchema }) => [name, new Set(Object.keys(inputSchema.properties ?? {}))]));
}

for (const task of TASKS) {
  const { words, calls, as = "member" } = task;
  if ("missing" in task) {
    test.todo(`"${words}": missing is ${task.missing}`);
    continue;
  }
  test(`"${words}": ${calls} ${calls === 1 ? "call" : "calls"}`, async () => {
    const { team, tools } = ready;
    const { ask, cost } = converse(service(), as === "admin" ? team.adminAssistant : team.assistant);
    const answer: unknown = await task.script(async (tool, input = {}) => {
      const known = tools[as].get(tool);
      assert.ok(known, `${tool} is not in the list of this role`);
      for (const name of Object.keys(input)) assert.ok(known.has(name), `${tool} does not list ${name}`);
      return ask(tool, input);
    });
    await task.check(answer, team);
    spent.push(cost.calls);
    assert.equal(cost.calls, calls);
  });
}

test("there are at least thirty tasks, and half of those that are possible take two calls or fewer", (t) => {
  const possible = TASKS.filter((task) => !("missing" in task));
  const median = spent.toSorted((one, other) => one - other)[Math.floor((spent.length - 1) / 2)] ?? Infinity;
  t.diagnostic(
    `${possible.length} of ${TASKS.length} tasks are possible; median ${median} calls, ${spent.reduce((all, one) => all + one, 0)} in all`,
  );
  assert.equal(spent.length, possible.length, "every possible task was done");
  assert.ok(TASKS.length >= 30 && median <= MAX_MEDIAN, `${TASKS.length} tasks, median ${median}`);
});
