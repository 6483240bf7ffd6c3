import assert from "node:assert/strict";
import { test } from "node:test";
import { curlOf } from "./curl.ts";
import { draftOf, headersInput, NEW_WEBHOOK } from "./draft.ts";
import { groupsOf } from "./event-groups.ts";
import { attemptText, attemptTitle, healthText, isTaken, lastDay, nextTryAt, untilText, type Webhook } from "./health-text.ts";
import { inLines } from "./json-lines.ts";
import { joinFilter, SEVERAL, splitFilter } from "./split-filter.ts";

const NOW = new Date("2026-11-16T14:30:00Z");
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();

const working: Webhook = {
  id: "whk_1",
  name: "Warehouse",
  url: "https://example.com/kith",
  event_types: [],
  filter: "",
  fields: [],
  headers: [],
  secret: { last_four: "k3Qd", old_until: null },
  public_key: null,
  state: "on",
  reason: null,
  state_since: at(-600),
  next_try_at: null,
  failures: 0,
  log_days: 30,
  waiting: { count: 0, is_exact: true, messages: 0 },
  last_delivery_at: at(-3),
  last_day: { delivered: 0, failed: 0, mean_ms: null, hours: [] },
  owner: { id: "usr_1", name: "Ada" },
  created_at: at(-600),
  updated_at: at(-600),
};
const healthOf = (change: Partial<Webhook>) => healthText({ ...working, ...change }, NOW, "UTC");

test("health is told in words: since when, why, what waits and when it is tried again", () => {
  assert.equal(healthOf({}), "Last delivery 3 min ago.");
  assert.equal(healthOf({ last_delivery_at: null }), "Nothing sent yet.");
  const down = {
    state: "down",
    state_since: at(-28),
    waiting: { count: 1204, is_exact: true, messages: 1204 },
    next_try_at: at(3),
  } as const;
  assert.equal(
    healthOf({ ...down, reason: "500" }),
    "Down since 14:02: 500 Internal Server Error. 1,204 messages waiting. Next try in 3 min.",
  );
  assert.equal(
    healthOf({ ...down, reason: "timeout", next_try_at: at(0.5) }),
    "Down since 14:02: no answer in time. 1,204 messages waiting. Next try within a minute.",
  );
  assert.equal(
    healthOf({ ...down, reason: "500", next_try_at: at(-1) }),
    "Down since 14:02: 500 Internal Server Error. 1,204 messages waiting. Trying now.",
  );
  assert.equal(
    healthOf({ ...down, reason: "500", next_try_at: null }),
    "Down since 14:02: 500 Internal Server Error. 1,204 messages waiting. Trying now.",
  );
  assert.equal(
    healthOf({ ...down, state: "failing", reason: "500", next_try_at: null }),
    "Failing since 14:02: 500 Internal Server Error. 1,204 messages waiting.",
  );
  assert.equal(healthOf({ state: "paused", state_since: at(-28), reason: "by Ada" }), "Paused since 14:02, by Ada.");
  assert.equal(
    healthOf({
      state: "off",
      state_since: at(-3 * 24 * 60),
      reason: "410 Gone",
      waiting: { count: 100_000, is_exact: false, messages: 0 },
    }),
    "Off since 13 Nov, 14:30: 410 Gone. 100,000 or more newer events waiting.",
  );
});

test("messages that wait are counted apart from newer events, of which a filter may leave out some", () => {
  const paused = { state: "paused", state_since: at(-28), reason: "by Ada", filter: "type:deal" } as const;
  const waiting = (count: number, messages: number, isExact = true) =>
    healthOf({ ...paused, waiting: { count, is_exact: isExact, messages } }).replace("Paused since 14:02, by Ada. ", "");
  assert.equal(waiting(12, 5), "5 messages waiting, up to 7 newer events.");
  assert.equal(waiting(12, 0), "Up to 12 newer events waiting.");
  assert.equal(waiting(5, 5), "5 messages waiting.");
  assert.equal(waiting(20_000, 1, false), "1 message waiting, 19,999 or more newer events.");
});

test("an answer of the receiver that took a message is no failure, whatever became of the message", () => {
  assert.deepEqual([200, 204, 299, 300, 500, null].map(isTaken), [true, true, true, false, false, false]);
});

test("a new webhook sends what happens to records, and no sign-ins", () => {
  assert.ok(NEW_WEBHOOK.event_types.length > 0);
  assert.ok(NEW_WEBHOOK.event_types.every((type) => type.startsWith("record.")));
});

test("types of events are grouped by what they are about, records first", () => {
  assert.deepEqual(groupsOf(["api_key.created", "record.updated", "note.added", "record.created"]), [
    { group: "Record", items: ["record.created", "record.updated"] },
    { group: "Note", items: ["note.added"] },
    { group: "Api key", items: ["api_key.created"] },
  ]);
});

test("JSON is shown in lines with every value as it was sent, and other text as it is", () => {
  assert.equal(
    inLines('{"a":12345678901234567890,"b":[],"c":["x, {y}",1.0],"d":{"e":null}}'),
    [
      "{",
      '  "a": 12345678901234567890,',
      '  "b": [],',
      '  "c": [',
      '    "x, {y}",',
      "    1.0",
      "  ],",
      '  "d": {',
      '    "e": null',
      "  }",
      "}",
    ].join("\n"),
  );
  for (const text of ["<p>no, {it: is not}</p>", "", "500", '{"a":']) assert.equal(inLines(text), text);
});

test("an attempt is told by its status or its error", () => {
  assert.equal(attemptText({ status: 503, error: null }), "503");
  assert.equal(attemptText({ status: null, error: "refused" }), "connection refused");
  assert.equal(attemptTitle({ status: 503, error: null }), "503 Service Unavailable");
  assert.equal(attemptTitle({ status: 599, error: null }), "599");
  assert.equal(attemptTitle({ status: null, error: "refused" }), "Connection refused");
});

test("a message is not tried before its endpoint has rested, and not at all while its webhook is stopped", () => {
  const tried = (message: string, change: Partial<Webhook>) => {
    const next = nextTryAt(message, { ...working, ...change });
    return next && untilText(next, NOW, "UTC");
  };
  assert.equal(tried(at(-1), {}), "now");
  assert.equal(tried(at(5), {}), "in 5 min");
  assert.equal(tried(at(-1), { state: "down", next_try_at: at(3) }), "in 3 min");
  assert.equal(tried(at(5), { state: "down", next_try_at: at(3) }), "in 5 min");
  assert.equal(tried(at(5), { state: "paused" }), undefined);
  assert.equal(tried(at(-1), { state: "off" }), undefined);
});

test("the last day has 24 hours, the current one last, whatever the service knows", () => {
  const hours = lastDay(
    {
      ...working.last_day,
      hours: [
        { hour: "2026-11-16T14:00:00Z", delivered: 5, failed: 1 },
        { hour: "2026-11-14T14:00:00Z", delivered: 9, failed: 9 },
      ],
    },
    NOW,
  );
  assert.equal(hours.length, 24);
  assert.deepEqual(hours[23], { hour: "2026-11-16T14:00:00Z", delivered: 5, failed: 1 });
  assert.equal(
    hours.slice(0, 23).reduce((sum, one) => sum + one.delivered, 0),
    0,
  );
});

test("a filter of one type goes to the filter bar and comes back as it was", () => {
  const types = ["deal", "lead"];
  for (const text of ["type:deal", "type:deal stage:won amount>=10000", "type:deal (is:won or is:lost)"]) {
    const { type, filter } = splitFilter(text, types);
    assert.equal(type, "deal");
    assert.equal(joinFilter(type, filter), text);
  }
  for (const text of ["type:deal,lead is:open", "is:open", "type:deal or type:lead", "type:ghost a", "-type:deal"])
    assert.deepEqual(splitFilter(text, types), { type: SEVERAL, filter: text });
  assert.equal(joinFilter("deal", "is:won or is:lost"), "type:deal (is:won or is:lost)");
  assert.equal(joinFilter("deal", "(a:1) or (b:2)"), "type:deal ((a:1) or (b:2))");
  assert.deepEqual(splitFilter(" ", types), { type: "", filter: "" });
});

test("a header whose value was not typed again keeps the stored one", () => {
  const draft = draftOf({ ...working, headers: ["authorization", "x-tenant"] });
  const [first, second] = draft.headers;
  assert.ok(first && second);
  assert.deepEqual(headersInput([first, { ...second, value: "acme" }, { key: 9, name: " ", value: "x", isStored: false }], null), {
    authorization: null,
    "x-tenant": "acme",
  });
});

test("a curl command survives quotes and line ends in a body", () => {
  const command = curlOf({
    url: "https://example.com/a?b='c'",
    headers: { "content-type": "application/json" },
    body: `{"a":"it's $HOME \`x\`"}`,
  });
  assert.equal(
    command,
    `curl -X POST 'https://example.com/a?b='\\''c'\\''' \\\n  -H 'content-type: application/json' \\\n  --data-binary '{"a":"it'\\''s $HOME \`x\`"}'`,
  );
});
