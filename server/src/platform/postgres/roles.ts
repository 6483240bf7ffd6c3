import { createHmac } from "node:crypto";
import { type Client, DatabaseError, escapeIdentifier, escapeLiteral } from "pg";
import { retryWhenBusy } from "./errors.ts";

/** What a role is for. `app` runs operations, `identity` looks up who is calling, `view` owns the records and the view that filters read. */
export type Purpose = "app" | "identity" | "view";
type Roles = Record<Purpose, string>;

/**
 * Roles belong to a whole PostgreSQL server, so each installation has its own: their names end with a hash of its secret. A node knows
 * the secret before it can read anything, and a copied or renamed database still finds its roles. docs/decisions/0025-roles-of-an-installation.md
 */
export function rolesOf(secret: string): Roles {
  const tag = createHmac("sha256", secret).update("database roles").digest("hex").slice(0, 8);
  return { app: `kith_app_${tag}`, identity: `kith_identity_${tag}`, view: `kith_view_${tag}` };
}

/** Migrations name roles by what they are for (`kith_app`); this puts the installation's names in. */
export const nameRoles = (text: string, roles: Roles) =>
  text.replaceAll(/\bkith_(app|identity|view)\b/g, (_name, purpose: Purpose) => roles[purpose]);

/** The roles' passwords are derived from the installation's secret, so an operator has one secret to keep. */
const passwordOf = (secret: string, role: string) => createHmac("sha256", secret).update(`database role ${role}`).digest("base64url");

/** The database's address for one of the two roles that sign in. */
export function urlAs(databaseUrl: string, secret: string, purpose: "app" | "identity"): string {
  const url = new URL(databaseUrl);
  url.username = rolesOf(secret)[purpose];
  url.password = passwordOf(secret, url.username);
  return url.toString();
}

// Settings of the roles, not of each connection: a pooler refuses connections that ask for settings.
const LIMITS = {
  statement_timeout: "5s",
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "10s",
  // A transaction that writes begins with `begin read write`.
  default_transaction_read_only: "on",
  // Compiling a statement takes longer than any statement of ours runs.
  jit: "off",
};
const SETTINGS = {
  app: LIMITS,
  // A few look-ups, always the same. By default PostgreSQL plans them again every time, because it expects a short list:
  // 0.7 ms before every call, where one generic plan takes 0.1 (bench:auth, me/bare).
  identity: { ...LIMITS, plan_cache_mode: "force_generic_plan" },
  view: {},
};

/** Creates the installation's roles, or sets the passwords and settings of those it has. */
export async function ensureRoles(client: Client, secret: string): Promise<void> {
  const roles = rolesOf(secret);
  for (const purpose of ["app", "identity", "view"] as const) {
    const role = roles[purpose];
    const login = purpose === "view" ? "nologin" : `login password ${escapeLiteral(passwordOf(secret, role))}`;
    const { rows } = await client.query<{ config: string[] }>(
      "select coalesce(rolconfig, '{}') as config from pg_roles where rolname = $1",
      [role],
    );
    // Only what differs: another database's migration may be changing the same roles, if it has the same secret.
    const missing = Object.entries(SETTINGS[purpose]).filter(([name, value]) => !rows[0]?.config.includes(`${name}=${value}`));
    const run = (statement: string) => retryWhenBusy(() => client.query(statement));
    await run(`${rows.length > 0 ? "alter" : "create"} role ${escapeIdentifier(role)} ${login}`);
    for (const [name, value] of missing) await run(`alter role ${escapeIdentifier(role)} set ${name} = ${escapeLiteral(value)}`);
  }
}

// Everything in this database that belongs to, is granted to, or names another installation's role, or one from before they had names
// of their own. `$1` has the roles of this installation.
const OTHERS = `
  select distinct r.rolname as name, r.oid, (regexp_match(r.rolname, '^kith_([a-z]+)'))[1] as purpose
  from pg_shdepend d join pg_roles r on r.oid = d.refobjid join pg_database b on b.oid = d.dbid
  where d.refclassid = 'pg_authid'::regclass and b.datname = current_database()
    and r.rolname ~ '^kith_(app|identity|view)(_[0-9a-f]{8})?$' and r.rolname <> all ($1)`;

const MOVES = `
  with old as (select $1::oid as oid, $2::text as name, $3::text as successor)
  select format('alter policy %I on %s to %s', p.polname, p.polrelid::regclass,
      (select string_agg(case role when old.oid then quote_ident(old.successor) else case role when 0 then 'public' else role::regrole::text end end, ', ')
       from unnest(p.polroles) as role)) as statement, null as revoke
  from pg_policy p, old where old.oid = any (p.polroles)
  union all
  select format('grant %s%s on %s %s to %I', a.privilege_type, g.columns, g.kind, g.object, old.successor),
    format('revoke all on %s %s from %I', g.kind, g.object, old.name)
  from old, (
    select 'table' as kind, c.oid::regclass::text as object, '' as columns, c.relacl as acl from pg_class c where c.relkind in ('r', 'p', 'v')
    union all select 'sequence', c.oid::regclass::text, '', c.relacl from pg_class c where c.relkind = 'S'
    union all select 'table', t.attrelid::regclass::text, format(' (%I)', t.attname), t.attacl from pg_attribute t where t.attacl is not null
    union all select 'function', f.oid::regprocedure::text, '', f.proacl from pg_proc f
    union all select 'schema', quote_ident(n.nspname), '', n.nspacl from pg_namespace n
  ) as g cross join aclexplode(g.acl) as a where a.grantee = old.oid`;

/**
 * Gives everything that an older version, or this installation under an older secret, granted to its roles to the roles of now: all at
 * once, so that the database is never half open. Roles that nobody needs any more are dropped; those of the `other` secret, while it is
 * changed, become members of the roles of now, so that nodes which still sign in with them go on.
 */
export async function takeOverRoles(client: Client, secret: string, other?: string): Promise<void> {
  const roles = rolesOf(secret);
  await moveRights(client, roles, other);
  await endMembers(client, roles, other);
}

async function moveRights(client: Client, roles: Roles, other: string | undefined): Promise<void> {
  const staying = other === undefined ? [] : signingIn(rolesOf(other));
  const { rows: others } = await client.query<{ name: string; oid: number; purpose: Purpose }>(OTHERS, [Object.values(roles)]);
  if (others.length === 0) return;
  const owners = [roles.view, ...others.filter(({ purpose }) => purpose === "view").map(({ name }) => name)].map(escapeIdentifier);
  await retryWhenBusy(async () => {
    await client.query("begin");
    try {
      // Only who can become both owners may pass on what they own, and only an owner may grant it.
      await client.query(`grant ${owners.join(", ")} to current_user; grant create on schema public to ${owners[0]}`);
      for (const { name } of others) await passOnTables(client, name, roles.view);
      for (const { name, oid, purpose } of others) await replaceRole(client, oid, name, roles[purpose]);
      await client.query(`revoke create on schema public from ${owners[0]}; revoke ${owners.join(", ")} from current_user`);
      // In the same transaction: their nodes never see a database without their rights.
      for (const { name, purpose } of others)
        if (staying.includes(name)) await client.query(`grant ${escapeIdentifier(roles[purpose])} to ${escapeIdentifier(name)}`);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  });
  for (const { name } of others) if (!staying.includes(name)) await dropUnused(client, name);
}

const signingIn = ({ app, identity }: Roles) => [app, identity];

// Members of our roles that were left from a change of the secret.
const MEMBERS = `
  select m.member::regrole::text as name, m.roleid::regrole::text as of from pg_auth_members m join pg_roles r on r.oid = m.member
  where m.roleid::regrole::text = any ($1) and r.rolname ~ '^kith_(app|identity)_[0-9a-f]{8}$' and r.rolname <> all ($2)`;

/** The change is over, or goes on with another value: roles that were members for its sake are members no more. */
async function endMembers(client: Client, roles: Roles, other: string | undefined): Promise<void> {
  const staying = other === undefined ? [] : signingIn(rolesOf(other));
  const { rows } = await client.query<{ name: string; of: string }>(MEMBERS, [signingIn(roles), staying]);
  for (const { name, of } of rows) {
    await client.query(`revoke ${of} from ${name}`);
    await dropUnused(client, name);
  }
}

async function passOnTables(client: Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'v') and pg_get_userbyid(c.relowner) = $1",
    [from],
  );
  for (const { name } of rows) await client.query(`alter table ${name} owner to ${escapeIdentifier(to)}`);
}

async function replaceRole(client: Client, oid: number, name: string, successor: string): Promise<void> {
  const { rows } = await client.query<{ statement: string; revoke: string | null }>(MOVES, [oid, name, successor]);
  for (const { statement } of rows) await client.query(statement);
  // After all grants: a revoke takes the rights on single columns too.
  for (const revoke of new Set(rows.map((row) => row.revoke))) if (revoke !== null) await client.query(revoke);
}

async function dropUnused(client: Client, role: string): Promise<void> {
  try {
    await client.query(`drop role ${escapeIdentifier(role)}`);
  } catch (error) {
    // Another database of this server still needs it, or somebody else made it.
    if (!(error instanceof DatabaseError && ["2BP01", "42501"].includes(error.code ?? ""))) throw error;
  }
}
