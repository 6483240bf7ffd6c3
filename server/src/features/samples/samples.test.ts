import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Client } from "pg";
import { assertNeedsSession, assertRefused, eventsOf } from "../../../test/assertions.ts";
import { cloneDatabase, sharedService, startService, type Person, type Service } from "../../../test/service.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { makeWeek, WEEKS } from "./make-week.ts";
import { until } from "../../../test/waiting.ts";

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

async function loaded(person: Person) {
  const progress = [(await person.call("samples.load", {})).progress];
  const over = await untilOver(person, (now) => now !== progress.at(-1) && progress.push(now));
  return { ...over, seen: progress };
}

/** What the samples are once they are no longer loading. `see` is told the progress at every look. */
const untilOver = (person: Person, see: (progress: number) => unknown = () => undefined) =>
  until(
    async () => {
      const now = await person.call("samples.get", {});
      see(now.progress);
      return now.state !== "loading" && now;
    },
    "the samples are loaded",
    { everyMs: 150 },
  );

/** The database of a company with the samples, made once: to load them takes ten times as long as to copy it. */
let filled: ReturnType<typeof fill> | undefined;
test.after(async () => (await filled)?.database.drop());

async function fill() {
  const database = await cloneDatabase();
  const { app, given } = await startService({ database });
  const filling = await app.startWorker();
  const ada = await given.admin("Ada");
  assert.equal((await loaded(ada)).state, "loaded");
  await filling.stop();
  await app.close();
  return { database, email: ada.email };
}

/** An Admin whose company has the samples, in a service of their own. */
async function withSamples(t: TestContext): Promise<{ ada: Person; own: Service }> {
  const { database, email } = await (filled ??= fill());
  const own = await startService({ database: await cloneDatabase(database.name) });
  t.after(() => own.close());
  return { ada: await own.signIn(email), own };
}

const TYPES = ["organization", "contact", "deal", "lead", "task"];
const countOf = async (person: Person, type: string) =>
  (await person.call("records.list", { type, limit: 1, count: "exact" })).count?.value ?? 0;
const total = async (person: Person) => (await Promise.all(TYPES.map((type) => countOf(person, type)))).reduce((sum, one) => sum + one, 0);

test("an empty company fills itself with a believable year, and shows how far it is", async () => {
  const ada = await service().given.admin("Ada");
  assert.deepEqual(await ada.call("samples.get", {}), {
    state: "none",
    can_load: true,
    progress: 0,
    failure: null,
    loaded_by: null,
    loaded_at: null,
    records: 0,
    changed: { count: 0, records: [] },
    own_types: [],
  });
  const { state, seen, records, own_types, can_load, loaded_by } = await loaded(ada);
  assert.deepEqual([state, own_types, can_load, loaded_by?.name], ["loaded", [], false, "Ada"]);
  assert.ok(seen.length >= 2 && seen.at(-1) === 1, String(seen));
  const counts = Object.fromEntries(await Promise.all(TYPES.map(async (type) => [type, await countOf(ada, type)])));
  assert.deepEqual({ ...counts, task: 0 }, { organization: 60, contact: 200, deal: 80, lead: 16, task: 0 });
  assert.ok(counts["task"] > 20 && counts["task"] < 60);
  assert.equal(records, await total(ada));

  const deals = (await ada.call("records.list", { type: "deal", limit: 100 })).items;
  const stages = new Set(deals.map((deal) => deal.values["stage"]));
  for (const stage of ["qualified", "discovery", "proposal", "won", "lost"]) assert.ok(stages.has(stage), stage);
  const now = service().clock.now().getTime();
  const ages = deals.map((deal) => now - Date.parse(deal.created_at));
  assert.ok(Math.max(...ages) > 300 * DAY_MS && Math.min(...ages) < 21 * DAY_MS && Math.min(...ages) > 0);
  assert.ok(deals.every((deal) => Date.parse(deal.updated_at) <= now));
  assert.ok(deals.every((deal) => deal.values["organization"] && (deal.values["contacts"] as unknown[]).length > 0));
  assert.equal((await eventsOf(ada, "sample.loaded"))[0]?.actor, ada.userId);
});

test("removing takes away exactly what was loaded, in one step", async (t) => {
  const { ada } = await withSamples(t);
  const own = await ada.call("records.create", { type: "contact", values: { name: "Our first customer" } });
  assert.deepEqual((await ada.call("samples.get", {})).own_types, ["contact"]);
  const before = await total(ada);

  const { removed, kept } = await ada.call("samples.remove", { changed: "keep" });
  assert.deepEqual([removed, kept], [before - 1, 0]);
  assert.equal(await total(ada), 1);
  assert.equal((await ada.call("records.get", { id: own.record.id })).deleted_at, null);
  const after = await ada.call("samples.get", {});
  assert.deepEqual([after.state, after.records, after.can_load], ["none", 0, true]);
  assert.deepEqual((await eventsOf(ada, "sample.removed"))[0]?.data, { name: "Sample data", removed, kept: 0 });
  await assertRefused(ada, "no_samples", [["samples.remove", { changed: "keep" }]]);
});

for (const choice of ["keep", "remove"] as const) {
  test(`sample records that somebody worked on are named first, and ${choice === "keep" ? "stay" : "go"} as chosen`, async (t) => {
    const { ada } = await withSamples(t);
    const deals = (await ada.call("records.list", { type: "deal", limit: 2 })).items;
    await ada.call("records.update", { id: deals[0]?.id ?? "", values: { next_step: "Call them" } });
    await ada.call("records.addNote", { id: deals[1]?.id ?? "", text: "They are nice." });
    const { changed } = await ada.call("samples.get", {});
    assert.equal(changed.count, 2);
    assert.deepEqual(new Set(changed.records.map((one) => one.title)), new Set(deals.map((one) => one.title)));

    const before = await total(ada);
    const counts = await ada.call("samples.remove", { changed: choice });
    assert.deepEqual(counts, choice === "keep" ? { removed: before - 2, kept: 2 } : { removed: before, kept: 0 });
    assert.equal(await total(ada), counts.kept);
  });
}

test("a sample record that somebody changes while the samples are removed stays, with what they wrote", async (t) => {
  const { ada, own } = await withSamples(t);
  const [deal] = (await ada.call("records.list", { type: "deal", limit: 1 })).items;
  const id = deal?.id ?? "";
  // Both calls find the record held: whoever came first goes first when it is let go.
  const holder = new Client({ connectionString: own.database.superuserUrl });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from records where title = $1 and company_id = (select company_id from users where email = $2) for update", [
    deal?.title,
    ada.email,
  ]);
  const waiting = (count: number) => untilWaiting(own, count);
  const changing = ada.call("records.update", { id, values: { next_step: "Call them" } });
  await waiting(1);
  const removing = ada.call("samples.remove", { changed: "keep" });
  await waiting(2);
  await holder.query("commit");
  await holder.end();

  const changed = (await changing).record;
  assert.equal((await removing).kept, 1);
  const after = await ada.call("records.get", { id });
  assert.deepEqual([after.deleted_at, after.version, after.values["next_step"]], [null, changed.version, "Call them"]);
});

/** Waits until so many statements of the application wait for a lock. */
async function untilWaiting({ database }: Service, count: number): Promise<void> {
  const locked =
    "select from pg_stat_activity where datname = current_database() and application_name like 'kith_app_%' and wait_event_type = 'Lock'";
  await until(async () => (await database.query(locked)).length >= count, `${count} wait`, { everyMs: 10 });
}

test("a company that has more than ten records is not mixed with samples, and one load is enough", async () => {
  const ada = await service().given.admin();
  const items = Array.from({ length: 11 }, (_, at) => ({ values: { name: `Real ${at}` } }));
  const { results } = await ada.call("records.batch", { type: "contact", items });
  assert.equal((await ada.call("samples.get", {})).can_load, false);
  await assertRefused(ada, "not_empty", [["samples.load", {}]]);
  await ada.call("records.delete", { id: results[0]?.id ?? "" });
  assert.equal((await ada.call("samples.get", {})).can_load, true, "ten records are few");
  const answers = await Promise.all([1, 2, 3].map(() => ada.post("samples.load", {})));
  assert.deepEqual(
    answers.map((one) => one.status).sort((a, b) => a - b),
    [200, 409, 409],
  );
  await untilOver(ada);
  await assertRefused(ada, "not_empty", [["samples.load", {}]]);
  await ada.call("samples.remove", { changed: "keep" });
  assert.equal((await loaded(ada)).state, "loaded", "removed, it can be loaded again");
});

test("types that were changed before take what fits, or say why not", async () => {
  const ada = await service().given.admin();
  const deal = (await ada.call("types.list", {})).items.find((type) => type.key === "deal");
  const stages = deal?.fields.find((field) => field.key === "stage")?.options ?? [];
  const options = stages.map((option) => (option.key === "won" ? { ...option, retired: true } : option));
  await ada.call("types.updateField", { type: "deal", field: "stage", options });
  assert.equal((await loaded(ada)).state, "loaded");
  assert.equal((await ada.call("records.list", { type: "deal", filter: "stage:won", limit: 1 })).items.length, 0);
  await ada.call("samples.remove", { changed: "keep" });

  await ada.call("types.addField", { type: "contact", key: "badge", label: "Badge", field_type: "text", is_required: true });
  const { state, failure } = await loaded(ada);
  assert.deepEqual([state, failure], ["failed", "Contacts cannot take the sample data: Badge is required."]);
  await ada.call("samples.remove", { changed: "keep" });
  assert.equal(await total(ada), 0, "what was written before it failed can be removed as well");
});

test("samples are for Admins; a Member may only see that they are there; another company sees nothing", async (t) => {
  const { ada, own } = await withSamples(t);
  const max = await own.given.member(ada);
  await assertRefused(max, "admin_only", [
    ["samples.load", {}],
    ["samples.remove", { changed: "keep" }],
  ]);
  assert.equal((await max.call("samples.get", {})).state, "loaded");
  const eve = await own.given.admin();
  assert.equal((await eve.call("samples.get", {})).state, "none");
  assert.equal(await total(eve), 0);
  await assertRefused(eve, "no_samples", [["samples.remove", { changed: "remove" }]]);
  await assertRefused(ada, "invalid_input", [["samples.remove", {}]], "/changed");
  await assertNeedsSession(ada, [
    ["samples.get", {}],
    ["samples.load", {}],
    ["samples.remove", { changed: "keep" }],
  ]);
});

test("a load that has had all its attempts is marked failed, and says what to do", async () => {
  await worker?.stop();
  const ada = await service().given.admin();
  await ada.call("samples.load", {});
  await service().database.query("update jobs set attempt = 10 where name = 'samples.work'");
  worker = await service().app.startWorker();
  const { state, failure } = await untilOver(ada);
  assert.equal(state, "failed");
  assert.match(failure ?? "", /load it again/);
});

test("a week is the same wherever and whenever it is made, and no contact has another's address", () => {
  const setting = { owners: ["@me"], now: new Date("2026-11-15T10:00:00Z") };
  const year = Array.from({ length: WEEKS }, (_, week) => makeWeek(week, setting));
  assert.deepEqual(makeWeek(30, setting), year[30]);
  const emails = year.flatMap((week) => week.contacts.flatMap((one) => one["email"] as string[]));
  assert.equal(new Set(emails).size, emails.length);
  const names = year.flatMap((week) => week.organizations.map((one) => one["name"]));
  assert.equal(new Set(names).size, 60);
  const deals = year.flatMap((week) => week.deals.map((one) => one.values["name"]));
  assert.equal(new Set(deals).size, 80);
  assert.ok(year.every((week) => week.at < setting.now && week.deals.every((deal) => !deal.moved || deal.moved.at < setting.now)));
});
