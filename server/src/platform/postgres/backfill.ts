import { type Client, escapeIdentifier } from "pg";
import { retryWhenBusy } from "./errors.ts";
import { failureOf } from "./explain-failure.ts";

const BATCH_ROWS = 1_000;
const FIRST = "00000000-0000-0000-0000-000000000000";

interface Backfill {
  name: string;
  /** The table whose rows are changed, in the order of its primary key (company_id, id). */
  table: string;
  /** Run for every batch: $1 holds the companies of its rows, $2 their ids. */
  statement: string;
  /** Records that it is done, in the transaction that removes its progress. */
  finish(): Promise<unknown>;
}

/**
 * Changes the rows of a table in batches, each in a transaction, as its owner, while the application runs. Progress is
 * stored with each batch: a run that is killed continues from there, and no row is changed twice.
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
    throw failureOf(`${backfill.name} stopped before its end. Run it again: it continues where it stopped.`, error, backfill.statement);
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
  // Lock the rows first: the statement must not compute from values that change meanwhile.
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
    // If the connection is lost, so is the transaction. Report the first error.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

// Tables with forced row-level security that have no policy for backfills yet.
const CLOSED = `select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backfill') order by 1`;

/**
 * Row-level security is forced on the owner too, so without this a data migration silently finds no rows. Every table gets a policy
 * for the owner alone, which applies only in a session with `app.backfill = on`, as the migrator's: the application's role gains
 * nothing, and the owner's other work still sees only what has expired. PostgreSQL needs it too, to check a new foreign key against
 * existing rows. One table at a time, so that no two are locked at once.
 */
export async function openToBackfills(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(CLOSED);
  for (const { name } of rows) {
    const policy = `create policy backfill on ${escapeIdentifier(name)} to current_user
      using (current_setting('app.backfill', true) = 'on') with check (current_setting('app.backfill', true) = 'on')`;
    await retryWhenBusy(() =>
      inTransaction(client, async () => {
        // While this waits for a long reader, everyone else who needs the table waits behind it.
        await client.query("set local lock_timeout = '500ms'");
        await client.query(policy);
      }),
    );
  }
}
