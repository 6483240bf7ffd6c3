import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Client } from "pg";
import { startPostgres, type Cluster } from "../../../scripts/postgres.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { rolesOf } from "../../src/platform/postgres/roles.ts";
import { startService, type TestDatabase } from "../service.ts";

const SECRETS = { one: "the secret of the first installation, long", two: "the secret of the second installation, long" };
const MIGRATIONS = join(import.meta.dirname, "../../migrations");

test("two installations with different secrets share a PostgreSQL, and neither disturbs the other", async (t) => {
  const cluster = await newCluster(t);
  await migrate(cluster.urlOf("one"), SECRETS.one);
  await using first = await serviceOn(cluster, "one");
  const ada = await first.given.admin();
  await migrate(cluster.urlOf("two"), SECRETS.two);
  await migrate(cluster.urlOf("two"), SECRETS.two);
  await using second = await serviceOn(cluster, "two");
  const bob = await second.given.admin();
  for (const [person, name] of [
    [ada, "Of the first"],
    [bob, "Of the second"],
  ] as const) {
    await person.call("records.create", { type: "deal", values: { name } });
    const { items } = await person.call("records.list", { type: "deal" });
    assert.deepEqual(
      items.map((item) => item.title),
      [name],
    );
  }
  // A new connection, with the password that the first migration set.
  await using again = await serviceOn(cluster, "one");
  await again.signIn(ada.email);
  await assert.rejects(
    ask(cluster.urlOf("one").replace(/kith:.*@/, `${rolesOf(SECRETS.two).app}:x@`), "select from companies"),
    "the second's roles have no business in the first's database",
  );
});

test("two installations that shared their roles until version 0024 are upgraded one after the other", async (t) => {
  const cluster = await newCluster(t);
  const older = mkdtempSync(join(tmpdir(), "kith-migrations-"));
  t.after(() => rmSync(older, { recursive: true }));
  for (const file of readdirSync(MIGRATIONS).filter((name) => name < "0025")) cpSync(join(MIGRATIONS, file), join(older, file));
  for (const database of ["one", "two"]) await migrate(cluster.urlOf(database), SECRETS.one, older);
  // What the older version made: the same roles, under the names that they all had.
  for (const [purpose, role] of Object.entries(rolesOf(SECRETS.one)))
    await ask(cluster.superuserUrl, `alter role ${role} rename to kith_${purpose}`);
  const rightsOf = (database: string) => ask(superuserOf(cluster, database), RIGHTS);
  const before = await rightsOf("one");
  assert.ok(before.length > 100);

  for (const [database, secret] of Object.entries(SECRETS)) {
    await migrate(cluster.urlOf(database), secret, older);
    assert.deepEqual(await rightsOf(database), before, "the same rights, policies and owners, under the new names");
    await migrate(cluster.urlOf(database), secret);
    await using service = await serviceOn(cluster, database as keyof typeof SECRETS);
    const person = await service.given.admin();
    await person.call("records.create", { type: "deal", values: { name: "Upgraded" } });
    assert.equal((await person.call("records.list", { type: "deal", filter: "upgrad" })).items.length, 1);
  }
  assert.deepEqual(
    (await ask(cluster.superuserUrl, "select rolname from pg_roles where rolname in ('kith_app', 'kith_identity', 'kith_view')")).length,
    0,
    "nobody needs the shared roles any more",
  );
});

test("a database that gets another secret keeps its rights under the roles of that secret", async (t) => {
  const cluster = await newCluster(t);
  await migrate(cluster.urlOf("one"), SECRETS.one);
  await migrate(cluster.urlOf("one"), SECRETS.two);
  await using service = await serviceOn(cluster, "one", SECRETS.two);
  await (await service.given.admin()).call("records.list", { type: "deal" });
  assert.deepEqual(await ask(cluster.superuserUrl, "select from pg_roles where rolname = $1", [rolesOf(SECRETS.one).app]), []);
});

// All that roles may do here, with their names as the migrations say them.
const RIGHTS = `
  with known as (select oid, regexp_replace(rolname, '_[0-9a-f]{8}$', '') as name from pg_roles where rolname ~ '^kith_')
  select 'policy ' || p.polname || ' on ' || p.polrelid::regclass || ' to ' || known.name as is from pg_policy p join known on known.oid = any (p.polroles)
  union all select a.privilege_type || ' ' || o.name || ' to ' || known.name from (
      select oid::regclass::text as name, relacl as acl from pg_class union all
      select attrelid::regclass || '.' || attname, attacl from pg_attribute union all
      select oid::regprocedure::text, proacl from pg_proc union all select nspname, nspacl from pg_namespace) as o
    cross join aclexplode(o.acl) as a join known on known.oid = a.grantee
  union all select 'owner ' || c.oid::regclass || ' ' || known.name from pg_class c join known on known.oid = c.relowner
  union all select known.name || ' is a member of ' || other.name from pg_auth_members m join known on known.oid = m.member join known other on other.oid = m.roleid
  order by 1`;

async function newCluster(t: TestContext): Promise<Cluster> {
  const cluster = await startPostgres();
  t.after(() => cluster.stop());
  for (const database of ["one", "two"]) await ask(cluster.superuserUrl, `create database ${database} owner kith`);
  return cluster;
}

const superuserOf = (cluster: Cluster, database: string) => cluster.superuserUrl.replace(/\/postgres$/, `/${database}`);

async function serviceOn(cluster: Cluster, name: keyof typeof SECRETS, secret = SECRETS[name]) {
  const superuserUrl = superuserOf(cluster, name);
  const database: TestDatabase = {
    url: cluster.urlOf(name),
    superuserUrl,
    query: (text, values) => ask(superuserUrl, text, values),
    drop: async () => undefined,
  };
  const service = await startService({ database, env: { KITH_SECRET: secret } });
  return { ...service, [Symbol.asyncDispose]: () => service.app.close() };
}

async function ask(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
