import { MINUTE_MS, SECOND_MS, type Clock } from "../../../kernel/clock.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { OwnerConnection } from "../../../platform/log-reader/owner.ts";
import type { Logger } from "../../../platform/log.ts";
import { pollAsOwner } from "../../../platform/poll-as-owner.ts";
import { actOnOverdue } from "../clock-operations.ts";

const LOOK_EVERY_MS = 2 * SECOND_MS;
const MOST_AT_ONCE = 200;
/** One that fails must not be in the way of the others. A busy database is over soon, anything else is not. */
const FIRST_REST_MS = 2 * SECOND_MS;
const LONGEST_REST_MS = MINUTE_MS;

interface Needs {
  execute: Execute;
  /** As the owner of the tables: finds what is due in all companies. */
  databaseUrl: string;
  clock: Clock;
  log: Logger;
}

const DUE = `select company_id, id from lead_clocks
  where due_at <= $1 and responded_at is null and ended_at is null and overdue_at is null and not (id = any($2::uuid[]))
  order by due_at limit ${MOST_AT_ONCE}`;

/** Finds leads whose time for a first response is over, in all companies. Any number of workers may look: each clock is acted on once. */
export function watchClocks({ execute, databaseUrl, clock, log }: Needs) {
  /** Clocks that failed: when each is looked at again, and how long it had to rest. */
  const failed = new Map<string, { until: number; ms: number }>();
  let isOver = false;

  async function look(owner: OwnerConnection): Promise<void> {
    const now = performance.now();
    const resting = [...failed].filter(([, { until }]) => until > now).map(([id]) => id);
    const due = await owner.query<{ company_id: string; id: string }>(DUE, [clock.now(), resting]);
    for (const { company_id: companyId, id } of due) {
      if (isOver) return;
      try {
        await asSystem(execute, companyId)(actOnOverdue, { id });
        failed.delete(id);
      } catch (error) {
        const ms = Math.min(LONGEST_REST_MS, 2 * (failed.get(id)?.ms ?? FIRST_REST_MS / 2));
        failed.set(id, { until: performance.now() + ms, ms });
        log.warn({ err: error, company: companyId }, `cannot act on an overdue lead; it is tried again in ${ms / SECOND_MS} s`);
      }
    }
  }

  const poll = pollAsOwner({ databaseUrl, everyMs: LOOK_EVERY_MS, purpose: "overdue leads", log, look });
  return {
    async stop() {
      isOver = true;
      await poll.stop();
      await poll.end();
    },
  };
}
