import { statement, type Tx } from "../../kernel/database.ts";

export interface FailedJobRow {
  id: string;
  name: string;
  payload: unknown;
  attempt: number;
  reason: string;
  created_at: Date;
  failed_at: Date;
}

const COLUMNS = "id, name, payload, attempt, coalesce(last_error, '') as reason, created_at, failed_at";
const LIST = statement(
  "jobs.list_failed",
  `select ${COLUMNS} from jobs where company_id = $1 and state = 'failed' and ($2::uuid is null or id < $2) order by id desc limit $3`,
);

export const listFailed = (tx: Tx, companyId: string, before: string | undefined, limit: number) =>
  tx.query<FailedJobRow>(LIST, [companyId, before ?? null, limit]);

export async function lockFailed(tx: Tx, companyId: string, id: string): Promise<FailedJobRow | undefined> {
  const [row] = await tx.query<FailedJobRow>(
    `select ${COLUMNS} from jobs where company_id = $1 and id = $2 and state = 'failed' for no key update`,
    [companyId, id],
  );
  return row;
}

/** Puts it back into the queue like a new job. */
export const startOver = (tx: Tx, companyId: string, id: string, now: Date) =>
  tx.query(
    "update jobs set state = 'waiting', run_at = $3, attempt = 0, failed_at = null, last_error = null where company_id = $1 and id = $2",
    [companyId, id, now],
  );

interface Failure {
  id: string;
  worker: string;
  attempt: number;
  reason: string;
}

/** Returns nothing if that worker no longer holds this try of the job. */
export async function markFailed(tx: Tx, companyId: string, failure: Failure, now: Date): Promise<FailedJobRow | undefined> {
  const [row] = await tx.query<FailedJobRow>(
    `update jobs set state = 'failed', worker = null, failed_at = $6, last_error = $5
     where company_id = $1 and id = $2 and worker = $3 and attempt = $4 and state = 'running' returning ${COLUMNS}`,
    [companyId, failure.id, failure.worker, failure.attempt, failure.reason, now],
  );
  return row;
}
