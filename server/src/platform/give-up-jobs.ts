import type { JobHelpers } from "graphile-worker";
import { asSystem, type Execute } from "../kernel/execute.ts";
import type { BoundJob } from "../kernel/job.ts";

const GIVEN_UP = `
  select jobs.id, tasks.identifier as name, jobs.payload
  from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
  where jobs.attempts >= jobs.max_attempts and jobs.locked_at is null and tasks.identifier = any($1::text[])
  limit 100`;

/**
 * Jobs that have had all their attempts, whether the last one failed or its worker died: whoever waits for one is told, and it
 * leaves the queue. Found by looking, because a worker that dies tells nobody.
 */
export async function giveUpJobs(jobs: BoundJob[], execute: Execute, query: JobHelpers["query"]): Promise<void> {
  const byName = new Map(jobs.flatMap(({ job, giveUp }) => (giveUp ? [[job.name, giveUp] as const] : [])));
  const { rows } = await query<{ id: string; name: string; payload: unknown }>(GIVEN_UP, [[...byName.keys()]]);
  for (const { id, name, payload } of rows) {
    await byName.get(name)?.(
      { ask: asSystem(execute, (payload as { company: string }).company), signal: new AbortController().signal },
      payload,
    );
    await query("select graphile_worker.complete_jobs(array[$1::bigint])", [id]);
  }
}
