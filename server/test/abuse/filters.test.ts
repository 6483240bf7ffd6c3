import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldError } from "../../src/kernel/errors.ts";
import { watchStatements, type SentStatement } from "../filter/statements.ts";
import { inService, sharedService, type Person, type Service } from "../service.ts";
import { assertCleanTraces } from "../assertions.ts";
import { measured, stopwatch, within } from "../measured.ts";

const service = sharedService();
test.afterEach(() => assertCleanTraces(service()));

const MAX_MS = 100;
/** On a busy machine a single try may take any time. */
const TRIES = 10;

interface Answer {
  status: number;
  code: string;
  errors: FieldError[];
}

type Ask = (input: Record<string, unknown>) => Promise<Answer>;

interface Setting {
  ada: Person;
  key: string;
  list: Ask;
  aggregate: Ask;
  query: Ask;
  aggregateTool: Ask;
}

/** A company with three deals, and the ways in that take a filter: REST in the URL and in the body, and two MCP tools. */
async function given(at: Service = service()): Promise<Setting> {
  const ada = await at.given.admin();
  const { key } = await ada.key();
  const items = ["Flow", "Kiln", "Tank"].map((name, index) => ({ values: { name, amount: index, next_step: `${"a".repeat(1_900)}!` } }));
  await ada.call("records.batch", { type: "deal", items });
  const rest = async (answer: Promise<Response>): Promise<Answer> => {
    const { status } = await answer;
    const { code = "", errors = [] } = (await (await answer).json()) as Partial<Answer>;
    return { status, code, errors };
  };
  const tool =
    (name: string): Ask =>
    async (input) => {
      const params = { name, arguments: { type: "deal", ...input } };
      const answer = await at.mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
      const { result } = (await answer.json()) as { result?: { isError?: boolean; content: [{ text: string }] } };
      assert.ok(result, `${name} answered ${answer.status} without a result`);
      if (!result.isError) return { status: 200, code: "", errors: [] };
      const { error, errors = [] } = JSON.parse(result.content[0].text) as { error: string; errors?: FieldError[] };
      return { status: STATUSES[error] ?? 500, code: error, errors };
    };
  return {
    ada,
    key,
    list: (input) => rest(at.rest(key, "GET", `/records/deal?${new URLSearchParams(input as Record<string, string>).toString()}`)),
    aggregate: (input) => rest(at.rest(key, "POST", "/records/deal/aggregate", input)),
    query: tool("query_records"),
    aggregateTool: tool("aggregate_records"),
  };
}

/** A tool's refusal has a code and no status: these are what REST gives the same codes. */
const STATUSES: Record<string, number> = {
  bad_filter: 400,
  bad_sort: 400,
  bad_aggregate: 400,
  bad_cursor: 400,
  invalid_input: 422,
  too_slow: 503,
};

const everywhere = ({ list, aggregate, query, aggregateTool }: Setting) => ({ list, aggregate, query, aggregateTool });

/** The text at the place that the error points to. */
const REFUSED: [filter: string, underlined: string][] = [
  ["nosuchfield:1", "nosuchfield"],
  ["amuont>5", "amuont"],
  ["amount=5", "="],
  ["amount~5", "amount~5"],
  ["amount<>5", "<>"],
  ["name:'x'", "'x'"],
  ["name:“x”", "“x”"],
  ["name:‘x’", "‘x’"],
  ['name:"x', '"x'],
  ["amount:5;--", "5;--"],
  ["amount>5) OR 1:1--", ")"],
  ["stage:won';--", "won';--"],
  ["stage:won' OR '1'='1", "'1'='1"],
  ["pg_sleep(5)", "pg_sleep("],
  ["amount:pg_sleep(5)", "amount:pg_sleep(5)"],
  ["name:a';select pg_sleep(5)--", "pg_sleep(5)--"],
  ["__proto__:1", "__proto__"],
  ["__proto__.polluted:1", "__proto__"],
  ["constructor.prototype:1", "constructor"],
  ["is:__proto__", "__proto__"],
  ["name.title:1", "name"],
  ["r.amount>1", "r"],
  ["amount::text:5", "::"],
  ["organization.website::text~x", "::"],
  ["data->>'name':x", ">>"],
  ["owner:@x';--", "@x';--"],
  ["count(tasks)>1;--", "count(tasks)>1;--"],
  ["close_date:99999-01-01", "99999-01-01"],
];

test("a hostile filter is 400 with its place, what was expected and the nearest name, over REST and MCP", async () => {
  const setting = await given();
  for (const [filter, underlined] of REFUSED) {
    for (const [name, ask] of Object.entries(everywhere(setting))) {
      const { status, code, errors } = await ask({ filter });
      assert.deepEqual([status, code], [400, "bad_filter"], `${name} ${filter}`);
      const [{ pointer, from, to, expected, hint, suggestions } = assert.fail(filter)] = errors;
      assert.deepEqual([pointer, filter.slice(from, to)], ["/filter", underlined], `${name} ${filter}`);
      assert.ok(expected ?? hint ?? suggestions?.length, `${name} ${filter}`);
    }
  }
  const { errors } = await setting.list({ filter: "amuont>5" });
  assert.deepEqual(errors[0]?.suggestions, ["amount"]);
});

const REFUSED_JSON: [json: string, pointer: string, message: RegExp][] = [
  ['{"field":"amuont","op":"gt","value":5}', "/filter/field", /Did you mean `amount`/],
  ['{"field":"amount","op":"pg_sleep(5)","value":5}', "/filter/op", /no operator/],
  ['{"field":"__proto__","op":"set"}', "/filter/field", /no field `__proto__`/],
  ['{"field":["name","title"],"op":"set"}', "/filter/field", /not a relation/],
  ['{"__proto__":{"is":"won"}}', "/filter", /not a filter/],
  ['{"and":[{"is":"won"},{"constructor":1}]}', "/filter/and/1", /not a filter/],
  ['{"field":"name","op":"eq","value":{"$gt":""}}', "/filter/value", /A value is/],
  // With duplicate names the last would win, and the first condition would be lost.
  ['{"is":"won","is":"lost"}', "/filter", /twice/],
  ['{"and":[{"is":"won"}],"\\u0061nd":[{"is":"lost"}]}', "/filter", /twice/],
  ['{"is":"won"', "/filter", /not valid JSON/],
  ['{"is":"won"};--', "/filter", /not valid JSON/],
];

test("JSON filters follow the same rules, and no condition is dropped", async () => {
  const setting = await given();
  for (const [filter, pointer, message] of REFUSED_JSON) {
    for (const [name, ask] of Object.entries(everywhere(setting))) {
      const { status, code, errors } = await ask({ filter });
      assert.deepEqual([status, code, errors[0]?.pointer], [400, "bad_filter", pointer], `${name} ${filter}`);
      assert.match(errors[0]?.message ?? "", message);
    }
  }
});

measured("refusing takes less than 100 ms", async () => {
  const setting = await given();
  for (const [filter] of REFUSED) {
    for (const [name, ask] of Object.entries(everywhere(setting))) {
      const own = await ownMs(ask, filter);
      assert.ok(own < MAX_MS, `${name} ${filter}: ${own} ms`);
    }
  }
});

/** The CPU time of a refusal in this thread, where the service runs. It needs no database, and other processes do not count. */
async function ownMs(ask: Ask, filter: string): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least >= MAX_MS; tries++) {
    const before = process.threadCpuUsage();
    await ask({ filter });
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** The time of a filter minus that of an ordinary one just before: on a busy machine both take longer. */
async function extraMs(ask: Ask, filter: string): Promise<number> {
  const timeOf = async (text: string) => {
    const took = stopwatch();
    await ask({ filter: text });
    return took();
  };
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least >= MAX_MS; tries++) {
    const usual = await timeOf("amount>=0");
    least = Math.min(least, (await timeOf(filter)) - usual);
  }
  return least;
}

const BOUND: [filter: string, literals: unknown[]][] = [
  ["amount>5", ["5"]],
  ["amount:1,2,3", ["1", "2", "3"]],
  ["amount:7..9", ["7", "9"]],
  ["NOT (amount>1 OR amount<-1)", ["1", "-1"]],
  ["stage:proposal,qualified", ["proposal", "qualified"]],
  ['name:"x\';--"', ["x';--"]],
  ['name:"pg_sleep(5)","“quoted”"', ["pg_sleep(5)", "“quoted”"]],
  ["name>$1 name<$2", ["$1", "$2"]],
  ["count(tasks)>3", [3]],
];

test("a statement has one parameter for each literal, and no literal in its text", async (t) => {
  const { list } = await given();
  const sent: SentStatement[] = [];
  watchStatements(t, (statement) => {
    if (/ from \w*records r\b/.test(statement.text) && / order by /.test(statement.text)) sent.push(statement);
  });
  const statementFor = async (filter: string) => {
    sent.length = 0;
    assert.equal((await list({ filter, count: "none", sort: "created_at" })).status, 200, filter);
    const [statement] = sent;
    assert.ok(statement && sent.length === 1);
    return { text: statement.text, values: statement.values.flat() };
  };
  const without = await statementFor("");
  for (const [filter, literals] of BOUND) {
    const { text, values } = await statementFor(filter);
    // A count binds four more values: the company twice, the field, and where to stop counting.
    const fixed = without.values.length + (filter.includes("tasks") ? 4 : 0);
    assert.equal(values.length, fixed + literals.length, `${filter}: ${JSON.stringify(values)}`);
    for (const literal of literals) {
      assert.ok(values.includes(literal), `${filter}: ${JSON.stringify(values)}`);
      if (String(literal).length > 2) assert.ok(!text.includes(String(literal)), text);
    }
  }
});

const MEGABYTE = 1_000_000;
const repeated = (times: number, part: string, between = "") => Array.from({ length: times }, () => part).join(between);
const BOMBS: Record<string, [filter: string, bound: RegExp]> = {
  "parentheses 1,000 deep": [`${"(".repeat(1_000)}a${")".repeat(1_000)}`, /nests at most 5 deep/],
  "negations 500 deep": [`${"NOT ".repeat(500)}is:open`, /nests at most 5 deep/],
  "relations 200 deep": [`${"any(tasks, any(deal, ".repeat(100)}is:open${"))".repeat(100)}`, /nests at most 5 deep/],
  "arrays 2,900 deep": ["[".repeat(2_900) + "]".repeat(2_900), /nests at most 5 deep/],
  "JSON negations 300 deep": [`${'{"not":'.repeat(300)}{"is":"open"}${"}".repeat(300)}`, /nests at most 5 deep/],
  "10,000 terms": [repeated(10_000, "name:a", " OR "), /at most 3,000 bytes/],
  "400 terms": [repeated(400, "a:1", " "), /at most 25 conditions/],
  "26 conditions": [repeated(26, "is:open", " OR "), /at most 25 conditions/],
  "26 rules": [`[${repeated(26, '{"is":"open"}', ",")}]`, /at most 25 conditions/],
  "a list of 101": [`amount:${repeated(101, "1", ",")}`, /at most 100 values/],
  "four relations in a row": ["organization.deals.organization.deals.name:a", /at most 3 relations/],
  "a text of a megabyte": [`name~"${"a".repeat(MEGABYTE)}"`, /at most 3,000 bytes/],
  "a name of a megabyte": ["a".repeat(MEGABYTE), /at most 3,000 bytes/],
  "JSON of a megabyte": [`{"text":"${"a".repeat(MEGABYTE)}"}`, /at most 3,000 bytes/],
  "a megabyte of percent signs": [`name~${"%".repeat(MEGABYTE)}`, /at most 3,000 bytes/],
};

test("an oversized filter is 400 at the limit it exceeds, which the error names, in less than 100 ms", async () => {
  const { list, aggregate, query, aggregateTool } = await given();
  for (const [bomb, [filter, bound]] of Object.entries(BOMBS)) {
    for (const [name, ask] of Object.entries({ aggregate, query, aggregateTool })) {
      const { status, code, errors } = await ask({ filter });
      assert.deepEqual([status, code], [400, "bad_filter"], `${name}: ${bomb}`);
      assert.match(errors[0]?.message ?? "", bound, `${name}: ${bomb}`);
      const own = await ownMs(ask, filter);
      assert.ok(own < within(MAX_MS), `${name}: ${bomb}: ${own} ms`);
    }
    // A filter that does not fit into a URL is refused earlier.
    if (filter.length < MEGABYTE) assert.ok([400, 414, 431].includes((await list({ filter })).status), bomb);
  }
});

test("there are no regular expressions: what looks like one is text, or an operator that does not exist", async () => {
  const { ada, list } = await given();
  for (const filter of ["next_step=~(a+)+$", "next_step~~(a+)+$", "next_step:/(a+)+$/i", "name:~^F"]) {
    const { status } = await list({ filter });
    assert.equal(status, 400, filter);
  }
  for (const filter of ['next_step~"(a+)+$"', 'next_step~"(a|a)*b"', 'next_step^=".*"', "next_step~%", "next_step^=_", "%", "a%b"]) {
    const extra = await extraMs(list, filter);
    assert.ok(extra < within(MAX_MS), `${filter}: ${extra} ms`);
    assert.deepEqual((await ada.call("records.list", { type: "deal", filter })).items, [], filter);
  }
});

measured("25 patterns of percent signs on everything are answered quickly", async () => {
  const { list, query } = await given();
  const filter = repeated(25, 'next_step~"%a%a%a%a%a%a%a%a%"', " OR ");
  for (const ask of [list, query]) {
    assert.equal((await ask({ filter })).status, 200);
    const extra = await extraMs(ask, filter);
    assert.ok(extra < MAX_MS, `${extra} ms`);
  }
});

test(
  "a statement that takes longer than 5 s is stopped: 503 with Retry-After, and the service continues",
  inService(async (slow) => {
    const { key, list, aggregate, query } = await given(slow);
    await slow.database.query(
      "create or replace function fold(text) returns text language plpgsql immutable strict as 'begin perform pg_sleep(8); return $1; end'",
    );
    const took = stopwatch();
    const filter = "next_step>a";
    const [answer, ...others] = await Promise.all([
      slow.rest(key, "GET", `/records/deal?filter=${encodeURIComponent(filter)}`),
      aggregate({ filter }),
      query({ filter }),
    ]);
    const ms = took();
    assert.ok(ms > 4_900, `${ms} ms`);
    assert.equal(answer.status, 503);
    assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/);
    assert.equal(((await answer.json()) as Answer).code, "too_slow");
    for (const other of others) assert.deepEqual([other.status, other.code], [503, "too_slow"]);
    assert.equal((await list({ filter: "amount>=0" })).status, 200);
  }),
);

const INJECTED = [
  "name; drop table records",
  "(select pg_sleep(5))",
  "name desc nulls first",
  "name::text",
  "1",
  "random()",
  "data->>'name'",
  'name collate "C"',
  "r.name",
  "__proto__",
  "constructor",
  "-",
  "name'--",
  "nаme", // with a Cyrillic а
];

test("sort, group, measure, interval and mode are names that exist, or refused", async () => {
  const { list, aggregate, query, aggregateTool } = await given();
  for (const text of INJECTED) {
    const cases: [string, Answer][] = [
      ["sort", await list({ sort: text })],
      ["second sort", await list({ sort: `name,${text}` })],
      ["sort of the tool", await query({ sort: text })],
      ["group", await aggregate({ group_by: text })],
      ["group of the tool", await aggregateTool({ group_by: text })],
      ["measured field", await aggregate({ measures: [{ measure: "sum", field: text }] })],
      ["measure", await aggregate({ measures: [{ measure: text, field: "amount" }] })],
      ["interval", await aggregate({ group_by: "created_at", interval: text })],
      ["interval of the tool", await aggregateTool({ group_by: "created_at", interval: text })],
      ["count", await list({ count: text })],
      ["limit of the tool", await query({ limit: text })],
    ];
    for (const [where, { status, code }] of cases) assert.ok(status === 400 || status === 422, `${where} ${text}: ${status} ${code}`);
  }
  assert.equal((await list({ sort: "name,name,name,name" })).code, "bad_sort");
  assert.equal((await list({ sort: "-amount,name" })).status, 200);
});

test("the time zone is one that exists; there is no locale and no language of search to choose", async () => {
  const { ada, list, aggregate, query } = await given();
  for (const zone of [
    "UTC'; drop table records; --",
    "../../etc/passwd",
    "Mars/Olympus",
    "+05:30",
    "EST5EDT,M3.2.0",
    "localtime",
    "",
    "a".repeat(5_000),
  ]) {
    const answer = await ada.post("companies.update", { time_zone: zone });
    assert.equal(answer.status, 422, zone.slice(0, 40));
  }
  assert.equal((await ada.call("companies.get", {})).time_zone, "UTC");
  for (const zone of ["Asia/Kolkata", "Asia/Calcutta", "Europe/Kyiv", "America/Argentina/Buenos_Aires", "UTC"]) {
    assert.equal((await ada.call("companies.update", { time_zone: zone })).time_zone, zone);
    const { groups } = await ada.call("records.aggregate", { type: "deal", filter: "created_at:today", group_by: "created_at" });
    assert.deepEqual(groups[0]?.values, [3], zone);
  }
  for (const name of ["time_zone", "timezone", "tz", "locale", "lang", "language", "search_language", "collation", "group", "where"]) {
    for (const ask of [list, aggregate, query]) assert.equal((await ask({ [name]: "en'; --" })).code, "invalid_input", name);
  }
});

const BAD_LIMITS = ["0", "-1", "101", "1e9", "1e400", "NaN", "Infinity", "-Infinity", "1.5", "abc", "", "1;--", "1 or 1=1", "٣"];

test("a page has 1 to 100 rows: any other limit is refused, over REST and MCP", async () => {
  const { key, list, aggregate, query, aggregateTool } = await given();
  for (const limit of BAD_LIMITS) {
    const number = Number(limit);
    const sent = limit !== "" && Number.isFinite(number) ? number : limit;
    const answers = [await list({ limit }), await aggregate({ limit }), await query({ limit: sent }), await aggregateTool({ limit })];
    for (const { status, code } of answers) assert.deepEqual([status, code], [422, "invalid_input"], limit);
    const search = await service().rest(key, "GET", `/search?${new URLSearchParams({ query: "flow", limit }).toString()}`);
    assert.equal(search.status, 422, limit);
  }
  const twice = await service().rest(key, "GET", "/records/deal?limit=1&limit=1000000000");
  assert.equal(twice.status, 422);
  assert.equal((await list({ limit: "100" })).status, 200);
});

test("there is no offset: a place in a list is a cursor that only we can make, for that list alone", async () => {
  const { ada, key, list, query } = await given();
  for (const name of ["offset", "page", "skip", "start"]) {
    for (const ask of [list, query]) assert.equal((await ask({ [name]: "1000000000" })).code, "invalid_input", name);
  }
  const { next_cursor: cursor } = await ada.call("records.list", { type: "deal", limit: 1 });
  assert.ok(cursor);
  assert.equal((await list({ cursor, limit: "1" })).status, 200);
  const forged = Buffer.from(JSON.stringify({ part: "valued", values: ["'; --"], id: "'; --" })).toString("base64url");
  for (const wrong of ["1000000000", "'; drop table records; --", forged, `${cursor}a`, cursor.slice(0, -2), cursor.toUpperCase()])
    for (const ask of [list, query]) assert.equal((await ask({ cursor: wrong })).status, 400, wrong);
  for (const other of [{ sort: "name" }, { filter: "amount>0" }]) assert.equal((await list({ cursor, ...other })).status, 400);
  const elsewhere = await service().rest(key, "GET", `/records/contact?${new URLSearchParams({ cursor }).toString()}`);
  assert.equal(elsewhere.status, 400);
});
