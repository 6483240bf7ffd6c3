import { Client, escapeIdentifier } from "pg";

// PostgreSQL gives these to everybody. A session that could be made to run statements of somebody else's would fill the disk with them.
const LARGE_OBJECTS = `
  select format('revoke execute on function %s from public', p.oid::regprocedure) as statement,
    (select rolsuper from pg_roles where rolname = current_user) as is_allowed
  from pg_proc p where p.pronamespace = 'pg_catalog'::regnamespace and (p.proname like 'lo\\_%' or p.proname in ('loread', 'lowrite'))
    and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0 and a.privilege_type = 'EXECUTE')
  order by 1`;

/** Takes from everybody what no part of Kith uses: temporary tables and, where the owner of the database may, large objects. */
export async function narrowRights(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  await client.query(`revoke temporary on database ${escapeIdentifier(rows[0]?.name ?? "")} from public`);
  const found = await client.query<{ statement: string; is_allowed: boolean }>(LARGE_OBJECTS);
  for (const { statement, is_allowed: isAllowed } of found.rows) if (isAllowed) await client.query(statement);
}

/** What only a superuser can take away, as statements to run in this database; none where it is done. */
export async function rightsToRevoke(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ statement: string }>(LARGE_OBJECTS);
    return rows.map(({ statement }) => `${statement};`);
  } finally {
    await client.end();
  }
}
