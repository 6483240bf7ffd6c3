import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { searchable } from "@kith/filter";
import { importId as importIdOf } from "../src/features/imports/operations.ts";
import { sourceId } from "../src/features/leads/operations.ts";
import { webhookId as webhookIdOf } from "../src/features/webhooks/operations.ts";
import { newId } from "../src/platform/random.ts";
import { migrate } from "../src/platform/postgres/migrate.ts";
import { urlAs } from "../src/platform/postgres/roles.ts";
import { startWebhookReceiver } from "./outbound/webhook-receiver.ts";
import { cloneDatabase, startService, type TestDatabase } from "./service.ts";
import { TEST_SECRET } from "../../scripts/test-database.ts";
import { scaled } from "./measured.ts";
import { ago, presently } from "./moments.ts";
import { insertOldForm, insertOldRows, insertOldWork, insertQuietRows } from "./old-rows.ts";

// Every migration here runs as the owner of the tables, who is no superuser: row-level security is forced on the owner too, and a
// superuser would not notice that it hides rows.
const MIGRATIONS = join(import.meta.dirname, "../migrations");

/** More than fit into one batch. */
const DEALS = scaled(2_500, 1_200);

test("an upgraded installation finds texts that were written before they were folded", async (t) => {
  const database = await databaseAt(t, "0015");
  const email = await insertOldCompany(database);
  const long = `Ä${"b".repeat(600)}`;
  await insertOldDeals(database, DEALS, (at) => ({ name: `Deal ${at}`, reference: at === 1 ? long : at % 2 ? `REF-${at}` : `ref-${at}` }));
  // Half of a merge is past its time in the trash, and so to be seen by the owner without more; the other half is not.
  await database.query(
    `update records set deleted_at = now() - interval '31 days', merged_into = (select id from records where title = 'Deal 3')
     where title = 'Deal 2'`,
  );
  // Left over from restoring a merged record.
  await database.query("update records set merged_into = (select id from records where title = 'Deal 5') where title = 'Deal 4'");

  await migrate(database.url, TEST_SECRET);
  await using service = await serviceOn(database);
  const ada = await service.signIn(email);
  const { company } = await ada.call("members.me", {});
  assert.deepEqual([company.currency, company.number_format, company.week_start, company.country], ["EUR", "1,234.5", 1, ""]);
  for (const reference of ["ref-17", "REF-17", `ref-${DEALS}`]) {
    const { items } = await ada.call("records.list", { type: "deal", filter: `reference:${reference}` });
    assert.equal(items.length, 1, reference);
  }

  const merged = await database.query("select title from records where merged_into is not null");
  assert.deepEqual(merged, [{ title: "Deal 2" }], "a record that is not in the trash points at no other");

  const folded = () => database.query("select id, folded from records order by id");
  const byMigration = await folded();
  assert.ok(byMigration.some((row) => row["folded"]) && byMigration.some((row) => !row["folded"]));
  const { items } = await ada.call("records.list", { type: "deal", sort: "name", limit: 100 });
  await ada.call("records.batch", { type: "deal", items: items.map(({ id }) => ({ id, values: { amount: 5 } })) });
  assert.deepEqual(await folded(), byMigration, "saving a record folds it in the same way");
});

test("an upgraded installation finds names in other spellings, and words in notes that were there before", async (t) => {
  const database = await databaseAt(t, "0034");
  const email = await insertOldCompany(database);
  const names = ["Jürgen Krüger", "Łukasz Żak", "Søren Þór", "Faßbender GmbH", "Plain", "한국 Ökologie", "x".repeat(300) + "ü"];
  await insertOldDeals(database, names.length, (at) => ({ name: names[at - 1] ?? "", next_step: "" }));
  await database.query("update records set search = lower(title)");
  await database.query(
    `insert into notes (company_id, id, record_id, text, created_at)
     select company_id, gen_random_uuid(), id, 'Likes Zeppelins', now() from records where title = 'Plain'`,
  );

  await migrate(database.url, TEST_SECRET);
  await using service = await serviceOn(database);
  const ada = await service.signIn(email);
  const found = async (query: string) => (await ada.call("assistant.search", { query })).results.map((one) => one.title);
  for (const [query, name] of [
    ["juergen krueger", "Jürgen Krüger"],
    ["kruger", "Jürgen Krüger"],
    ["lukasz zak", "Łukasz Żak"],
    ["soeren thor", "Søren Þór"],
    ["fassbender", "Faßbender GmbH"],
    ["oekologie", "한국 Ökologie"],
    ["zeppelins", "Plain"],
  ] as const)
    assert.deepEqual(await found(query), [name], query);
  const stored = await database.query("select title, search from records order by title");
  for (const row of stored) {
    const [title, search] = [String(row["title"]), String(row["search"])];
    assert.deepEqual(new Set(search.split("\n")), new Set(searchable(title).split("\n")), title);
  }
});

test("an upgraded installation knows when its deals were won, what last happened on them, and whole web addresses", async (t) => {
  const database = await databaseAt(t, "0024");
  const email = await insertOldCompany(database);
  await insertOldRows(database);

  await migrate(database.url, TEST_SECRET);
  await using service = await serviceOn(database);
  const ada = await service.signIn(email);
  const found = async (type: string, filter: string) =>
    (await ada.call("records.list", { type, filter, sort: "name" })).items.map((one) => one.title);
  assert.deepEqual(await found("deal", "won_at:2026-03"), ["Won twice"], "the last time it came into the state, from the log");
  assert.deepEqual(await found("deal", "stage_entered_at:2026-05"), ["Open"]);
  assert.deepEqual(await found("deal", "won_at:2026-06"), ["Won before the log"], "no event: its last change");
  assert.deepEqual(await found("deal", "last_activity_at:2026-04"), ["Open"]);
  const upsert = (type: string, match: string, address: string) =>
    ada.call("records.upsert", { type, match, values: { name: "Again", [match]: address } });
  assert.equal((await upsert("contact", "profile", "linkedin.example/in/bela")).is_new, true);
  assert.equal((await upsert("contact", "profile", "https://linkedin.example/in/anneke/")).is_new, false);
  assert.equal((await upsert("organization", "website", "https://fernhill.example/shop")).is_new, false);
});

test("an import and a replay of before the choices about repeated rows and delivered messages are shown as they were made", async (t) => {
  const database = await databaseAt(t, "0065");
  const email = await insertOldCompany(database);
  const { importId, webhookId } = await insertOldWork(database);

  await migrate(database.url, TEST_SECRET);
  await using service = await serviceOn(database);
  const ada = await service.signIn(email);
  const imported = await ada.call("imports.get", { id: importIdOf.encode(importId) });
  assert.deepEqual(
    [imported.state, imported.created, imported.repeated_rows, imported.repeats],
    ["done", 2, null, { rows: 0, groups: [], field: null }],
    "nobody had chosen, and nothing was found",
  );
  const { items } = await ada.call("webhooks.listReplays", { id: webhookIdOf.encode(webhookId) });
  assert.deepEqual(
    items.map((replay) => [replay.state, replay.with_delivered]),
    [["stopped", true]],
    "everything was sent again, and goes on so",
  );
});

test("a form of before has none of the new texts, looks as it did, and can be given them", async (t) => {
  const database = await databaseAt(t, "0070");
  const email = await insertOldCompany(database);
  const id = await insertOldForm(database, "0123456789abcdef");

  await migrate(database.url, TEST_SECRET);
  await using service = await serviceOn(database);
  const page = await (await fetch(`${service.url}/f/0123456789abcdef`)).text();
  assert.match(page, /<div class="kith-pitch"><h1>Ask us<\/h1><p>Bring one line\.<\/p><\/div>/);
  assert.match(page, /<label for="kith-consent">You may call me\.<\/label><\/div>/);
  assert.doesNotMatch(page, /<h2|<ul|<a /);
  const ada = await service.signIn(email);
  const form = await ada.call("leads.updateSource", { id: sourceId.encode(id), points: ["45 minutes"] });
  assert.deepEqual([form.headline, form.points, form.privacy_url, form.imprint_url], ["", ["45 minutes"], null, null]);
});

test("records of an upgraded installation have a last activity, organizations that of their people, and contacts a last contact", async (t) => {
  const database = await emptyDatabase(t);
  await migrate(database.url, TEST_SECRET, await folderUpTo(t, "0062"));
  const email = await insertOldCompany(database);
  await insertQuietRows(database);

  await migrate(database.url, TEST_SECRET);
  await using service = await serviceOn(database);
  const ada = await service.signIn(email);
  const found = async (type: string, filter: string) =>
    (await ada.call("records.list", { type, filter, sort: "name" })).items.map((one) => one.title);
  assert.deepEqual(await found("deal", "last_activity_at:2026-01"), ["Without a stage"], "when it was made");
  assert.deepEqual(await found("deal", "last_activity_at:2026-04"), ["Noted"]);
  assert.deepEqual(await found("organization", "last_activity_at:2026-01"), ["Alone"]);
  assert.deepEqual(await found("organization", "last_activity_at:2026-04"), ["Of the deal"]);
  assert.deepEqual(
    await found("organization", "last_activity_at:2026-05"),
    ["Of the contact"],
    "a note on a contact that was merged into theirs",
  );
  assert.deepEqual(await found("contact", "last_contacted:2026-05"), ["Noted"]);
  assert.deepEqual(await found("contact", "last_contacted:2026-06"), ["Written down"]);
  assert.deepEqual(await found("contact", "no:last_contacted"), ["Never", "No time"]);
  const none = await database.query("select r.id from records r left join record_activity a on a.record_id = r.id where a.at is null");
  assert.deepEqual(none, []);

  const before = await database.query("select record_id, at, contacted_at from record_activity order by record_id");
  for (const { id } of (await ada.call("records.list", { type: "contact", limit: 50 })).items) {
    const note = await ada.call("records.addNote", { id, text: "x" });
    await ada.call("records.undo", { id: note.operation_id });
  }
  const after = await database.query("select record_id, at, contacted_at from record_activity order by record_id");
  assert.deepEqual(after, before, "the application counts in the same way");
});

test("an upgraded installation has one spelling of each time zone", async (t) => {
  const database = await databaseAt(t, "0032");
  await insertOldCompany(database);
  await database.query("update companies set time_zone = 'europe/BERLIN'");
  await database.query("insert into companies (id, name, time_zone, created_at) select gen_random_uuid(), 'Other', 'Asia/Kolkata', now()");

  await migrate(database.url, TEST_SECRET);
  const zones = await database.query("select time_zone from companies order by time_zone");
  assert.deepEqual(
    zones.map((row) => row["time_zone"]),
    ["Asia/Kolkata", "Europe/Berlin"],
  );
});

test("a lead of an upgraded company works at an organization, unless somebody has found a better name", async (t) => {
  const database = await databaseAt(t, "0038");
  const email = await insertOldCompany(database);
  await database.query("update fields set label = 'Company' where key = 'company'");
  // A neighbour with a name of its own, and a field of another type that is called the same.
  await database.query(`
    with neighbour as (insert into companies (id, name, time_zone, created_at) select gen_random_uuid(), 'Other', 'UTC', now() returning id),
    type as (
      insert into record_types (company_id, id, key, label, label_plural, icon, position, created_at)
      select n.id, gen_random_uuid(), key, key, key, 'box', 0, now() from neighbour n, unnest(array['lead', 'vehicle']) as key
      returning company_id, id, key
    )
    insert into fields (company_id, id, type_id, key, label, type, position, created_at)
    select company_id, gen_random_uuid(), id, 'company', case key when 'lead' then 'Employer' else 'Company' end, 'text', 0, now() from type`);

  await migrate(database.url, TEST_SECRET);
  const labels = await database.query(`select t.key, f.label from fields f join record_types t using (company_id)
    where t.id = f.type_id and f.key = 'company' order by f.label`);
  assert.deepEqual(labels, [
    { key: "vehicle", label: "Company" },
    { key: "lead", label: "Employer" },
    { key: "lead", label: "Organization name" },
  ]);
  await using service = await serviceOn(database);
  const ada = await service.signIn(email);
  const { record } = await ada.call("records.create", { type: "lead", values: { name: "Anneke Vos", company: "Aldermoor" } });
  assert.equal(record.values["company"], "Aldermoor", "its key stays: programs use it");
});

test("leads of an upgraded company get their relations, and no field of its own gives way", async (t) => {
  const database = await databaseAt(t, "0040");
  const email = await insertOldCompany(database);
  const relations = `f.type = 'relation' and t.key = 'lead' and f.company_id = t.company_id and f.type_id = t.id`;
  await database.query(`delete from fields f using record_types t where ${relations}`);
  // A neighbour: `contact` is taken by a retired field, somebody calls another field "Deal", and organizations count their "Leads".
  await database.query(`
    with neighbour as (insert into companies (id, name, time_zone, created_at) select gen_random_uuid(), 'Other', 'UTC', now() returning id),
    type as (
      insert into record_types (company_id, id, key, label, label_plural, icon, position, created_at)
      select n.id, gen_random_uuid(), key, key, key, 'box', 0, now() from neighbour n, unnest(array['lead', 'contact', 'organization', 'deal']) as key
      returning company_id, id, key
    )
    insert into fields (company_id, id, type_id, key, label, type, position, created_at, retired_at)
    select type.company_id, gen_random_uuid(), type.id, own.key, own.label, 'text', own.position, now(), own.retired_at
    from (values ('lead', 'contact', 'Who', 4, now()), ('lead', 'bargain', 'Deal', 7, null), ('organization', 'lead_count', 'Leads', 0, null))
      as own (type, key, label, position, retired_at) join type on type.key = own.type`);
  const versions = () => database.query("select name, schema_version from companies order by name = 'Other', name");
  const before = await versions();

  await migrate(database.url, TEST_SECRET);
  const found = await database.query(`select c.name = 'Other' as is_other, f.key, o.key as other, f.inverse_key, f.is_multi
    from fields f join record_types t on ${relations} join record_types o on o.company_id = f.company_id and o.id = f.related_type_id
    join companies c on c.id = f.company_id order by 1, f.position`);
  assert.deepEqual(found, [
    ...["contact", "organization", "deal"].map((key) => ({ is_other: false, key, other: key, inverse_key: "leads", is_multi: false })),
    { is_other: true, key: "organization", other: "organization", inverse_key: null, is_multi: false },
  ]);
  for (const [at, { schema_version: version }] of (await versions()).entries())
    assert.equal(Number(version), Number(before[at]?.["schema_version"]) + 1, "nodes that run read the types again");

  await using service = await serviceOn(database);
  const ada = await service.signIn(email);
  const { record: contact } = await ada.call("records.create", { type: "contact", values: { name: "Anneke Vos" } });
  await ada.call("records.create", { type: "lead", values: { name: "From the fair", contact: contact.id } });
  const { items } = await ada.call("records.list", { type: "contact", filter: 'leads.name:"From the fair"' });
  assert.deepEqual(
    items.map((item) => item.id),
    [contact.id],
  );
});

test("an upgraded installation sends from now on, and what happened before can be replayed", async (t) => {
  using receiver = await startWebhookReceiver();
  const database = await databaseAt(t, "0039");
  const email = await insertOldCompany(database);
  await database.query(
    `insert into events (company_id, id, at, type, subject_type, subject_id, via, operation, operation_id, request_id, data)
     select c.id, uuid_at(now() - make_interval(secs => n)), now() - make_interval(secs => n), 'record.created', 'rec', gen_random_uuid(), 'rest',
       'records.create', c.id, 'x', jsonb_build_object('type', 'deal', 'name', 'Old ' || n)
     from companies c, generate_series(1, 7) as n`,
  );
  await migrate(database.url, TEST_SECRET);
  await using service = await serviceOn(database, { OUTBOUND_ALLOW: "127.0.0.1" });
  const ada = await service.signIn(email);
  const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
  const worker = await service.app.startWorker();
  await using _stopping = { [Symbol.asyncDispose]: () => worker.stop() };
  await ada.call("records.create", { type: "deal", values: { name: "New" } });
  await receiver.until(({ length }) => length > 0);
  await setTimeout(300);
  const names = () => receiver.received.map(({ message }) => message.data["name"]);
  assert.deepEqual(names(), ["New"]);
  const range = { id: webhook.id, since: ago(3_600_000).toISOString(), until: presently(-500).toISOString() };
  const { total } = await ada.call("webhooks.createReplay", range);
  assert.ok(total >= 7);
  await receiver.until(({ length }) => length === 1 + total);
  assert.deepEqual(new Set(names()), new Set(["New", ...[1, 2, 3, 4, 5, 6, 7].map((n) => `Old ${n}`)]));
});

test("a backfill that is killed continues where it stopped, and handles every row once", async (t) => {
  const database = await databaseAt(t, "0019");
  await insertOldCompany(database);
  await insertOldDeals(database, 5_000, (at) => ({ name: `Deal ${at}` }));
  // A short wait in every batch, so that it can be killed in the middle.
  const planted = `-- in batches: records
    update records set version = version + 1 from pg_sleep(0.3)
    where (company_id, id) in (select * from unnest($1::uuid[], $2::uuid[]));`;
  const folder = await folderUpTo(t, "0019", { "9999_planted.sql": planted });

  const killed = assert.rejects(migrate(database.url, TEST_SECRET, folder), /9999_planted.sql stopped before its end/);
  const done = await killInTheMiddle(database);
  await killed;
  assert.deepEqual(await database.query("select from migrations where name like '9999%'"), []);
  assert.ok(done >= 1_000 && done < 5_000, `${done} rows were done`);
  assert.deepEqual(await migrate(database.url, TEST_SECRET, folder), ["9999_planted.sql"]);
  assert.deepEqual(await database.query("select version, count(*)::int from records group by 1"), [{ version: 2, count: 5_000 }]);
  assert.deepEqual(await database.query("select * from backfills"), []);
  assert.deepEqual(await migrate(database.url, TEST_SECRET, folder), []);
});

test("a backfill reads a value that is being saved at that moment, not the one before", async (t) => {
  const database = await databaseAt(t, "0019");
  await insertOldCompany(database);
  await insertOldDeals(database, 3, (at) => ({ name: `Deal ${at}`, reference: "before" }));
  const planted = `-- in batches: records
    update records r set title = t.data ->> 'reference' from records t
    where t.company_id = r.company_id and t.id = r.id and (r.company_id, r.id) in (select * from unnest($1::uuid[], $2::uuid[]));`;
  const folder = await folderUpTo(t, "0019", { "9999_planted.sql": planted });

  const writer = new Client({ connectionString: database.superuserUrl });
  await writer.connect();
  await writer.query(`begin; update records set data = '{"reference": "after"}' where title = 'Deal 2'`);
  const migrating = migrate(database.url, TEST_SECRET, folder);
  const waiting = "select from pg_stat_activity where datname = current_database() and usename = 'kith' and wait_event_type = 'Lock'";
  while ((await database.query(waiting)).length === 0) await setTimeout(20);
  await writer.query("commit");
  await writer.end();
  await migrating;
  const titles = await database.query("select title from records order by title");
  assert.deepEqual(titles, [{ title: "after" }, { title: "before" }, { title: "before" }]);
});

test("the owner sees companies' rows only in a backfill, and the application gains no access by that", async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  {
    await using service = await serviceOn(database);
    await (await service.given.admin()).call("records.create", { type: "deal", values: { name: "One" } });
  }
  const [row] = await database.query(
    `select count(*)::int as closed from pg_class c where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity
       and not exists (select from pg_policies p where p.tablename = c.relname and p.policyname = 'backfill' and p.roles = '{kith}'
         and p.qual = '(current_setting(''app.backfill''::text, true) = ''on''::text)' and p.with_check = p.qual)`,
  );
  assert.equal(row?.["closed"], 0, "every table has the policy");
  const count = "select (select count(*) from users)::int as users, (select count(*) from records)::int as records";
  const seenBy = async (url: string, setting: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return ((await client.query(`begin; set local app.backfill = ${setting}; ${count}; rollback`)) as unknown as { rows: unknown[] }[])[2]
        ?.rows[0];
    } finally {
      await client.end();
    }
  };
  assert.deepEqual(await seenBy(database.url, "off"), { users: 0, records: 0 });
  assert.deepEqual(await seenBy(database.url, "on"), { users: 1, records: 1 });
  assert.deepEqual(await seenBy(asApplication(database), "on"), { users: 0, records: 0 });
});

test("an upgraded installation has no stored answer with a secret, and still does no call twice", async (t) => {
  const database = await databaseAt(t, "0058");
  await insertOldCompany(database);
  const keep = (operation: string, answer: object) =>
    database.query(
      `insert into idempotency_keys (company_id, id, user_id, operation, key, fingerprint, answer, created_at)
       select company_id, $1, id, $2, 'k', decode(repeat('00', 32), 'hex'), $3, now() from users limit 1`,
      [newId(), operation, answer],
    );
  await keep("webhooks.create", { secret: "whsec_kept" });
  await keep("leadSending.renewCode", { code: "kept" });
  await keep("records.create", { record: {} });
  await migrate(database.url, TEST_SECRET);
  assert.deepEqual(await database.query("select operation, answer from idempotency_keys order by operation"), [
    { operation: "leadSending.renewCode", answer: null },
    { operation: "records.create", answer: { record: {} } },
    { operation: "webhooks.create", answer: null },
  ]);
});

test("an index is made outside a transaction, and one that was left half-made is made again", async (t) => {
  const database = await databaseAt(t, "0019");
  const planted = `-- outside a transaction
-- Why it is there.
create index concurrently if not exists planted_one on users (created_at);
create unique index concurrently if not exists planted_two on users (name, id);
`;
  const folder = await folderUpTo(t, "0019", { "9999_planted.sql": planted });
  // As a migration that died leaves it: the first index complete, the second incomplete.
  await database.query("create index planted_one on users (created_at)");
  await database.query("create index planted_two on users (name)");
  await database.query("update pg_index set indisvalid = false where indexrelid = 'planted_two'::regclass");

  // A node that starts meanwhile must not delay the creation of the index.
  const applied = await Promise.all([migrate(database.url, TEST_SECRET, folder), migrate(database.url, TEST_SECRET, folder)]);
  assert.deepEqual(applied.flat(), ["9999_planted.sql"]);
  const indexes = await database.query(
    "select indexrelid::regclass::text as name, indisvalid, indnatts::int from pg_index where indexrelid::regclass::text like 'planted%' order by 1",
  );
  assert.deepEqual(indexes, [
    { name: "planted_one", indisvalid: true, indnatts: 1 },
    { name: "planted_two", indisvalid: true, indnatts: 2 },
  ]);
});

test("a file that could not run again is refused before it is run", async (t) => {
  const database = await emptyDatabase(t);
  const planted = "-- outside a transaction\ncreate index concurrently planted on users (created_at);\n";
  const folder = await folderUpTo(t, "0019", { "9999_planted.sql": planted });
  await assert.rejects(migrate(database.url, TEST_SECRET, folder), /write "if not exists"/);
});

const PLANTED_FAILURES = {
  "a statement that PostgreSQL refuses": [
    "create table planted (id uuid primary key);\n\ninsert into planted\n  values ('no uuid');\ncreate table never (id uuid);\n",
    /9999_planted\.sql failed\. Nothing of it was applied\.\n\s+ERROR 22P02: invalid input syntax for type uuid: "no uuid"\n\s+line 4, in the statement:\n\s+insert into planted\n\s+values \('no uuid'\);$/,
  ],
  "a rule that rows break": [
    "insert into companies (id, name, created_at) values (gen_random_uuid(), null, now());\n",
    /ERROR 23502: null value in column "name"[^]*table: companies/,
  ],
  "a name with a hint": [
    "select titel from records;\n",
    /ERROR 42703: column "titel" does not exist\n\s+hint: Perhaps you meant[^]*records\.title/,
  ],
  "outside a transaction": [
    "-- outside a transaction\ncreate index concurrently if not exists planted on nowhere (id);\n",
    /9999_planted\.sql stopped before its end\.[^]*ERROR 42P01: relation "nowhere" does not exist/,
  ],
  "in batches": [
    "-- in batches: companies\nupdate nowhere set a = 1 where $1 = $2;\n",
    /9999_planted\.sql stopped before its end\.[^]*ERROR 42(P01|703|P18|883|804)/,
  ],
  "in a function": [
    "do $$ begin raise exception 'not like this' using hint = 'Ask first.'; end $$;\n",
    /ERROR P0001: not like this\n\s+hint: Ask first\.\n\s+in: PL\/pgSQL/,
  ],
} as const;

for (const [what, [text, expected]] of Object.entries(PLANTED_FAILURES)) {
  test(`a migration that fails says why: ${what}`, async (t) => {
    const database = await cloneDatabase();
    t.after(() => database.drop());
    await database.query("insert into companies (id, name, created_at) values (gen_random_uuid(), 'One', now())");
    const folder = await folderUpTo(t, "9998", { "9999_planted.sql": text });
    await assert.rejects(
      migrate(database.url, TEST_SECRET, folder),
      (error: Error) => expected.test(error.message) || assert.fail(error.message),
    );
  });
}

test("migrate on the command line says why it cannot reach the database", () => {
  const env = {
    PATH: process.env["PATH"],
    BASE_URL: "http://localhost",
    KITH_SECRET: TEST_SECRET,
    DATABASE_URL: "postgres://kith@localhost:9/kith",
  };
  const main = join(import.meta.dirname, "../src/main.ts");
  const { status, stderr } = spawnSync(process.execPath, ["--conditions=source", main, "migrate"], { env, encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /ECONNREFUSED .*:9/);
});

/** Ends the migrator's connection once it has done a part; answers how many rows were done by then. */
async function killInTheMiddle(database: TestDatabase): Promise<number> {
  for (;;) {
    const [progress] = await database.query("select rows::int from backfills where rows >= 2000");
    if (!progress) {
      await setTimeout(20);
      continue;
    }
    await database.query(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7204611 and granted and database = (select oid from pg_database where datname = current_database())",
    );
    return Number(progress["rows"]);
  }
}

/** The service on a database that outlives it. */
async function serviceOn(database: TestDatabase, env: Record<string, string> = {}) {
  const service = await startService({ database, env });
  return { ...service, [Symbol.asyncDispose]: () => service.app.close() };
}

const asApplication = (database: TestDatabase) => urlAs(database.url, TEST_SECRET, "app");

async function emptyDatabase(t: TestContext): Promise<TestDatabase> {
  const database = await cloneDatabase("template0");
  t.after(() => database.drop());
  return database;
}

/** A database of each older version that a test has asked for, to be copied: what they have in common is run once. */
const olderVersions = new Map<string, Awaited<ReturnType<typeof cloneDatabase>>>();
test.after(async () => {
  for (const older of olderVersions.values()) await older.drop();
});

/** A database of its own for a test, as an older version left it, without rows. */
async function databaseAt(t: TestContext, last: string): Promise<TestDatabase> {
  let older = olderVersions.get(last);
  if (!older) {
    const nearest =
      [...olderVersions.keys()]
        .filter((one) => one < last)
        .sort()
        .at(-1) ?? "";
    older = await cloneDatabase(olderVersions.get(nearest)?.name ?? "template0");
    olderVersions.set(last, older);
    await migrate(older.url, TEST_SECRET, await folderUpTo(t, last));
  }
  const database = await cloneDatabase(older.name);
  t.after(() => database.drop());
  return database;
}

/** The migrations as an older version had them, and files of the test's own after them. */
async function folderUpTo(t: TestContext, last: string, own: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kith-migrations-"));
  t.after(() => rm(folder, { recursive: true }));
  const files = (await readdir(MIGRATIONS)).filter((file) => file.slice(0, 4) <= last);
  for (const file of files) await cp(join(MIGRATIONS, file), join(folder, file));
  for (const [file, text] of Object.entries(own)) await writeFile(join(folder, file), text);
  return folder;
}

/**
 * A company as an older version had it: made by today's service on a database of its own, and copied with the columns that there were.
 * Today's service may need columns that the older version lacks. Answers the email of its Admin.
 */
async function insertOldCompany(database: TestDatabase): Promise<string> {
  const { email, rowsOf } = await (madeCompany ??= makeCompany());
  for (const [table, rows] of Object.entries(rowsOf)) {
    const [old] = await database.query(
      `select string_agg(attname, ', ') as columns from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
    );
    await database.query(
      `insert into ${table} (${String(old?.["columns"])}) select ${String(old?.["columns"])} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  return email;
}

let madeCompany: ReturnType<typeof makeCompany> | undefined;

async function makeCompany() {
  const service = await startService();
  try {
    const ada = await service.given.admin();
    await ada.call("types.addField", { type: "deal", key: "reference", label: "Reference", field_type: "text" });
    await ada.call("types.addField", { type: "contact", key: "profile", label: "Profile", field_type: "url" });
    const rowsOf: Record<string, unknown> = {};
    for (const table of ["companies", "users", "record_types", "fields"])
      rowsOf[table] = (await service.database.query(`select json_agg(t) as all from ${table} t`))[0]?.["all"];
    return { email: ada.email, rowsOf };
  } finally {
    await service.close();
  }
}

/** Writes deals as the application did before 0016: as its role, for the one company there is. */
async function insertOldDeals(database: TestDatabase, count: number, valuesOf: (at: number) => Record<string, string>): Promise<void> {
  const [type] = await database.query("select company_id, id from record_types where key = 'deal'");
  const app = new Client({ connectionString: asApplication(database) });
  await app.connect();
  await app.query("set default_transaction_read_only = off");
  await app.query("select set_config('app.company_id', $1, false)", [type?.["company_id"]]);
  const rows = Array.from({ length: count }, (_, at) => {
    const { name, ...data } = valuesOf(at + 1);
    return { id: newId(), title: name, data };
  });
  await app.query(
    `insert into records (company_id, id, type_id, title, data, created_at, updated_at)
     select $1, r.id, $2, r.title, r.data, now(), now() from jsonb_to_recordset($3) as r (id uuid, title text, data jsonb)`,
    [type?.["company_id"], type?.["id"], JSON.stringify(rows)],
  );
  await app.end();
}
