import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { sharedService } from "../service.ts";
import { converse, type ToolAnswer } from "./assistant.ts";
import { salesTeam, type Team } from "./company.ts";

// An error tells a model what to send instead, and the next call with exactly that succeeds. The fix is extracted from the message
// by a pattern, never from what the test knows.

const WEDNESDAY = 3;

const service = sharedService();
let team: Team;
test.beforeEach(async () => {
  team ??= await teamOnWednesday();
});

/** In the middle of a week the next Friday has two readings, and on a Friday one. */
async function teamOnWednesday(): Promise<Team> {
  const { clock } = service();
  clock.advance(((WEDNESDAY - clock.now().getUTCDay() + 7) % 7) * DAY_MS);
  return salesTeam(service());
}

interface Wrong {
  mistake: string;
  tool: string;
  input: object;
  /** Finds the fix in the message; the captured text goes into the next call. */
  fix: RegExp;
  mended(fix: string[]): object;
  /** If the fix is to call another tool first: its call, and what to take from its answer. */
  first?(fix: string[]): { tool: string; input: object; take(answer: ToolAnswer): string[] };
}

const deal = (values: object, record?: string) => ({ type: "deal", records: [{ ...(record ? { record } : {}), values }] });
const KILN = "Kiln monitoring";

const WRONG: Wrong[] = [
  {
    mistake: "a misspelt field",
    tool: "save_records",
    input: deal({ amout: 23_000 }, KILN),
    fix: /Did you mean (\w+)\?/,
    mended: ([field = ""]) => deal({ [field]: 23_000 }, KILN),
  },
  {
    mistake: "a field that is nothing like any",
    tool: "save_records",
    input: deal({ headline: "Kilns" }),
    fix: /There are (\w+), /,
    mended: ([field = ""]) => deal({ [field]: "Kilns" }),
  },
  {
    mistake: "an option that does not exist",
    tool: "save_records",
    input: deal({ stage: "Proposed" }, KILN),
    fix: /Did you mean (\w+)\?/,
    mended: ([stage]) => deal({ stage }, KILN),
  },
  {
    mistake: "an option that is nothing like any",
    tool: "save_records",
    input: deal({ source: "Newspaper" }, KILN),
    fix: /Give one of .*?(\w+)\./,
    mended: ([source]) => deal({ source }, KILN),
  },
  {
    mistake: "an amount in words",
    tool: "save_records",
    input: deal({ amount: "a lot" }, KILN),
    fix: /Try (\d+),/,
    mended: ([amount]) => deal({ amount }, KILN),
  },
  {
    mistake: "a date in words",
    tool: "save_records",
    input: deal({ close_date: "next Friday" }, KILN),
    fix: / is ([\d-]+) or /,
    mended: ([close_date]) => deal({ close_date }, KILN),
  },
  {
    mistake: "a phone number without its country",
    tool: "save_records",
    input: { type: "contact", records: [{ record: "Anneke Vos", values: { phone: "030 901820" } }] },
    fix: /such as (\+[\d ]+)\./,
    mended: ([phone]) => ({ type: "contact", records: [{ record: "Anneke Vos", values: { phone } }] }),
  },
  {
    mistake: "a person who is not in the team",
    tool: "save_records",
    input: deal({ owner: "Inez" }, KILN),
    fix: /There are .*(Ines[^,."]+)/,
    mended: ([owner]) => deal({ owner }, KILN),
  },
  {
    mistake: "a name that two records have",
    tool: "save_records",
    input: deal({ stage: "Won" }, "Renewal 2027"),
    fix: /(rec_\w+) \(stage proposal, amount 5000\)/,
    mended: ([id]) => deal({ stage: "Won" }, id),
  },
  {
    mistake: "a name that two people have, of whom one is meant by email",
    tool: "save_records",
    input: { type: "contact", records: [{ record: "Jane Doe", note: "Called" }] },
    fix: /An (email) names one/,
    mended: () => ({ type: "contact", records: [{ record: "jane.doe@acme.example", note: "Called" }] }),
  },
  {
    mistake: "a related record that does not exist under that name",
    tool: "save_records",
    input: deal({ organization: "Kestrel" }, "Tank gauging"),
    fix: /"candidates":\[\{"id":"(rec_\w+)","detail":"Kestrel Optics"/,
    mended: ([organization]) => deal({ organization }, "Tank gauging"),
  },
  {
    mistake: "a relation set from its other end",
    tool: "save_records",
    input: { type: "organization", records: [{ record: "Acme", values: { deals: [KILN] } }] },
    fix: /Set (\w+) on the (\w+) instead/,
    mended: ([field = "", type]) => ({ type, records: [{ record: KILN, values: { [field]: "Acme" } }] }),
  },
  {
    mistake: "a record without what it needs",
    tool: "save_records",
    input: { type: "contact", records: [{ values: { email: "nobody@acme.example" } }] },
    fix: /\/records\/0\/values\/(\w+)","message":"Name is required/,
    mended: ([field = ""]) => ({ type: "contact", records: [{ values: { [field]: "Nobody", email: "nobody@acme.example" } }] }),
  },
  {
    mistake: "the arguments of another tool's shape",
    tool: "save_records",
    input: { type: "deal", record: KILN, values: { stage: "proposal" } },
    fix: /Did you mean (records)\?/,
    mended: ([name = ""]) => ({ type: "deal", [name]: [{ record: KILN, values: { stage: "proposal" } }] }),
  },
  {
    mistake: "a missing argument",
    tool: "save_records",
    input: { records: [{ record: KILN, note: "Called" }] },
    fix: /"(\w+)\\" is missing.*such as (\w+)/,
    mended: ([name = "", value]) => ({ [name]: value, records: [{ record: KILN, note: "Called" }] }),
  },
  {
    mistake: "a misspelt type",
    tool: "query_records",
    input: { type: "dael" },
    fix: /Did you mean (\w+)\?/,
    mended: ([type]) => ({ type }),
  },
  {
    mistake: "the id of a record of another type",
    tool: "get_timeline",
    input: { type: "deal", record: "?" },
    fix: /is a contact, not a deal.*Send type (\w+)/,
    mended: ([type]) => ({ type, record: "?" }),
  },
  {
    mistake: "a field in a filter that does not exist",
    tool: "query_records",
    input: { type: "deal", filter: "amout>=10000" },
    fix: /Did you mean `(\w+)`\?/,
    mended: ([field]) => ({ type: "deal", filter: `${field}>=10000` }),
  },
  {
    mistake: "an operator in a filter that does not exist",
    tool: "query_records",
    input: { type: "deal", filter: "stage==won" },
    fix: /Did you mean `(.+?)`\?/,
    mended: ([operator]) => ({ type: "deal", filter: `stage${operator}won` }),
  },
  {
    mistake: "a flag in a filter that does not exist",
    tool: "query_records",
    input: { type: "deal", filter: "is:closed" },
    fix: /"expected":".*(`won`)/,
    mended: ([flag = ""]) => ({ type: "deal", filter: `is:${flag.replaceAll("`", "")}` }),
  },
  {
    mistake: "a date in a filter that does not exist",
    tool: "query_records",
    input: { type: "deal", filter: "close_date:thismonth" },
    fix: /Did you mean `(\w+)`\?/,
    mended: ([date]) => ({ type: "deal", filter: `close_date:${date}` }),
  },
  {
    mistake: "a chosen field that does not exist",
    tool: "query_records",
    input: { type: "deal", fields: ["close date", "ammount"] },
    fix: /Did you mean (\w+)\?/,
    mended: ([field]) => ({ type: "deal", fields: ["close date", field] }),
  },
  {
    mistake: "a sort by what cannot be sorted by",
    tool: "query_records",
    input: { type: "deal", sort: "-value" },
    fix: /Sort by one of .*(amount)/,
    mended: ([field]) => ({ type: "deal", sort: `-${field}` }),
  },
  {
    mistake: "a sum of what has none",
    tool: "aggregate_records",
    input: { type: "deal", measures: [{ measure: "sum", field: "stage" }] },
    fix: /can be taken of (\w+)/,
    mended: ([field]) => ({ type: "deal", measures: [{ measure: "sum", field }] }),
  },
  {
    mistake: "a measure that does not exist",
    tool: "aggregate_records",
    input: { type: "deal", measures: [{ measure: "total", field: "amount" }] },
    fix: /expected one of .*\\"(sum)\\"/,
    mended: ([measure]) => ({ type: "deal", measures: [{ measure, field: "amount" }] }),
  },
  {
    mistake: "a relation that does not exist",
    tool: "link_records",
    input: { type: "deal", record: KILN, field: "people", add: ["Piotr Nowak"] },
    fix: /There are .*(contacts)/,
    mended: ([field]) => ({ type: "deal", record: KILN, field, add: ["Piotr Nowak"] }),
  },
  {
    mistake: "a name where only an id will do",
    tool: "delete_records",
    input: { ids: ["Test lead one"] },
    fix: /Expected the (id) of a record/,
    first: () => ({ tool: "search", input: { query: "Test lead one" }, take: ({ data }) => [data.results[0].id as string] }),
    mended: ([id]) => ({ ids: [id] }),
  },
  {
    mistake: "more rows than one call takes",
    tool: "save_records",
    input: { type: "task", records: Array.from({ length: 101 }, (_, at) => ({ values: { name: `Task ${at}` } })) },
    fix: /At most (\d+) at a time.*another call/,
    mended: ([most]) => ({ type: "task", records: Array.from({ length: Number(most) }, (_, at) => ({ values: { name: `Task ${at}` } })) }),
  },
  {
    mistake: "more rows in an answer than there can be",
    tool: "query_records",
    input: { type: "contact", limit: 1_000, fields: ["name"] },
    fix: /At most (\d+) at once\. For more, ask again with `cursor`/,
    mended: ([limit]) => ({ type: "contact", limit: Number(limit), fields: ["name"] }),
  },
];

test("there are at least ten mistakes", () => assert.ok(WRONG.length >= 10));

for (const { mistake, tool, input, fix, mended, first } of WRONG) {
  test(`${tool}, ${mistake}: the message has the fix, and the fix works`, async () => {
    const { ask, tell } = converse(service(), team.assistant);
    const jane = await ask("query_records", { type: "contact", records: ["jane.doe@acme.example"], fields: ["name"] });
    const named = (given: object) => JSON.parse(JSON.stringify(given).replace('"?"', JSON.stringify(jane.data.records[0].id))) as object;

    const refused = await tell(tool, named(input));
    assert.ok(refused.isError, refused.text);
    const found = fix.exec(refused.text)?.slice(1);
    assert.ok(found, refused.text);
    const next = first?.(found);
    const taken = next ? next.take(await ask(next.tool, next.input)) : found;
    await ask(tool, named(mended(taken)));
  });
}

test("a wrong call changes nothing and leaves nothing to undo", async () => {
  const { tell } = converse(service(), team.assistant);
  const wrong = await tell("save_records", deal({ stage: "Proposed" }, KILN));
  assert.deepEqual([wrong.isError, wrong.data], [true, undefined]);
});

test("one refused record of two is a result, both refused are an error, in a dry run too", async () => {
  const { tell } = converse(service(), team.assistant);
  const bad = { record: KILN, values: { stage: "Proposed" } };
  const good = { record: "Tank gauging", values: { next_step: "Call" } };
  const half = await tell("save_records", { type: "deal", records: [bad, good], dry_run: true });
  assert.deepEqual([half.isError, half.data.results.map((one: { status: string }) => one.status)], [false, ["failed", "updated"]]);
  for (const dry_run of [true, false]) {
    const none = await tell("save_records", { type: "deal", records: [bad, { ...bad, record: "Tank gauging" }], dry_run });
    assert.ok(none.isError);
    assert.deepEqual(
      (JSON.parse(none.text) as { errors: { pointer: string }[] }).errors.map((one) => one.pointer),
      ["/records/0/values/stage", "/records/1/values/stage"],
    );
  }
});
