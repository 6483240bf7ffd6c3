import type { Pool, PoolClient } from "pg";
import { isUniqueViolation } from "../postgres/errors.ts";

/** A job that a worker has started. `attempt` counts from 1. */
export interface StartedJob {
  companyId: string;
  id: string;
  name: string;
  payload: unknown;
  attempt: number;
  worker: string;
}

const DUE_AT_ONCE = 1_000;
const BLOCK_AT_ONCE = 1_000;

const MAKE_DUE = `update jobs set state = 'waiting' where (company_id, id) in (
  select company_id, id from jobs where state = 'scheduled' and run_at <= $1 order by run_at limit ${DUE_AT_ONCE} for update skip locked)`;

// Jumps from company to company in the index, however many jobs each has. First those after the last one, then from the start.
const jump = (name: string, after: string) => `${name}(company_id) as (
    (select company_id from jobs where state = 'waiting' and company_id > ${after} order by company_id limit 1)
    union all
    select (select j.company_id from jobs j where j.state = 'waiting' and j.company_id > ${name}.company_id order by j.company_id limit 1)
    from ${name} where ${name}.company_id is not null)`;
const NEXT_COMPANY = `with recursive ${jump("later", "$1::uuid")}, ${jump("earlier", "'00000000-0000-0000-0000-000000000000'::uuid")}
  select company_id from later where company_id <> all ($2::uuid[])
  union all
  select company_id from earlier where company_id <> all ($2::uuid[])
  limit 1`;

// One statement for most jobs. One that has a queue is only looked at here.
const START_HEAD = `with head as (
    select id, queue from jobs where company_id = $1 and state = 'waiting' and name = any ($2::text[])
    order by priority, run_at, position limit 1 for update skip locked
  ), started as (
    update jobs set state = 'running', worker = $3, attempt = attempt + 1, started_at = $4 from head
    where jobs.company_id = $1 and jobs.id = head.id and head.queue is null
    returning jobs.name, jobs.payload, jobs.attempt
  )
  select head.id, head.queue, started.* from head left join started on true`;

// Held until the end of the transaction: two workers cannot start two jobs of one queue at once.
const LOCK_QUEUE = "select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 3)) as is_held";
const RUNNING_IN_QUEUE = "select from jobs where company_id = $1 and queue = $2 and state = 'running'";
const START_IN_QUEUE = `update jobs set state = 'running', worker = $3, attempt = attempt + 1, started_at = $4
  where company_id = $1 and id = $2 and state = 'waiting' returning id, name, payload, attempt`;
const BLOCK_QUEUE = `update jobs set state = 'blocked' where company_id = $1 and id in (
  select id from jobs where company_id = $1 and queue = $2 and state = 'waiting' limit ${BLOCK_AT_ONCE} for update skip locked)`;

const MINE = "company_id = $1 and id = $2 and worker = $3 and attempt = $4 and state = 'running'";
const FINISH = `delete from jobs where ${MINE}`;
const RETRY = `update jobs set state = 'scheduled', worker = null, run_at = $5, last_error = $6 where ${MINE}`;

/** What a worker does to the table of jobs, as the owner of the tables. */
export function createJobStore(pool: Pool, names: string[]) {
  const mine = (job: StartedJob) => [job.companyId, job.id, job.worker, job.attempt];

  async function finish(job: StartedJob): Promise<boolean> {
    return (await pool.query(FINISH, mine(job))).rowCount === 1;
  }

  return {
    /** Lets jobs start whose time has come. */
    makeDue: (now: Date) => pool.query({ name: "jobs.make_due", text: MAKE_DUE, values: [now] }),

    /** The next company in turn that has a job waiting, besides those that may not start another now. */
    async nextCompany(after: string, besides: string[]): Promise<string | undefined> {
      const { rows } = await pool.query<{ company_id: string }>({
        name: "jobs.next_company",
        text: NEXT_COMPANY,
        values: [after, besides],
      });
      return rows[0]?.company_id;
    },

    /** Starts a company's next job. Undefined if it has none that can start now; "again" if its first ones stepped aside. */
    async start(companyId: string, worker: string, now: Date): Promise<StartedJob | "again" | undefined> {
      const { rows } = await pool.query<HeadRow>({ name: "jobs.start", text: START_HEAD, values: [companyId, names, worker, now] });
      const [head] = rows;
      if (!head) return undefined;
      if (head.queue !== null)
        return inTransaction(pool, (client) => startInQueue(client, companyId, head.id, head.queue ?? "", worker, now));
      return { companyId, id: head.id, worker, name: head.name, payload: head.payload, attempt: head.attempt };
    },

    finish,

    /** Answers false where the job was given to another worker meanwhile. */
    async retry(job: StartedJob, runAt: Date, reason: string): Promise<boolean> {
      try {
        return (await pool.query(RETRY, [...mine(job), runAt, reason])).rowCount === 1;
      } catch (error) {
        // Asked for again while it ran: that request waits with the same key, and does the work of both.
        if (isUniqueViolation(error, "jobs_key")) return finish(job);
        throw error;
      }
    },
  };
}

export type JobStore = ReturnType<typeof createJobStore>;

interface HeadRow {
  id: string;
  queue: string | null;
  name: string;
  payload: unknown;
  attempt: number;
}

/** Starts the job if no other of its queue runs. If one does, all that wait in the queue step aside until it stops. */
async function startInQueue(client: PoolClient, companyId: string, id: string, queue: string, worker: string, now: Date) {
  const lock = await client.query<{ is_held: boolean }>(LOCK_QUEUE, [companyId, queue]);
  if (!lock.rows[0]?.is_held) return undefined;
  if ((await client.query(RUNNING_IN_QUEUE, [companyId, queue])).rowCount === 0) {
    const { rows } = await client.query<HeadRow>(START_IN_QUEUE, [companyId, id, worker, now]);
    const [row] = rows;
    return row && { companyId, id, worker, name: row.name, payload: row.payload, attempt: row.attempt };
  }
  // With the running row locked it cannot stop meanwhile: when it does, the trigger sees all that were blocked behind it.
  const { rowCount } = await client.query(`${RUNNING_IN_QUEUE} for update skip locked`, [companyId, queue]);
  if (!rowCount) return undefined;
  const blocked = await client.query(BLOCK_QUEUE, [companyId, queue]);
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
