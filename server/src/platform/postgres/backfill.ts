import { type Client, escapeIdentifier } from "pg";
import { retryWhenBusy } from "./errors.ts";

const BATCH_ROWS = 1_000;
const FIRST = "00000000-0000-0000-0000-000000000000";

interface Backfill {
  name: string;
  /** The table whose rows are gone through, in the order of its primary key (company_id, id). */
  table: string;
  /** Run for every batch: $1 holds the companies of its rows, $2 their ids. */
  statement: string;
  /** Notes that it is done, in the transaction that removes its progress. */
  finish(): Promise<unknown>;
}

/**
 * Changes the rows of a table in batches of their own transactions, as its owner, while the application goes on. Progress is
 * kept with each batch: a run that is killed goes on from there, and no row is changed twice.
 */
export async function runBackfill(client: Client, backfill: Backfill): Promise<void> {
  await client.query(
    `create table if not exists backfills (name text primary key, after_company uuid not null, after_id uuid not null,
       rows bigint not null default 0, started_at timestamptz not null default now())`,
  );
  await client.query("insert into backfills (name, after_company, after_id) values ($1, $2, $2) on conflict do nothing", [
    backfill.name,
    FIRST,
  ]);
  try {
    while (await retryWhenBusy(() => inTransaction(client, () => runBatch(client, backfill))));
  } catch (error) {
    throw new Error(`${backfill.name} stopped half-way: run it again, it goes on from there`, { cause: error });
  }
}

async function runBatch(client: Client, { name, table, statement, finish }: Backfill): Promise<boolean> {
  const progress = await client.query<{ after_company: string; after_id: string }>("select * from backfills where name = $1", [name]);
  const keys = await client.query<{ company_id: string; id: string }>(
    `select company_id, id from ${escapeIdentifier(table)} where (company_id, id) > ($1, $2) order by company_id, id limit ${BATCH_ROWS}`,
    [progress.rows[0]?.after_company, progress.rows[0]?.after_id],
  );
  const last = keys.rows.at(-1);
  if (!last) {
    await client.query("delete from backfills where name = $1", [name]);
    await finish();
    return false;
  }
  const batch = [keys.rows.map((row) => row.company_id), keys.rows.map((row) => row.id)];
  // Held first: the statement must not compute from what somebody is changing meanwhile.
  await client.query(
    `select from ${escapeIdentifier(table)} where (company_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by company_id, id for no key update`,
    batch,
  );
  await client.query(statement, batch);
  await client.query("update backfills set after_company = $2, after_id = $3, rows = rows + $4 where name = $1", [
    name,
    last.company_id,
    last.id,
    keys.rows.length,
  ]);
  return true;
}

async function inTransaction<Result>(client: Client, run: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    const result = await run();
    await client.query("commit");
    return result;
  } catch (error) {
    // If the connection is gone, so is the transaction; the first error is the one to tell.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

// Of tables that hide their rows from their owner, those that have no policy for backfills yet.
const CLOSED = `select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backfill') order by 1`;

/**
 * Row-level security is forced on the owner too, so without this a data migration finds nothing and says nothing. Every table gets
 * a policy that is for the owner alone and holds only in a session that says `app.backfill = on`, which is the migrator's: the
 * application's role gains nothing, and the owner's other work still sees only what has expired. PostgreSQL needs it too, to check
 * a new foreign key against rows that are there. One table at a time, so that no two are locked at once.
 */
export async function openToBackfills(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(CLOSED);
  for (const { name } of rows) {
    const policy = `create policy backfill on ${escapeIdentifier(name)} to current_user
      using (current_setting('app.backfill', true) = 'on') with check (current_setting('app.backfill', true) = 'on')`;
    await retryWhenBusy(() =>
      inTransaction(client, async () => {
        // While this waits for a long reader, everybody else who needs the table waits behind it.
        await client.query("set local lock_timeout = '500ms'");
        await client.query(policy);
      }),
    );
  }
}
