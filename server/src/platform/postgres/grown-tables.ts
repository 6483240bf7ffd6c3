import { Client } from "pg";

const FEW_ROWS = 200;

// Only columns of indexes: they decide between plans, and a sample of long texts would take seconds. The rest is left to autovacuum, which
// does not count this as its own work.
const GROWN = `
  select c.oid::regclass::text as name, (
      select string_agg(distinct quote_ident(a.attname), ', ') from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and a.atttypid <> 'tsvector'::regtype
    ) as columns
  from pg_class c join pg_stat_user_tables s on s.relid = c.oid
  where c.relkind = 'r' and s.n_live_tup > ${FEW_ROWS} and s.n_live_tup > 2 * c.reltuples and pg_has_role(c.relowner, 'usage')
  order by c.relname`;

/**
 * Lets PostgreSQL look again at tables that have more than doubled since it last did. Until then it plans for the rows that were there: in a
 * new mailbox, each statement walked all mails of the channel, and each foreign key all messages of the company. Autovacuum comes once a
 * minute. Answers the names of the tables. Measured by `npm run bench:inbox`.
 */
export async function analyzeGrownTables(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl, application_name: "kith_statistics" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; columns: string | null }>(GROWN);
    for (const { name, columns } of rows) await client.query(`analyze (skip_locked) ${name} ${columns === null ? "" : `(${columns})`}`);
    return rows.map((row) => row.name);
  } finally {
    await client.end().catch(() => undefined);
  }
}
