import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { recordId } from "../../src/features/records/operations.ts";
import type { InputOf, OperationName, OutputOf } from "../../src/contract.ts";
import { sharedService, type Person } from "../service.ts";
import { snapshot } from "../snapshot.ts";
import { measured } from "../measured.ts";

// Many callers at once: no change is lost or made twice, and nobody waits for a change of something else.

const CONNECTIONS = 20;
const TIMEOUT_MS = 60_000;
const service = sharedService({ env: { API_CONCURRENCY: "1000", DATABASE_CONNECTIONS: String(CONNECTIONS) } });

const many = <Value>(count: number, make: (at: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

/** Repeats a call until it is not 503: a call with that answer was not done. */
async function insist(send: () => Promise<Response>): Promise<Response> {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await setTimeout(20)) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    const { code } = (await answer.json()) as { code: string };
    assert.ok(code !== "outcome_unknown" && Date.now() < deadline, code);
  }
}

/** A call that must succeed. */
async function call<Name extends OperationName>(person: Person, name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
  const answer = await insist(() => person.post(name, input));
  const body = await answer.json();
  assert.ok(answer.ok, `${name}: ${JSON.stringify(body)}`);
  return body as OutputOf<Name>;
}

/** One after the other: password hashing is not what this test measures. */
async function newCompanies(count: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) people.push(await service().given.admin());
  return people;
}

async function changesOf(id: string, field: string): Promise<[from: unknown, to: unknown][]> {
  const rows = await service().database.query(
    "select changes -> $2 as change from events where subject_id = $1 and type in ('record.created', 'record.updated') and changes ? $2",
    [recordId.decode(id), field],
  );
  return rows.map((row) => row["change"] as [unknown, unknown]);
}

/** Follows changes from the value that one left to the one that found it there. Answers every value, in order. */
function follow(changes: [from: unknown, to: unknown][]): unknown[] {
  const next = new Map(changes);
  assert.equal(next.size, changes.length, "two changes began with the same value: one of them is lost");
  const values: unknown[] = [];
  for (let value = next.get(null); value !== undefined; value = next.get(value)) values.push(value);
  return values;
}

test("50 writers who each add one, with if_version and retries, add 50", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const { record } = await call(ada, "records.create", { type: "deal", values: { name: "Counter", amount: 0 } });
  let conflicts = 0;
  await many(50, async (at) => {
    for (;;) {
      const now = await call(ada, "records.get", { id: record.id });
      const values = { amount: Number(now.values["amount"]) + 1 };
      const answer = await insist(() =>
        at % 2 === 0
          ? ada.post("records.update", { id: record.id, values, if_version: now.version })
          : service().rest(key, "PATCH", `/records/deal/${record.id}`, { values }, { "if-match": `"${now.version}"` }),
      );
      if (answer.status === 200) return;
      assert.equal(answer.status, 412);
      conflicts++;
      await setTimeout(Math.random() * 100); // or they would all meet again
    }
  });
  const { values, version } = await call(ada, "records.get", { id: record.id });
  assert.deepEqual([values["amount"], version], ["50", 51]);
  assert.equal(follow(await changesOf(record.id, "amount")).length, 51);
  assert.ok(conflicts > 0, "they got in each other's way, or nothing was proved");
});

test("50 writers without a version: each change is in the log and starts from the value of the one before", async () => {
  const ada = await service().given.admin();
  const { record } = await call(ada, "records.create", { type: "contact", values: { name: "Busy", job_title: "first" } });
  const answers = await many(50, (at) => insist(() => ada.post("records.update", { id: record.id, values: { job_title: `title ${at}` } })));
  assert.ok(answers.every((answer) => answer.status === 200));
  const { values, version } = await call(ada, "records.get", { id: record.id });
  assert.equal(version, 51);
  const chain = follow(await changesOf(record.id, "job_title"));
  assert.equal(chain.length, 51);
  assert.equal(chain.at(-1), values["job_title"]);
  const seen = await feedOf(ada, record.id);
  assert.deepEqual(seen, chain, "the change feed tells them in that order");
});

/** What a reader of the change feed sees a record's job title become. */
async function feedOf(person: Person, id: string): Promise<unknown[]> {
  const { items } = await call(person, "records.changes", { limit: 500 });
  return items.filter((item) => item.record.id === id).map((item) => item.changes?.["job_title"]?.[1]);
}

test("a change that waited for another record comes after the changes that overtook it, in the feed as in the record", async () => {
  const ada = await service().given.admin();
  const items = Array.from({ length: 3 }, (_, at) => ({ values: { name: `Person ${at}`, job_title: "first" } }));
  const { results } = await call(ada, "records.batch", { type: "contact", items });
  const [first = "", middle = "", last = ""] = results.map((one) => one.id ?? "").sort();
  const operator = new Client({ connectionString: service().database.superuserUrl });
  await operator.connect();
  try {
    await operator.query("begin");
    await operator.query("select from records where id = $1 for update", [recordId.decode(middle)]);
    const values = { job_title: "late" };
    const late = call(ada, "records.batch", { type: "contact", items: [first, middle, last].map((id) => ({ id, values })) });
    for (let waiting = 0; waiting === 0; await setTimeout(5)) {
      const { rows } = await operator.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and application_name like 'kith_app_%' and datname = current_database()",
      );
      waiting = rows.length;
    }
    await call(ada, "records.update", { id: last, values: { job_title: "early" } });
    await operator.query("commit");
    await late;
  } finally {
    await operator.end();
  }
  assert.equal((await call(ada, "records.get", { id: last })).values["job_title"], "late");
  assert.deepEqual(await feedOf(ada, last), ["first", "early", "late"]);
});

test("20 callers who upsert one email at once, one by one and in batches, make one record and lose no change", async () => {
  const ada = await service().given.admin();
  const keys: string[] = [];
  while (keys.length < 20) keys.push((await ada.key()).key);
  const email = "one@upsert.example";
  await holdEveryWrite("", 20); // so that they meet, however slow the machine is to let them in
  const answers = await many(20, (at) => {
    const values = { name: "One", email, job_title: `title ${at}` };
    const body = at % 2 === 0 ? { match: "email", values } : { match: "email", items: [{ values }] };
    const [method, path] = at % 2 === 0 ? ["PUT", "/records/contact/upsert"] : ["POST", "/records/contact/batch"];
    return insist(() => service().rest(keys[at], method ?? "", path ?? "", body));
  }).finally(release);
  assert.ok(answers.every((answer) => answer.ok));
  const { items } = await call(ada, "records.list", { type: "contact", filter: `email:${email}` });
  assert.equal(items.length, 1);
  assert.equal(items[0]?.version, 20);
  assert.equal(follow(await changesOf(items[0]?.id ?? "", "job_title")).length, 20);
});

test("20 callers who upsert overlapping sets of emails neither deadlock nor make a record twice", async () => {
  const ada = await service().given.admin();
  const answers = await many(20, (at) => {
    const emails = Array.from({ length: 30 }, (_, index) => `person${(index * (at % 2 === 0 ? 1 : 29) + at) % 40}@overlap.example`);
    const items = [...new Set(emails)].map((email) => ({ values: { name: email, email } }));
    return call(ada, "records.batch", { type: "contact", match: "email", items });
  });
  assert.deepEqual(new Set(answers.flatMap(({ results }) => results.map((one) => one.status))), new Set(["created", "updated"]));
  const { items } = await call(ada, "records.list", { type: "contact", limit: 100, filter: "email~overlap" });
  assert.equal(items.length, 40);
  assert.doesNotMatch(service().logged.join(""), /deadlock detected/);
});

/** How long each write holds its locks: long enough to see every waiting transaction, even on a busy machine. */
const HELD_MS = 100;

const WRITES = 11;

/** Every way to write, one after the other. */
async function writeEverything(person: Person): Promise<void> {
  const values = (name: string) => ({ name, email: `${name}@test.example` });
  const { record: one } = await call(person, "records.create", { type: "contact", values: values("one") });
  const { record: other } = await call(person, "records.upsert", { type: "contact", match: "email", values: values("two") });
  await call(person, "records.update", { id: one.id, values: { city: "Leeds" } });
  await call(person, "records.batch", { type: "contact", match: "email", items: [{ values: { ...values("two"), city: "York" } }] });
  await call(person, "records.addNote", { id: one.id, text: "A note" });
  await call(person, "assistant.save", { type: "deal", records: [{ values: { name: "Deal", contacts: [one.id, other.id] } }] });
  await call(person, "records.merge", { type: "contact", into: one.id, from: [other.id] });
  const { operation_id: id } = await call(person, "records.delete", { id: one.id });
  await call(person, "records.undo", { id });
  await call(person, "views.create", { type: "contact", name: "Mine" });
  await call(person, "types.addField", { type: "contact", key: "added", label: "Added", field_type: "text" });
}

/** Runs something and records meanwhile which transaction waits for which. */
async function watchWaits(work: () => Promise<unknown>): Promise<{ ms: number; waits: string[] }> {
  const watcher = new Client({ connectionString: service().database.superuserUrl });
  await watcher.connect();
  const waits = new Set<string>();
  let looks = 0;
  const state = { isOver: false };
  const watching = (async () => {
    for (; !state.isOver; await setTimeout(5)) {
      const { rows } = await watcher.query<{ wait: string }>(
        // Only adding a page to a table makes writers of different rows wait for each other, for microseconds.
        `select l.locktype || ' ' || coalesce(l.relation::regclass::text, '') || ': ' || a.query as wait from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and l.locktype <> 'extend' and a.application_name like 'kith_app_%' and a.datname = current_database()`,
      );
      for (const { wait } of rows) waits.add(wait);
      looks++;
    }
  })();
  const started = performance.now();
  await work().finally(() => (state.isOver = true));
  const ms = performance.now() - started;
  await watching;
  await watcher.end();
  assert.ok(looks >= 10, `looked ${looks} times only`);
  return { ms, waits: [...waits] };
}

/** Locks that block everybody, to show that the check notices them. */
const PLANTED: Record<string, string> = {
  "a lock that all companies share": "perform pg_advisory_xact_lock(42);",
  "a lock on a whole table": "lock table notes in share row exclusive mode;",
};

async function holdEveryWrite(planted = "", ms = HELD_MS): Promise<void> {
  await service().database.query(`
    create or replace function hold() returns trigger language plpgsql security definer as $$
    begin ${planted} perform pg_sleep(${ms / 1_000}); return null; end $$;
    create or replace trigger hold after insert on events for each statement execute function hold()`);
}
async function release(): Promise<void> {
  await service().database.query("drop trigger if exists hold on events");
}

measured("100 companies that write at once never wait for each other, whatever they write", async (t) => {
  const people = await newCompanies(100);
  await holdEveryWrite();
  try {
    const { ms, waits } = await watchWaits(() => Promise.all(people.map(writeEverything)));
    const oneByOne = people.length * WRITES * HELD_MS;
    t.diagnostic(
      `${people.length * WRITES} writes, each held for ${HELD_MS} ms, took ${Math.round(ms)} ms; one by one they take ${oneByOne} ms at least`,
    );
    assert.deepEqual(waits, []);
    assert.ok(ms < oneByOne / 2, `${ms} ms`);
  } finally {
    await release();
  }
});

for (const [what, planted] of Object.entries(PLANTED)) {
  test(`the check notices ${what}: companies wait, and take as long as one by one`, async () => {
    const people = await newCompanies(6);
    await holdEveryWrite(planted);
    try {
      const { ms, waits } = await watchWaits(() => Promise.all(people.map(writeEverything)));
      assert.ok(waits.length > 0);
      assert.ok(ms >= people.length * WRITES * HELD_MS, `${ms} ms`);
    } finally {
      await release();
    }
  });
}

test("50 writers on 50 records of one company wait for nobody, also where they relate to the same record", async () => {
  const ada = await service().given.admin();
  const items = Array.from({ length: 50 }, (_, at) => ({ values: { name: `Person ${at}` } }));
  const { results } = await call(ada, "records.batch", { type: "contact", items });
  const { record } = await call(ada, "records.create", { type: "organization", values: { name: "Shared by all" } });
  const values = { city: "Leeds", organization: record.id };
  await holdEveryWrite();
  try {
    const { waits } = await watchWaits(() => many(50, (at) => call(ada, "records.update", { id: results[at]?.id ?? "", values })));
    assert.deepEqual(waits, []);
  } finally {
    await release();
  }
});

/** Stops a change when it writes its event: its rows are written and locked, and its transaction stays open. */
async function whileOpen(event: string, change: () => Promise<Response>, meanwhile: () => Promise<Response>): Promise<void> {
  const operator = new Client({ connectionString: service().database.superuserUrl });
  await operator.connect();
  try {
    await operator.query(`
      create or replace function stop() returns trigger language plpgsql security definer as $$
      begin perform set_config('lock_timeout', '4500', true), pg_advisory_xact_lock(77); return null; end $$;
      create or replace trigger stop after insert on events for each row when (new.type = '${event}') execute function stop();
      select pg_advisory_lock(77)`);
    const changed = change();
    for (const deadline = Date.now() + 10_000; ; await setTimeout(5)) {
      const { rows } = await operator.query("select from pg_locks where locktype = 'advisory' and objid = 77 and not granted");
      if (rows.length > 0) break;
      assert.ok(Date.now() < deadline, `${event} waits for nothing`);
    }
    // A caller that has to wait is refused after two seconds.
    const answer = await meanwhile();
    await operator.query("select pg_advisory_unlock(77)");
    assert.deepEqual([(await changed).status, answer.status], [200, 200], event);
  } finally {
    await operator.query("drop trigger if exists stop on events");
    await operator.end();
  }
}

test("adding a relation to a record that is being changed does not wait for the change", async () => {
  const ada = await service().given.admin();
  const { record } = await call(ada, "records.create", { type: "contact", values: { name: "Held" } });
  const deal = { type: "deal", values: { name: "Linked", contacts: [record.id] } };
  const link = () => ada.post("records.create", deal);
  await whileOpen("record.updated", () => ada.post("records.update", { id: record.id, values: { city: "Leeds" } }), link);
  await whileOpen("record.deleted", () => ada.post("assistant.delete", { ids: [record.id] }), link);
});

test("while the company, a type, a member or a key is being changed, everybody can still write", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const write = () => max.post("records.create", { type: "contact", values: { name: "Written" } });
  for (const [event, name, input] of [
    ["company.updated", "companies.update", { name: "Renamed" }],
    ["type.updated", "types.update", { type: "contact", label: "Person" }],
    ["member.updated", "members.update", { id: max.userId, role: "admin" }],
  ] as const)
    await whileOpen(event, () => ada.post(name, input), write);
  await whileOpen("key.created", () => max.post("keys.create", { name: "New" }), write);
});

test("a change that cannot get a lock is 503 and leaves nothing behind, at whatever step", async () => {
  const ada = await service().given.admin();
  const made = async (type: string, values: Record<string, unknown>) =>
    (await call(ada, "records.create", { type, values: { name: `A ${type}`, ...values } })).record.id;
  const [id, twin] = [await made("contact", { email: "one@busy.example" }), await made("contact", { email: "two@busy.example" })];
  const deal = await made("deal", { contacts: [twin] });
  const calls: [name: string, input: object][] = [
    ["records.create", { type: "contact", values: { name: "New", email: "new@busy.example" } }],
    ["records.update", { id, values: { email: "other@busy.example", city: "Leeds" } }],
    ["records.update", { id: deal, values: { contacts: [id] } }],
    ["records.upsert", { type: "contact", match: "email", values: { name: "New", email: ["one@busy.example", "more@busy.example"] } }],
    ["records.merge", { type: "contact", into: id, from: [twin] }],
    ["assistant.save", { type: "contact", records: [{ record: id, values: { email: "other@busy.example" }, note: "x" }] }],
  ];
  const before = await snapshot(service());
  // Statements are pipelined: after one fails, those behind it fail, too.
  for (const table of ["records", "events"]) {
    await service().database.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'planted' using errcode = '55P03'; end $$;
      create trigger refuse before insert or update on ${table} for each row execute function refuse()`);
    try {
      for (const [name, input] of calls) {
        const answer = await ada.post(name, input);
        const { code } = (await answer.json()) as { code?: string };
        assert.deepEqual([answer.status, code], [503, "busy"], `${name} at ${table}`);
      }
    } finally {
      await service().database.query("drop function refuse() cascade");
    }
  }
  assert.deepEqual(await snapshot(service()), before);
});
