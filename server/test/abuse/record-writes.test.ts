import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { recordId } from "../../src/features/records/operations.ts";
import { sharedService, type Person } from "../service.ts";
import { snapshot } from "../snapshot.ts";
import { assertCleanTraces } from "../assertions.ts";
import { until } from "../waiting.ts";

const service = sharedService({ env: { API_CONCURRENCY: "1000" } });
test.afterEach(() => assertCleanTraces(service()));

/** Whether it succeeded, in which operation, and on which record. */
async function shown(response: Response): Promise<string> {
  const {
    operation_id: operation,
    record,
    results,
  } = (await response.json()) as {
    operation_id: string;
    record?: { id: string };
    results?: { id: string }[];
  };
  return [response.ok, operation, ...[record ?? [], results ?? []].flat().map(({ id }) => id)].join(" ");
}

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
const statusesOf = async (calls: Promise<Response>[]) =>
  (await Promise.all(calls)).map((answer) => answer.status).sort((one, other) => one - other);

async function made(person: Person, type: string, values: Record<string, unknown>): Promise<string> {
  return (await person.call("records.create", { type, values: { name: `A ${type}`, ...values } })).record.id;
}

/** How many records and events of one name a company has, the trash included. */
async function countOf(name: string) {
  const [row] = await service().database.query(
    `select (select count(*)::int from records where title = $1) as rows,
       (select count(*)::int from events where type = 'record.created' and data ->> 'name' = $1) as events`,
    [name],
  );
  return [row?.["rows"], row?.["events"]];
}

/** The three ways to make a record that take an Idempotency-Key. */
const WRITES: Record<string, (name: string) => readonly [method: string, path: string, body: object]> = {
  "a create": (name) => ["POST", "/records/contact", { values: { name } }],
  "a batch": (name) => ["POST", "/records/contact/batch", { items: [{ values: { name } }, { values: { name: `${name} too` } }] }],
  "an upsert": (name) => [
    "PUT",
    "/records/contact/upsert",
    { match: "email", values: { name, email: `${name.replaceAll(" ", "")}@test.example` } },
  ],
};

for (const [what, write] of Object.entries(WRITES)) {
  const send = (key: string, once: string, name: string) => service().rest(key, ...write(name), { "idempotency-key": once });

  test(`${what} sent ten times at once is done once: the others get its answer or a 409`, async () => {
    const { key } = await (await service().given.admin()).key();
    const name = `${what} at once`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(key, "same", name)));
    const bodies = new Set<string>();
    for (const answer of answers) {
      if (answer.status === 409) assert.equal(await codeOf(answer), "idempotency_running");
      // 503: there was no connection for it, and nothing was done.
      else if (answer.status !== 503) bodies.add(await shown(answer));
    }
    // And once more afterwards.
    bodies.add(await shown(await send(key, "same", name)));
    assert.equal(bodies.size, 1);
    assert.match([...bodies].join(), /^true op_/);
    assert.deepEqual(await countOf(name), [1, 1]);
  });

  test(`${what} with the key of another body is 422; the same key of a colleague or another company is independent`, async () => {
    const ada = await service().given.admin();
    const people = [ada, await service().given.member(ada), await service().given.admin()];
    for (const [at, person] of people.entries()) {
      const { key } = await person.key();
      const name = `${what} by ${at}`;
      assert.ok((await send(key, "shared", name)).ok);
      assert.deepEqual(await countOf(name), [1, 1]);
      await service().app.settle();
      const before = await snapshot(service());
      const mismatch = await send(key, "shared", `${what} otherwise`);
      assert.deepEqual([mismatch.status, await codeOf(mismatch)], [422, "idempotency_mismatch"]);
      assert.deepEqual(await snapshot(service()), before);
    }
  });

  test(`${what} that was refused is not stored: once corrected, it can use the same key`, async () => {
    const { key } = await (await service().given.admin()).key();
    const [method, path] = write("x");
    assert.equal((await service().rest(key, method, path, {}, { "idempotency-key": "mended" })).status, 422);
    assert.ok((await send(key, "mended", `${what} mended`)).ok);
    assert.deepEqual(await countOf(`${what} mended`), [1, 1]);
  });
}

test("the stored answer is the same after its record was deleted, and sending it changes nothing", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const send = () => service().rest(key, "POST", "/records/contact", { values: { name: "Kept" } }, { "idempotency-key": "kept" });
  const first = (await (await send()).json()) as { record: { id: string } };
  await ada.call("records.delete", { id: first.record.id });
  const before = await snapshot(service());
  assert.deepEqual(await (await send()).json(), first);
  assert.deepEqual(await snapshot(service()), before);
});

test("of two stage moves from the same version one is made and one is 412, by If-Match and by if_version", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  for (let round = 0; round < 10; round++) {
    const id = await made(ada, "deal", { stage: "qualified" });
    const move = (stage: string) =>
      round % 2 === 0
        ? service().rest(key, "PATCH", `/records/deal/${id}`, { values: { stage } }, { "if-match": '"1"' })
        : ada.post("records.update", { id, values: { stage }, if_version: 1 });
    assert.deepEqual(await statusesOf([move("proposal"), move("won")]), [200, 412]);
    const { version } = await ada.call("records.get", { id });
    assert.equal(version, 2);
    assert.equal(await eventsOn(id, "record.updated"), 1);
  }
});

async function eventsOn(id: string, ...types: string[]): Promise<unknown> {
  const [row] = await service().database.query(
    "select count(*)::int as count from events where subject_id = $1 and type = any($2::text[])",
    [recordId.decode(id), types],
  );
  return row?.["count"];
}

test("a stale version is refused on every surface and changes nothing", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const id = await made(ada, "deal", { amount: 1 });
  await ada.call("records.update", { id, values: { amount: 2 } });
  await service().rest(key, "GET", "/me");
  const before = await snapshot(service());
  for (const match of ['"1"', 'W/"1"', '"3"'])
    assert.equal((await service().rest(key, "PATCH", `/records/deal/${id}`, { values: { amount: 3 } }, { "if-match": match })).status, 412);
  assert.equal((await ada.post("records.update", { id, values: { amount: 3 }, if_version: 1 })).status, 412);
  assert.equal((await service().rest(key, "DELETE", `/records/deal/${id}`, undefined, { "if-match": '"1"' })).status, 412);
  assert.deepEqual(await snapshot(service()), before);
});

test("of two merges of the same pair at once, either way round, one is made and one finds the record gone", async () => {
  const ada = await service().given.admin();
  for (let round = 0; round < 10; round++) {
    const [one, other] = [await made(ada, "contact", {}), await made(ada, "contact", { city: "Leeds" })];
    const deal = await made(ada, "deal", { contacts: [one, other] });
    const merge = (into: string, from: string) => ada.post("records.merge", { type: "contact", into, from: [from] });
    const calls = round % 2 === 0 ? [merge(one, other), merge(one, other)] : [merge(one, other), merge(other, one)];
    assert.deepEqual(await statusesOf(calls), [200, 404]);
    assert.equal(Number(await eventsOn(one, "record.merged")) + Number(await eventsOn(other, "record.merged")), 1);
    const { values } = await ada.call("records.get", { id: deal });
    assert.equal((values["contacts"] as unknown[]).length, 1);
  }
});

test("a merge and a deletion of the same record at once leave it in the trash once", async () => {
  const ada = await service().given.admin();
  for (let round = 0; round < 10; round++) {
    const [into, from] = [await made(ada, "contact", {}), await made(ada, "contact", {})];
    const calls = [ada.post("records.merge", { type: "contact", into, from: [from] }), ada.post("records.delete", { id: from })];
    const [merge, remove] = (await Promise.all(calls)).map((answer) => answer.status);
    assert.ok((merge === 200 && remove === 409) || (merge === 404 && remove === 200), `${merge} ${remove}`);
    assert.equal(await eventsOn(from, "record.merged", "record.deleted"), 1);
    assert.equal((await ada.call("records.get", { id: from })).version, 2);
  }
});

/** What can be undone, and how it is made. */
const UNDOABLE: Record<string, (ada: Person) => Promise<{ operation_id: string | null }>> = {
  creation: (ada) => ada.call("records.create", { type: "contact", values: { name: "Undone" } }),
  change: async (ada) => ada.call("records.update", { id: await made(ada, "contact", {}), values: { city: "Leeds" } }),
  deletion: async (ada) => ada.call("records.delete", { id: await made(ada, "contact", {}) }),
  merge: async (ada) =>
    ada.call("records.merge", { type: "contact", into: await made(ada, "contact", {}), from: [await made(ada, "contact", {})] }),
  note: async (ada) => ada.call("records.addNote", { id: await made(ada, "contact", {}), text: "A note" }),
  "note's edit": async (ada) => {
    const id = await made(ada, "contact", {});
    const { id: note } = await ada.call("records.addNote", { id, text: "A note" });
    return ada.call("records.updateNote", { id, note, text: "Another text" });
  },
  call: async (ada) => ada.call("records.logActivity", { id: await made(ada, "contact", {}), kind: "call" }),
  "call's change": async (ada) => {
    const id = await made(ada, "contact", {});
    const { id: activity } = await ada.call("records.logActivity", { id, kind: "call" });
    return ada.call("records.updateActivity", { id, activity, outcome: "Another" });
  },
  "call's deletion": async (ada) => {
    const id = await made(ada, "contact", {});
    const { id: activity } = await ada.call("records.logActivity", { id, kind: "call" });
    return ada.call("records.deleteActivity", { id, activity });
  },
};

for (const [what, make] of Object.entries(UNDOABLE)) {
  test(`a ${what} that is undone twice at once, and once more later, is undone once`, async () => {
    const ada = await service().given.admin();
    const { operation_id: id } = await make(ada);
    assert.deepEqual(await statusesOf([ada.post("records.undo", { id }), ada.post("records.undo", { id })]), [200, 409]);
    await service().app.settle();
    const before = await snapshot(service());
    assert.equal((await ada.post("records.undo", { id })).status, 409);
    assert.deepEqual(await snapshot(service()), before);
  });
}

test("of two deletions at once one is made, over REST and by tool, and the version goes up by one", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  for (let round = 0; round < 10; round++) {
    const id = await made(ada, "contact", {});
    const tool = () =>
      service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "delete_records", arguments: { ids: [id] } } });
    const rest = () => service().rest(key, "DELETE", `/records/contact/${id}`);
    const texts = await Promise.all((round % 2 === 0 ? [tool(), tool()] : [tool(), rest()]).map(async (call) => (await call).text()));
    assert.equal(texts.filter((text) => /"isError":true|"code":"in_trash"/.test(text)).length, 1, texts.join("\n"));
    assert.equal(await eventsOn(id, "record.deleted"), 1);
    assert.equal((await ada.call("records.get", { id })).version, 2);
  }
});

/** Makes a call wait for a record, changes the record meanwhile, and returns the result of the call. */
async function whileHeld<Answer>(id: string, change: string, call: () => Promise<Answer>): Promise<Answer> {
  const holder = new Client({ connectionString: service().database.superuserUrl });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("select from records where id = $1 for update", [recordId.decode(id)]);
    const answer = call();
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and application_name like 'kith_app_%'";
    await until(async () => (await holder.query(waiting)).rows.length > 0, "the call waits", { everyMs: 5 });
    await holder.query(change, [recordId.decode(id)]);
    await holder.query("commit");
    return await answer;
  } finally {
    await holder.end();
  }
}

const TO_TRASH = "update records set deleted_at = now(), version = version + 1 where id = $1";

test("a record that is deleted while a call waits for it is not written, and the call says so", async () => {
  const ada = await service().given.admin();
  const calls: [name: string, input: (id: string, twin: string, deal: string) => object, refusal: RegExp][] = [
    ["records.update", (id) => ({ id, values: { city: "Leeds" } }), /in_trash/],
    ["records.delete", (id) => ({ id }), /in_trash/],
    ["records.merge", (id, twin) => ({ type: "contact", into: twin, from: [id] }), /not_found/],
    ["records.merge", (id, twin) => ({ type: "contact", into: id, from: [twin] }), /not_found/],
    ["records.batch", (id) => ({ type: "contact", items: [{ id, values: { city: "Leeds" } }] }), /"status":"failed"/],
    ["assistant.save", (id) => ({ type: "contact", records: [{ record: id, values: { city: "Leeds" }, note: "x" }] }), /invalid_input/],
    ["assistant.delete", (id) => ({ ids: [id] }), /invalid_input/],
    ["assistant.link", (id) => ({ type: "contact", record: id, field: "organization", add: ["The organization"] }), /invalid_input/],
  ];
  await made(ada, "organization", { name: "The organization" });
  for (const [name, input, refusal] of calls) {
    const [id, twin] = [await made(ada, "contact", {}), await made(ada, "contact", {})];
    const deal = await made(ada, "deal", {});
    const answer = await whileHeld(id, TO_TRASH, () => ada.post(name, input(id, twin, deal)));
    assert.match(await answer.text(), refusal, name);
    const { version, values } = await ada.call("records.get", { id });
    assert.deepEqual([version, values["city"] ?? null, values["organization"] ?? null], [2, null, null], name);
    assert.equal(await eventsOn(id, "record.updated", "record.deleted", "record.merged", "note.added"), 0, name);
    assert.equal((await ada.call("records.get", { id: twin })).deleted_at, null, name);
  }
});

test("an upsert whose record goes to the trash meanwhile makes a new one that exists", async () => {
  const ada = await service().given.admin();
  const values = { name: "Upserted", email: "one@trash.example" };
  const id = await made(ada, "contact", values);
  const answer = await whileHeld(id, TO_TRASH, () => ada.call("records.upsert", { type: "contact", match: "email", values }));
  assert.notEqual(answer.record.id, id);
  assert.deepEqual([answer.is_new, answer.record.deleted_at], [true, null]);
  const { items } = await ada.call("records.list", { type: "contact", filter: "email:one@trash.example" });
  assert.deepEqual(
    items.map((item) => item.id),
    [answer.record.id],
  );
});

test("a deletion by tool that waits for another change does not take that change's version back", async () => {
  const ada = await service().given.admin();
  const id = await made(ada, "contact", {});
  const change = 'update records set version = version + 1, data = data || \'{"city": "Leeds"}\' where id = $1';
  await whileHeld(id, change, () => ada.call("assistant.delete", { ids: [id] }));
  const { version, values, deleted_at } = await ada.call("records.get", { id });
  assert.deepEqual([version, values["city"], deleted_at !== null], [3, "Leeds", true]);
});

test("a related record in the trash blocks no link, no merge and no undo", async () => {
  const ada = await service().given.admin();
  const [gone, one, other] = [await made(ada, "contact", {}), await made(ada, "contact", {}), await made(ada, "contact", {})];
  const deal = await made(ada, "deal", { contacts: [gone, one] });
  await ada.call("records.delete", { id: gone });
  const changed = await ada.call("assistant.link", { type: "deal", record: deal, field: "contacts", add: [other] });
  await ada.call("records.undo", { id: changed.operation_id });
  const merged = await ada.call("records.merge", { type: "contact", into: other, from: [one] });
  const contacts = async () =>
    ((await ada.call("records.get", { id: deal })).values["contacts"] as { id: string }[]).map((contact) => contact.id).sort();
  assert.deepEqual(await contacts(), [other]);
  await ada.call("records.undo", { id: merged.operation_id });
  await ada.call("records.restore", { id: gone });
  assert.deepEqual(await contacts(), [gone, one].sort(), "and it comes back with its restore");
});

test("a record that occurs twice in one call is changed once, and refused the second time", async () => {
  const ada = await service().given.admin();
  const id = await made(ada, "contact", { email: "twice@test.example" });
  const twice = [
    { record: id, values: { city: "Leeds" } },
    { record: "twice@test.example", values: { job_title: "Buyer" } },
  ];
  const { results } = await ada.call("assistant.save", { type: "contact", records: twice });
  assert.deepEqual(
    results.map((result) => result.status),
    ["updated", "failed"],
  );
  const items = twice.map(({ values }) => ({ id, values }));
  const batch = await ada.call("records.batch", { type: "contact", items });
  assert.deepEqual(batch.results.map((result) => result.status).sort(), ["failed", "updated"]);
  const { version } = await ada.call("records.get", { id });
  assert.equal(version - 1, await eventsOn(id, "record.updated"), "every change has its event");
});
