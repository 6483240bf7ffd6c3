import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { findFaults } from "../catalogue.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { rightsToRevoke } from "../../src/platform/postgres/narrow-rights.ts";
import { nameRoles } from "../../src/platform/postgres/roles.ts";
import { sharedService, TEST_ROLES } from "../service.ts";

const service = sharedService();

const TENANT = "to kith_app using (company_id = current_company()) with check (company_id = current_company())";
/** A correct table; each case breaks it in one place. */
const GOOD = `
  create table planted (company_id uuid not null references companies (id), id uuid not null, user_id uuid, primary key (company_id, id),
    foreign key (company_id, user_id) references users (company_id, id));
  alter table planted enable row level security;
  alter table planted force row level security;
  create policy tenant on planted ${TENANT};
  grant select, insert, update, delete on planted to kith_app;`;

const PLANTED: { what: string; sql: string; fault: RegExp }[] = [
  { what: "a table that nobody thought about", sql: "create table planted (id uuid primary key)", fault: /^planted has no company_id/ },
  {
    what: "a company that may be null",
    sql: `${GOOD} alter table planted drop constraint planted_pkey; alter table planted alter company_id drop not null`,
    fault: /^planted has no company_id/,
  },
  {
    what: "a company in a column of another type",
    sql: "create table planted (company_id text not null)",
    fault: /^planted has no company_id/,
  },
  {
    what: "a primary key without the company",
    sql: `${GOOD} alter table planted drop constraint planted_pkey; alter table planted add primary key (id)`,
    fault: /^planted has no primary key/,
  },
  {
    what: "a primary key that ends with the company",
    sql: `${GOOD} alter table planted drop constraint planted_pkey; alter table planted add primary key (id, company_id)`,
    fault: /^planted has no primary key/,
  },
  {
    what: "row-level security that is off",
    sql: `${GOOD} alter table planted disable row level security`,
    fault: /^planted has no enabled and forced/,
  },
  {
    what: "row-level security that the owner is spared",
    sql: `${GOOD} alter table planted no force row level security`,
    fault: /^planted has no enabled and forced/,
  },
  {
    what: "records that their owner's member reads",
    sql: "alter table records owner to kith",
    fault: /^records has no enabled and forced/,
  },
  {
    what: "a table behind no view",
    sql: `${GOOD} alter table planted no force row level security; grant create on schema public to kith_view; alter table planted owner to kith_view`,
    fault: /^planted has no enabled and forced/,
  },
  { what: "no policy", sql: `${GOOD} drop policy tenant on planted`, fault: /^planted has no policy tenant/ },
  { what: "a policy for everybody", sql: `${GOOD} alter policy tenant on planted to public`, fault: /^planted has no policy tenant/ },
  {
    what: "a policy without a check",
    sql: `${GOOD} drop policy tenant on planted; create policy tenant on planted for select to kith_app using (company_id = current_company())`,
    fault: /^planted has no policy tenant/,
  },
  {
    what: "a policy that checks nothing on the way in",
    sql: `${GOOD} alter policy tenant on planted with check (true)`,
    fault: /^planted has no policy tenant/,
  },
  {
    what: "a policy with a way around it",
    sql: `${GOOD} alter policy tenant on planted using (company_id = current_company() or id is null)`,
    fault: /^planted has no policy tenant/,
  },
  {
    what: "a second policy that widens the first",
    sql: `${GOOD} create policy helpful on planted to kith_app using (true)`,
    fault: /^planted has the policy helpful/,
  },
  {
    what: "a reference by id alone",
    sql: `${GOOD} create unique index on users (id); alter table planted add foreign key (user_id) references users (id)`,
    fault: /^planted refers to users without the company/,
  },
  {
    what: "a reference that crosses the pair",
    sql: `${GOOD} alter table planted add foreign key (user_id, company_id) references users (company_id, id)`,
    fault: /^planted refers to users without the company/,
  },
  {
    what: "a reference to any company",
    sql: `${GOOD} alter table planted add foreign key (user_id) references companies (id)`,
    fault: /^planted refers to companies without the company/,
  },
  {
    what: "a partition that can be read",
    sql: "grant select on events_default to kith_app",
    fault: /^events_default can be reached by kith_app/,
  },
  {
    what: "one column of a partition",
    sql: "grant select (data) on events_default to kith_identity",
    fault: /^events_default can be reached by kith_identity/,
  },
  { what: "an audit trail that can be mended", sql: "grant update on events to kith_app", fault: /^kith_app may update events/ },
  { what: "one column of the audit trail", sql: "grant update (data) on events to kith_app", fault: /^kith_app may update events/ },
  { what: "an identity that writes", sql: "grant update (role) on users to kith_identity", fault: /^kith_identity may update users/ },
  { what: "a table that can be emptied", sql: "grant truncate on sessions to kith_app", fault: /^kith_app may truncate sessions/ },
  { what: "an identity that reads whole rows", sql: "grant select on users to kith_identity", fault: /^kith_identity may select users/ },
  { what: "when periodic work ran", sql: "grant select on schedules to kith_app", fault: /^kith_app may select schedules/ },
  { what: "a role past all policies", sql: "alter role kith_app bypassrls", fault: /^kith_app has a power/ },
  { what: "a role that can become the owner", sql: "grant kith to kith_identity", fault: /^kith_identity can become kith$/ },
  {
    what: "a table that the application owns",
    sql: `${GOOD} grant create on schema public to kith_app; alter table planted owner to kith_app`,
    fault: /^kith_app owns pg_class/,
  },
  {
    what: "a function with its owner's rights",
    sql: "create function planted() returns bigint language sql security definer return (select count(*) from users)",
    fault: /^planted runs with its owner's rights/,
  },
  {
    what: "a view without the company",
    sql: "create view planted as select id, title from records; alter view planted owner to kith_view; grant select on planted to kith_app",
    fault: /^planted is a view that kith_app reads past the company/,
  },
  {
    what: "a view with a way around the company",
    sql: `create view planted as select id from records where company_id = current_company() or true;
      alter view planted owner to kith_view; grant select on planted to kith_app`,
    fault: /^planted is a view that kith_app reads past the company/,
  },
  {
    what: "a view of the owner's",
    sql: "create view planted as select id from records where company_id = current_company(); grant select on planted to kith_app",
    fault: /^planted is a view that kith_app reads past the company/,
  },
  {
    what: "a view that can be written through",
    sql: "grant update on company_records to kith_app",
    fault: /^company_records is a view that kith_app reads past the company/,
  },
  {
    what: "temporary tables",
    sql: "do $$ begin execute format('grant temporary on database %I to public', current_database()); end $$",
    fault: /^kith_app may create temporary tables/,
  },
  { what: "large objects", sql: "grant execute on function lo_from_bytea to kith_app", fault: /^kith_app may call lo_from_bytea/ },
  { what: "a view's owner who can sign in", sql: "alter role kith_view login", fault: /^kith_view can sign in/ },
  { what: "somebody who can become a view's owner", sql: "grant kith_view to kith_app", fault: /^kith_app can become kith_view/ },
];

test("every table keeps companies apart, as PostgreSQL itself sees it", async () => {
  const { url, query } = service().database;
  // The rights on a database are not copied with it; migrate sets them again, as it does after a restore.
  await migrate(url, TEST_SECRET);
  const scratch = await faultsAfter("");
  assert.ok(scratch.length > 10 && scratch.every((fault) => /^kith_(app|identity) may call lo/.test(fault)), scratch.join("; "));
  for (const statement of await rightsToRevoke(url)) await query(statement);
  assert.deepEqual(await faultsAfter(""), []);
  assert.deepEqual(await faultsAfter(GOOD), []);
});

for (const { what, sql, fault } of PLANTED) {
  test(`the catalogue check notices ${what}`, async () => {
    const faults = await faultsAfter(sql);
    assert.ok(
      faults.some((one) => fault.test(one)),
      `found only: ${faults.join("; ") || "nothing"}`,
    );
  });
}

/** The faults after `sql` has run; it is rolled back. */
async function faultsAfter(sql: string): Promise<string[]> {
  const client = new Client({ connectionString: service().database.superuserUrl });
  await client.connect();
  try {
    await client.query(nameRoles(`begin; ${sql}`, TEST_ROLES));
    return await findFaults(client);
  } finally {
    await client.query("rollback");
    await client.end();
  }
}

/**
 * Columns that name a row without a foreign key: the position of a backfill, the log, which outlives its subjects, keys of no table,
 * the process that runs a job, deliveries, which are removed in batches after their webhook, rules, which are inside a saved version, a
 * decision, which keeps what it was made from, where a lead of another company came from, and the message that an item became
 * or that a consent or a link to unsubscribe is about, which may have been erased since. What a notification is about is looked up when it is read.
 */
const FREE = [
  "backfills.after_company",
  "backfills.after_id",
  "consents.message_id",
  "events.actor_key",
  "events.actor_user",
  "events.operation_id",
  "events.subject_id",
  "import_keys.record_id",
  "imports.operation_id",
  "imports.undo_before",
  "imports.undo_operation_id",
  "inbound_items.message_id",
  "jobs.worker",
  "lead_arrivals.code_id",
  "lead_arrivals.from_company",
  "lead_arrivals.hop_id",
  "lead_conversions.operation_id",
  "lead_counts.rule_id",
  "lead_counts.who",
  "lead_decisions.destination_id",
  "lead_decisions.rule_id",
  "lead_decisions.user_id",
  "lead_deliveries.rule_id",
  "lead_turns.rule_id",
  "lead_turns.who",
  "notifications.actor_id",
  "notifications.group_id",
  "notifications.subject_id",
  "notifications.type_id",
  "samples.operation_id",
  "silent_workers.worker",
  "undone_operations.operation_id",
  "undone_operations.undone_by",
  "unsubscribe_links.message_id",
  "webhook_deliveries.event_id",
  "webhook_deliveries.subject_id",
  "webhook_deliveries.webhook_id",
];

test("every column that holds an id of something else is a foreign key, with the exceptions listed here", async () => {
  const columns = await service().database.query(`
    select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.atttypid = 'uuid'::regtype and a.attname not in ('id', 'company_id')
      and not exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any(k.conkey))
    order by 1`);
  assert.deepEqual(
    columns.map((column) => column["name"]),
    FREE,
  );
});
