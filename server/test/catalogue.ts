import type { Client } from "pg";
import { nameRoles } from "../src/platform/postgres/roles.ts";
import { TEST_ROLES } from "./service.ts";

// Checks the separation of companies in PostgreSQL's own catalogue. Each query returns one row per fault.
// sign_in_attempts counts before a company is known; its keys are hashes that say nothing to whoever reads them.
const TENANT_TABLES = `
  with tables as (
    select c.oid, c.relname::text as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      case when c.relname = 'companies' then 'id' else 'company_id' end as owner, pg_get_userbyid(c.relowner) = 'kith_view' as is_behind_view
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('migrations', 'backfills', 'schedules', 'silent_workers', 'log_clusters', 'log_subscribers', 'sign_in_attempts')
  )`;

const FAULTS = {
  column: `${TENANT_TABLES}
    select name || ' has no ' || owner || ' that is a uuid and not null' as fault from tables t
    where not exists (select from pg_attribute a
      where a.attrelid = t.oid and a.attname = t.owner and a.attnotnull and a.atttypid = 'uuid'::regtype and not a.attisdropped)`,

  primaryKey: `${TENANT_TABLES}
    select name || ' has no primary key that starts with ' || owner as fault from tables t
    where not exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.conrelid = t.oid and k.contype = 'p' and a.attname = t.owner)`,

  security: `${TENANT_TABLES}
    select name || ' has no enabled and forced row-level security' as fault from tables
    where not (enabled and (forced or (name = 'records' and is_behind_view)))`,

  policy: `${TENANT_TABLES}
    select name || ' has no policy tenant for kith_app that checks the company both ways' as fault from tables t
    where not exists (select from pg_policies p
      where p.schemaname = 'public' and p.tablename = t.name and p.policyname = 'tenant' and p.roles = '{kith_app}' and p.cmd = 'ALL'
        and p.qual = '(' || t.owner || ' = current_company())' and p.with_check = p.qual)`,

  // Policies add up: a second one for the same role would widen the first.
  otherPolicy: `
    select tablename || ' has the policy ' || policyname || ', which opens it to the application' as fault from pg_policies
    where roles && '{kith_app,public}' and not (schemaname = 'public' and policyname = 'tenant')`,

  foreignKey: `${TENANT_TABLES}
    select t.name || ' refers to ' || other.name || ' without the company (' || k.conname || ')' as fault
    from pg_constraint k join tables t on t.oid = k.conrelid join tables other on other.oid = k.confrelid
    where k.contype = 'f' and not exists (
      select from unnest(k.conkey, k.confkey) as pair (own, theirs)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs
      where a.attname = t.owner and b.attname = other.owner)`,

  // A partition has no policy of its own; it is safe because nobody can name it.
  partition: `
    select c.relname || ' can be reached by ' || r.rolname || ' past its table' as fault
    from pg_class c cross join pg_roles r
    where c.relispartition and c.relnamespace = 'public'::regnamespace and r.rolname in ('kith_app', 'kith_identity')
      and (has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege(r.oid, c.oid, 'select, insert, update, references'))`,

  grant: `
    select r.rolname || ' may ' || lower(p) || ' ' || c.relname as fault
    from pg_class c cross join pg_roles r
    cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as p
    where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and ((r.rolname = 'kith_app' and (p in ('TRUNCATE', 'REFERENCES', 'TRIGGER') or c.relnamespace <> 'public'::regnamespace
             or c.relname in ('migrations', 'backfills', 'schedules', 'silent_workers', 'log_clusters', 'log_subscribers')
             or (c.relname = 'events' and p in ('UPDATE', 'DELETE'))))
        or r.rolname = 'kith_identity')
      and (has_table_privilege(r.oid, c.oid, p) or (p in ('INSERT', 'UPDATE', 'REFERENCES') and has_any_column_privilege(r.oid, c.oid, p)))`,

  role: `
    select rolname || ' has a power over the whole cluster' as fault from pg_roles
    where rolname in ('kith_app', 'kith_identity') and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
    union all
    select m.rolname || ' can become ' || g.rolname from pg_auth_members a
    join pg_roles m on m.oid = a.member join pg_roles g on g.oid = a.roleid where m.rolname in ('kith_app', 'kith_identity')`,

  owner: `
    select r.rolname || ' owns ' || d.classid::regclass || ' ' || d.objid as fault
    from pg_shdepend d join pg_roles r on r.oid = d.refobjid
    where d.refclassid = 'pg_authid'::regclass and d.deptype = 'o' and r.rolname in ('kith_app', 'kith_identity')`,

  // A view acts as its owner too: it must hold the company's condition itself, and belong to the role that is there for it.
  view: `
    select c.relname || ' is a view that ' || r.rolname || ' reads past the company' as fault
    from pg_class c cross join pg_roles r
    where c.relkind in ('v', 'm') and c.relnamespace = 'public'::regnamespace and r.rolname in ('kith_app', 'kith_identity')
      and (has_table_privilege(r.oid, c.oid, 'select, insert, update, delete') or has_any_column_privilege(r.oid, c.oid, 'select, insert, update'))
      and not (r.rolname = 'kith_app' and c.relkind = 'v' and pg_get_userbyid(c.relowner) = 'kith_view'
        and not has_table_privilege(r.oid, c.oid, 'insert, update, delete')
        and pg_get_viewdef(c.oid) ~ '^\\s*SELECT [^()]*\\s+FROM ([a-z_]+|\\(records r\\s+LEFT JOIN record_activity a ON \\(+a\\.company_id = r\\.company_id\\) AND [a-zA-Z_.=() ]+\\))\\s+WHERE \\([a-z_]+\\.company_id = current_company\\(\\)\\);$')`,

  viewOwner: `
    select rolname || ' can sign in or has a power' as fault from pg_roles
    where rolname = 'kith_view' and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)
    union all
    select m.rolname || ' can become kith_view' from pg_auth_members a
    join pg_roles m on m.oid = a.member join pg_roles g on g.oid = a.roleid where g.rolname = 'kith_view' and not m.rolsuper
      and m.oid <> (select datdba from pg_database where datname = current_database())`,

  // What fills the disk without being in any table.
  scratch: `
    select r.rolname || ' may create temporary tables' as fault from pg_roles r
    where r.rolname in ('kith_app', 'kith_identity') and has_database_privilege(r.oid, current_database(), 'temporary')
    union all
    select r.rolname || ' may call ' || p.proname from pg_roles r cross join pg_proc p
    where r.rolname in ('kith_app', 'kith_identity') and p.pronamespace = 'pg_catalog'::regnamespace
      and (p.proname like 'lo\\_%' or p.proname in ('loread', 'lowrite')) and has_function_privilege(r.oid, p.oid, 'execute')`,

  // Such a function acts as its owner. We have none.
  definer: `
    select p.proname || ' runs with its owner''s rights for whoever calls it' as fault from pg_proc p
    where p.prosecdef and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and (has_function_privilege('kith_app', p.oid, 'execute') or has_function_privilege('kith_identity', p.oid, 'execute'))
      and has_schema_privilege('kith_app', p.pronamespace, 'usage')`,
};

/** Everything in the schema through which one company could reach another. */
export async function findFaults(client: Client): Promise<string[]> {
  const faults: string[] = [];
  for (const text of Object.values(FAULTS)) {
    const { rows } = await client.query<{ fault: string }>(nameRoles(text, TEST_ROLES));
    // Roles are shown by what they are for, as in the migrations.
    faults.push(...rows.map((row) => row.fault.replaceAll(/(kith_(?:app|identity|view))_[0-9a-f]{8}/g, "$1")));
  }
  return faults;
}
