import { Pool, type PoolClient } from "pg";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Logger } from "../log.ts";
import { isUniqueViolation } from "../postgres/errors.ts";
import { lockKey } from "../postgres/lock-spaces.ts";

/** A job that a worker has started. `attempt` counts from 1. */
export interface StartedJob {
  companyId: string;
  id: string;
  name: string;
  payload: unknown;
  attempt: number;
  worker: string;
  /** The request that asked for it. */
  requestId: string | null;
}

const CONNECTIONS = 3;
// A crash of the database can only lose that a job started or ended: the job then runs again, as after any crash.
const COMMITTING = "-c synchronous_commit=off";
// A queue fills and empties faster than PostgreSQL updates its statistics. So each statement is made to use its index. What remains for a
// sequential scan counts as very expensive then, and would be compiled each time, which takes 300 ms: no compiling.
const PLANNING = "-c jit=off -c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off -c plan_cache_mode=force_generic_plan";
const MAX_DUE_BATCH = 1_000;
const MAX_BLOCK_BATCH = 1_000;

const MAKE_DUE = `update jobs set state = 'waiting' where (company_id, id) in (
  select company_id, id from jobs where state = 'scheduled' and run_at <= $1 order by run_at limit ${MAX_DUE_BATCH} for update skip locked)`;

// Jumps from company to company in the index, however many jobs each has: first the companies after the last one, then from the start.
const jump = (name: string, after: string) => `${name}(company_id) as (
    (select company_id from jobs where state = 'waiting' and company_id > ${after} order by company_id limit 1)
    union all
    select (select j.company_id from jobs j where j.state = 'waiting' and j.company_id > ${name}.company_id order by j.company_id limit 1)
    from ${name} where ${name}.company_id is not null)`;
// One statement for most jobs: the next company in turn, and the start of its first job. A job that has a queue is only found here, and started by START_IN_QUEUE.
const START_NEXT = `with recursive ${jump("later", "$1::uuid")}, ${jump("earlier", "'00000000-0000-0000-0000-000000000000'::uuid")},
  company as (
    select company_id from later where company_id <> all ($2::uuid[])
    union all
    select company_id from earlier where company_id <> all ($2::uuid[])
    limit 1
  ), head as (
    select first.* from company cross join lateral (
      select company_id, id, queue from jobs where company_id = company.company_id and state = 'waiting' and name = any ($3::text[])
      order by priority, run_at, position limit 1 for update skip locked) as first
  ), started as (
    update jobs set state = 'running', worker = $4, attempt = attempt + 1, started_at = $5 from head
    where jobs.company_id = head.company_id and jobs.id = head.id and head.queue is null
    returning jobs.name, jobs.payload, jobs.attempt, jobs.request_id
  )
  select company.company_id, head.id, head.queue, started.* from company left join head on true left join started on true`;

// Held until the end of the transaction: two workers cannot start two jobs of one queue at once.
const LOCK_QUEUE = `select pg_try_advisory_xact_lock(${lockKey("job queue of a company", "$1 || ' ' || $2")}) as is_held`;
const RUNNING_IN_QUEUE = "select from jobs where company_id = $1 and queue = $2 and state = 'running'";
const START_IN_QUEUE = `update jobs set state = 'running', worker = $3, attempt = attempt + 1, started_at = $4
  where company_id = $1 and id = $2 and state = 'waiting' returning company_id, name, payload, attempt, request_id`;
const BLOCK_QUEUE = `update jobs set state = 'blocked' where company_id = $1 and id in (
  select id from jobs where company_id = $1 and queue = $2 and state = 'waiting' limit ${MAX_BLOCK_BATCH} for update skip locked)`;

const MINE = "company_id = $1 and id = $2 and worker = $3 and attempt = $4 and state = 'running'";
const FINISH = `delete from jobs where ${MINE}`;
const RETRY = `update jobs set state = 'scheduled', worker = null, run_at = $5, last_error = $6 where ${MINE}`;

// If the job was enqueued again while it ran, the new one is waiting already, with the same key.
const DROP_REPEATED = `delete from jobs as lost using jobs as again
  where lost.state = 'running' and lost.worker = $1 and lost.id <> all ($2::uuid[]) and again.company_id = lost.company_id
    and again.name = lost.name and again.key = lost.key and again.state in ('scheduled', 'waiting', 'blocked')`;
// The try still counts: a job that kills every worker fails in the end.
const GIVE_BACK = `update jobs set state = 'waiting', worker = null, last_error = 'The worker that ran it stopped.'
  where state = 'running' and worker = $1 and id <> all ($2::uuid[])`;

/** The connections on which a worker takes jobs and records their outcome, as the owner of the tables. */
export function openJobPool(databaseUrl: string, log: Logger): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    application_name: "kith_worker",
    options: `${COMMITTING} ${PLANNING}`,
    statement_timeout: 5 * SECOND_MS,
    query_timeout: 6 * SECOND_MS,
    connectionTimeoutMillis: 5 * SECOND_MS,
  });
  const onLost = (error: Error) => log.warn({ err: error }, "a connection of the worker was lost");
  pool.on("error", onLost);
  pool.on("connect", (client) => client.on("error", onLost));
  return pool;
}

/** What a worker does to the table of jobs. */
export function createJobStore(pool: Pool, names: string[]) {
  const mine = (job: StartedJob) => [job.companyId, job.id, job.worker, job.attempt];

  async function finish(job: StartedJob): Promise<boolean> {
    return (await pool.query(FINISH, mine(job))).rowCount === 1;
  }

  return {
    /** Makes scheduled jobs ready to start when their time has come. */
    makeDue: (now: Date) => pool.query({ name: "jobs.make_due", text: MAKE_DUE, values: [now] }),

    /**
     * Starts the first job of the next company in turn, except for companies in `besides`. Returns the company without a job if none
     * of its jobs can start now, and undefined if no company is left.
     */
    async startNext(after: string, besides: string[], worker: string, now: Date): Promise<Turn | undefined> {
      const { rows } = await pool.query<HeadRow>({
        name: "jobs.start_next",
        text: START_NEXT,
        values: [after, besides, names, worker, now],
      });
      const [row] = rows;
      if (!row) return undefined;
      const { company_id: company, id, queue } = row;
      if (id === null || queue === null) return { company, job: id === null ? undefined : jobIn(row, id, worker) };
      return { company, job: await inTransaction(pool, (client) => startInQueue(client, row, id, queue, worker, now)) };
    },

    finish,

    /** Returns the jobs of a worker to the queue, except for those in `besides`. Returns how many. */
    async giveBack(worker: string, besides: string[]): Promise<number> {
      await pool.query(DROP_REPEATED, [worker, besides]);
      return (await pool.query(GIVE_BACK, [worker, besides])).rowCount ?? 0;
    },

    /** Returns false if another worker has the job by now. */
    async retry(job: StartedJob, runAt: Date, reason: string): Promise<boolean> {
      try {
        return (await pool.query(RETRY, [...mine(job), runAt, reason])).rowCount === 1;
      } catch (error) {
        // Enqueued again while it ran: the new job waits with the same key, and does the work of both.
        if (isUniqueViolation(error, "jobs_key")) return finish(job);
        throw error;
      }
    },
  };
}

export type JobStore = ReturnType<typeof createJobStore>;

/** The company in turn. "again": its first jobs were blocked behind a running job of their queue; try the same company once more. */
interface Turn {
  company: string;
  job: StartedJob | "again" | undefined;
}

interface HeadRow {
  company_id: string;
  id: string | null;
  queue: string | null;
  name: string;
  payload: unknown;
  attempt: number;
  request_id: string | null;
}

const jobIn = (
  { company_id: companyId, name, payload, attempt, request_id: requestId }: HeadRow,
  id: string,
  worker: string,
): StartedJob => ({
  companyId,
  id,
  name,
  payload,
  attempt,
  worker,
  requestId,
});

/** Starts the job if no other of its queue runs. Otherwise blocks all waiting jobs of the queue until that one stops. */
async function startInQueue(client: PoolClient, { company_id: company }: HeadRow, id: string, queue: string, worker: string, now: Date) {
  const lock = await client.query<{ is_held: boolean }>(LOCK_QUEUE, [company, queue]);
  if (!lock.rows[0]?.is_held) return undefined;
  if ((await client.query(RUNNING_IN_QUEUE, [company, queue])).rowCount === 0) {
    const { rows } = await client.query<HeadRow>(START_IN_QUEUE, [company, id, worker, now]);
    return rows[0] && jobIn(rows[0], id, worker);
  }
  // Lock the running row, so that it cannot stop meanwhile. When it stops, the trigger sees all jobs that were blocked behind it.
  const { rowCount } = await client.query(`${RUNNING_IN_QUEUE} for update skip locked`, [company, queue]);
  if (!rowCount) return undefined;
  const blocked = await client.query(BLOCK_QUEUE, [company, queue]);
  return blocked.rowCount ? ("again" as const) : undefined;
}

async function inTransaction<Answer>(pool: Pool, work: (client: PoolClient) => Promise<Answer>): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const answer = await work(client);
    await client.query("commit");
    client.release();
    return answer;
  } catch (error) {
    client.release(error as Error); // closing the connection rolls back
    throw error;
  }
}
