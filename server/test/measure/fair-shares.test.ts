import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { longestHold } from "./loop.ts";
import { sharedService, type Person } from "../service.ts";

// An attacker's company at its limits beside a victim's: the limits are those of a real installation.
const service = sharedService({
  env: {
    API_RATE_10S: "100",
    API_RATE_MINUTE: "600",
    SESSION_RATE_10S: "200",
    SESSION_RATE_MINUTE: "1200",
    SESSION_CONCURRENCY: "10",
    COMPANY_CPU_PERCENT: "50",
    LOG_LEVEL: "silent",
  },
});

const ROUNDS = 3;
const CALLS = 8;
const TRIES = 3;
const MAX_HOLD_MS = 100;
/** A call may meet another that holds the event loop for as long as one may. */
const FLOOR_MS = MAX_HOLD_MS;
/** 100 calls in 10 seconds, as a key may make. */
const CALL_EVERY_MS = 100;
const MAX_AT_ONCE = 10;

interface Attack {
  admin: Person;
  key: string;
  rest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  tool(name: string, args: unknown): Promise<Response>;
}

type Send = (attack: Attack, at: number) => Promise<Response>;

const names = (count: number, letter: string) =>
  Array.from({ length: count }, (_, at) => `${letter.repeat(33)}_${String(at).padStart(6, "0")}`);
const spaces = " ".repeat(40_000);
const valuesOf = (given: string[]) => Object.fromEntries(given.map((name) => [name, "x"]));
const contacts = (count: number, values: (at: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, at) => ({ values: values(at) }));

/** One call each, sent again and again. Whatever is answered, nobody else must notice. */
const ATTACKS: Record<string, Send> = {
  "unknown fields": ({ admin }) => admin.post("records.create", { type: "contact", values: valuesOf(names(150, "b")) }),
  "wrong options in a batch": ({ rest }) =>
    rest("POST", "/records/deal/batch", { items: contacts(400, (at) => ({ name: `d${at}`, stage: names(1, "s")[0] })) }),
  "count() of a relation": ({ admin }) =>
    admin.post("records.list", { type: "contact", filter: "count(organization.contacts)>1", count: "exact" }),
  "session calls without a pause": ({ admin }) => admin.post("members.me", {}),
  "idempotency keys on reads": ({ admin }, at) =>
    admin.post("records.list", { type: "contact", limit: 100 }, { "idempotency-key": `k${at}` }),
  "spellings of a time zone": ({ admin }, at) => admin.post("companies.update", { time_zone: at % 2 ? "europe/BERLIN" : "Europe/Berlin" }),
  "many views": ({ admin }, at) => admin.post("views.create", { type: "deal", name: `v${at}`, filter: "", is_shared: true }),
  "a filter of 25 unknown names": ({ rest }) =>
    rest(
      "GET",
      `/records/contact?filter=${encodeURIComponent(
        names(25, "b")
          .map((one) => `${one}:1`)
          .join(" "),
      )}`,
    ),
  "a filter that searches everything 25 times": ({ admin }) =>
    admin.post("records.list", { type: "contact", filter: Array.from({ length: 25 }, (_, at) => `name~${at}a`).join(" or ") }),
  "a filter nested as deep as it may be": ({ admin }) =>
    admin.post("records.list", { type: "contact", filter: `${"not (".repeat(19)}name:x${")".repeat(19)}` }),
  "a search for spaces": ({ admin }) => admin.post("records.search", { query: `a${" ".repeat(150)}b` }),
  "an email of 40,000 spaces": ({ admin }) =>
    admin.post("records.create", { type: "contact", values: { name: "n", email: `a${spaces}@b.c` } }),
  "a phone number of 40,000 characters": ({ admin }) =>
    admin.post("records.create", { type: "contact", values: { name: "n", phone: `+49${spaces}1` } }),
  "an address of 40,000 characters": ({ admin }) =>
    admin.post("records.create", { type: "organization", values: { name: "n", website: `${"a.".repeat(20_000)}b` } }),
  "an amount of 40,000 characters": ({ admin }) =>
    admin.post("records.create", { type: "deal", values: { name: "n", amount: `1${spaces}1` } }),
  "a date of 40,000 characters": ({ admin }) =>
    admin.post("records.create", { type: "deal", values: { name: "n", close_date: `1${spaces}1` } }),
  "references that name nothing": ({ rest }) =>
    rest("POST", "/records/contact/batch", { items: contacts(300, (at) => ({ name: `n${at}`, organization: `No such ${at}` })) }),
  "people that do not exist": ({ rest }) =>
    rest("POST", "/records/contact/batch", { items: contacts(500, (at) => ({ name: `n${at}`, owner: `Nobody ${at}` })) }),
  "a batch of 1,000 records": ({ rest }, at) =>
    rest("POST", "/records/contact/batch", { items: contacts(1_000, (row) => ({ name: `n${at} ${row}` })) }),
  "a body of 1 MiB": ({ rest }) => rest("POST", "/records/contact", { values: { name: "x".repeat(1_000_000) } }),
  "a body of 99,000 names": ({ admin }) =>
    admin.post("records.batch", {
      type: "contact",
      items: contacts(100, () => Object.fromEntries(Array.from({ length: 990 }, (_, at) => [`u${at}`, 1]))),
    }),
  "a body nested 60 deep": ({ rest }) =>
    rest("POST", "/records/contact", { values: { name: JSON.parse(`${"[".repeat(58)}${"]".repeat(58)}`) as unknown } }),
  "4,000 parameters in a URL": ({ rest }) =>
    rest("GET", `/records/contact?${Array.from({ length: 3_000 }, (_, at) => `p${at}=`).join("&")}`),
  "100 unknown fields to show": ({ rest }) => rest("GET", `/records/contact?fields=${names(100, "f").join(",")}`),
  "sorting by unknown fields": ({ rest }) => rest("GET", `/records/contact?sort=${names(3, "s").join(",")}`),
  "an aggregate over everything": ({ admin }) =>
    admin.post("records.aggregate", { type: "contact", group_by: "name", measures: [{ measure: "count" }], limit: 100 }),
  "tools with wrong arguments": ({ tool }) =>
    tool("save_records", { type: "contact", records: contacts(100, () => valuesOf(names(10, "t"))) }),
  "a tool that does not exist": ({ tool }) => tool(`x${spaces}`, {}),
  "exports without end": ({ admin }) => admin.post("exports.create", { type: "contact" }),
  "imports that are never sent": ({ admin }, at) => admin.post("imports.create", { type: "contact", name: `${at}.csv`, size: 50_000_000 }),
  "500 options of a field": ({ admin }, at) =>
    admin.post("types.addField", {
      type: "deal",
      key: `o${at}`,
      label: `O ${at}`,
      field_type: "select",
      options: names(500, "o").map((key) => ({ key, label: key })),
    }),
  "dashboards without end": ({ admin }, at) => admin.post("dashboards.create", { name: `d${at}`, from: "starting" }),
};

let made: Promise<{ attack: Attack; victim: Person }> | undefined;
const given = () =>
  (made ??= (async () => {
    const admin = await service().given.admin();
    const victim = await service().given.admin();
    const { key } = await admin.key();
    const { record } = await admin.call("records.create", { type: "organization", values: { name: "Crowd" } });
    for (let at = 0; at < 2; at++) {
      const items = contacts(1_000, (row) => ({ name: `Contact ${at} ${row}`, organization: record.id }));
      await admin.call("records.batch", { type: "contact", items });
    }
    await victim.call("records.batch", { type: "contact", items: contacts(50, (at) => ({ name: `Contact ${at}` })) });
    await service().database.query("analyze records, record_links");
    const rest: Attack["rest"] = (method, path, body, headers) => service().rest(key, method, path, body, headers);
    const tool: Attack["tool"] = (name, args) =>
      service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
    return { attack: { admin, key, rest, tool }, victim };
  })());

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The victim's calls, one after the other, and how long each took. None may fail. */
async function victimTimes(victim: Person): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < CALLS; at++) {
    const started = performance.now();
    const { status } = await victim.post("records.list", { type: "contact" });
    times.push(performance.now() - started);
    assert.equal(status, 200, "the victim is answered");
  }
  return times;
}

/** Sends as often, and as many at one time, as the limits allow. Who sends too much is cut off: that is no error here. */
async function attackUntil(send: Send, attack: Attack, stop: AbortSignal): Promise<void> {
  const running = new Set<Promise<unknown>>();
  for (let at = 0; !stop.aborted; at++) {
    if (running.size < MAX_AT_ONCE) {
      const call = send(attack, at)
        .then((answer) => answer.arrayBuffer())
        .catch(() => undefined)
        .finally(() => running.delete(call));
      running.add(call);
    }
    await setTimeout(CALL_EVERY_MS);
  }
  await Promise.all(running);
}

/** The medians of the victim's p99 in quiet and in attacked windows, one after the other. */
async function compare(send: Send): Promise<[quiet: number, attacked: number]> {
  const { attack, victim } = await given();
  // New windows of the rate limits: the attacker has all of its calls.
  service().clock.advance(60_000);
  const [quiet, attacked]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(p99(await victimTimes(victim)));
    const stop = new AbortController();
    const attacking = attackUntil(send, attack, stop.signal);
    await setTimeout(2 * CALL_EVERY_MS);
    attacked.push(p99(await victimTimes(victim)));
    stop.abort();
    await attacking;
  }
  return [median(quiet), median(attacked)];
}

async function measure(t: TestContext, send: Send): Promise<void> {
  const { attack } = await given();
  service().clock.advance(60_000);
  let status = 0;
  const once = (at: number) =>
    longestHold(async () => {
      const answer = await send(attack, at);
      await answer.arrayBuffer();
      ({ status } = answer);
    });
  // The first call also compiles the code it runs, the clients share this thread, and a busy machine stops it now and then. So the shortest counts.
  let held = Infinity;
  for (let tries = 0; tries < 2 || (held > MAX_HOLD_MS && tries < 6); tries++) held = Math.min(held, await once(1_000_000 + tries));
  t.diagnostic(`one call: ${status}, held the event loop ${held.toFixed(0)} ms`);
  assert.notEqual(status, 429, "the measured call is one that is let in");
  assert.ok(held <= MAX_HOLD_MS, `one call held the event loop for ${held.toFixed(0)} ms`);
  // Somebody else's work on this machine slows a window down now and then; an attack that harms does so each time.
  for (let tries = 1; ; tries++) {
    const [quiet, attacked] = await compare(send);
    const told = `the victim's p99 was ${quiet.toFixed(0)} ms quiet, ${attacked.toFixed(0)} ms attacked`;
    t.diagnostic(told);
    if (attacked <= Math.max(2 * quiet, FLOOR_MS)) return;
    assert.ok(tries < TRIES, told);
  }
}

for (const [name, send] of Object.entries(ATTACKS)) test(`a neighbour that sends ${name}`, (t) => measure(t, send));
