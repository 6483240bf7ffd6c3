import { statement, type Tx } from "../../kernel/database.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { JobType } from "../../kernel/job.ts";
import { newId } from "../random.ts";

const INSERT = `insert into jobs (company_id, id, name, payload, queue, key, priority, state, run_at, created_at, request_id)
  values ($1, $2, $3, $4, $5, $6, $7, case when $8::timestamptz > $9::timestamptz then 'scheduled' else 'waiting' end, $8, $9, $10)
  on conflict (company_id, name, key) where key is not null and state in ('scheduled', 'waiting', 'blocked')`;
// The existing row stays locked until this transaction ends. Otherwise it could start earlier, and miss the change it is for.
const KEEP = statement("jobs.keep", `${INSERT} do update set key = excluded.key`);
const REPLACE = statement(
  "jobs.replace",
  `${INSERT} do update set payload = excluded.payload, queue = excluded.queue, priority = excluded.priority, state = excluded.state,
     run_at = excluded.run_at, attempt = 0, last_error = null`,
);

/** Adds a job in the caller's transaction: both are committed, or neither. The database refuses a job for another company. */
export function createEnqueue(clock: Clock) {
  return async (tx: Tx, job: JobType, payload: unknown, runAt: Date | undefined, requestId: string): Promise<void> => {
    const parsed = payload as { company: string };
    const now = clock.now();
    const isLater = runAt !== undefined && runAt > now;
    await tx.query(job.onRepeat === "replace" ? REPLACE : KEEP, [
      parsed.company,
      newId(),
      job.name,
      JSON.stringify(parsed),
      job.queue?.(parsed) ?? null,
      job.key?.(parsed) ?? null,
      job.priority ?? 0,
      runAt ?? now,
      now,
      // What comes later is a trace of its own. One that starts itself again and again would never end.
      isLater ? null : requestId,
    ]);
  };
}
