import { conflict, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import type { JobType } from "../../kernel/job.ts";
import { attemptsOf } from "../../platform/jobs/run-job.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { isUniqueViolation } from "../../platform/postgres/errors.ts";
import { jobFailed, jobRetried } from "./events.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

export interface Needs {
  cursors: Cursors;
  /** Every job there is, by its name. */
  jobTypes(): ReadonlyMap<string, JobType>;
}

export function jobHandlers({ cursors, jobTypes }: Needs) {
  return handle(operations, {
    async listFailed({ actor, tx }, wanted) {
      const read = (before: string | undefined, rows: number) => store.listFailed(tx, actor.companyId, before, rows);
      const page = await readPage(cursors, actor.companyId, operations.listFailed.name, wanted, read, (row) => row.id);
      return { ...page, items: page.items.map((row) => present(jobTypes().get(row.name), row)) };
    },

    async retry({ actor, tx, clock, emit }, { id }) {
      const row = await store.lockFailed(tx, actor.companyId, id);
      if (!row) throw notFound("Job");
      const job = jobTypes().get(row.name);
      const { label, subject, can_retry: canRetry } = present(job, row);
      if (!canRetry) throw conflict("job_is_over", "This job cannot be retried. Start it again where it was started.");
      try {
        await store.startOver(tx, actor.companyId, id, clock.now());
      } catch (error) {
        if (isUniqueViolation(error, "jobs_key")) throw conflict("job_waiting", "The same job is waiting already.");
        throw error;
      }
      await emit(jobRetried, { subjectId: id, data: { name: label, job: row.name, about: subject } });
      return {};
    },

    async keepFailed({ actor, tx, clock, emit }, failure) {
      const row = await store.markFailed(tx, actor.companyId, failure, clock.now());
      if (!row) return {};
      const { label, subject, attempts } = present(jobTypes().get(row.name), row);
      await emit(jobFailed, { subjectId: row.id, data: { name: label, job: row.name, about: subject, reason: row.reason, attempts } });
      return {};
    },
  });
}

function present(job: JobType | undefined, row: store.FailedJobRow) {
  const payload = job?.payload.safeParse(row.payload).data;
  return {
    id: row.id,
    name: row.name,
    label: job?.label ?? row.name,
    subject: (payload && job?.subject?.(payload)) ?? null,
    reason: row.reason,
    // A job whose worker died in the last try is started once more, only to give it up. Do not count that.
    attempts: Math.min(row.attempt, attemptsOf(job)),
    created_at: row.created_at,
    failed_at: row.failed_at,
    // A job that this version does not know would wait for ever.
    can_retry: job !== undefined && job.canRetry !== false,
  };
}
