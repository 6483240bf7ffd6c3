import { SECOND_MS, type Clock } from "../../../kernel/clock.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { OwnerConnection } from "../../../platform/log-reader/owner.ts";
import type { Logger } from "../../../platform/log.ts";
import { pollAsOwner } from "../../../platform/poll-as-owner.ts";
import { announceOverdue } from "../work-operations.ts";

const LOOK_EVERY_MS = 2 * SECOND_MS;
const MOST = 200;

interface Needs {
  execute: Execute;
  /** As the owner of the tables: finds the companies in which something is overdue. */
  databaseUrl: string;
  clock: Clock;
  log: Logger;
}

const DUE = `select distinct company_id from (select company_id from conversations
  where due_at <= $1 and due_at is not null and state = 'open' and merged_into is null and (overdue_at is null or overdue_at <> due_at)
  order by due_at limit 1000) as due`;

/** Announces conversations whose answer is overdue, in all companies. Any number of workers may look: each is announced once. */
export function watchOverdue({ execute, databaseUrl, clock, log }: Needs) {
  let isOver = false;
  async function look(owner: OwnerConnection): Promise<void> {
    for (const { company_id: companyId } of await owner.query<{ company_id: string }>(DUE, [clock.now()])) {
      if (isOver) return;
      await asSystem(execute, companyId)(announceOverdue, { most: MOST });
    }
  }
  const poll = pollAsOwner({ databaseUrl, everyMs: LOOK_EVERY_MS, purpose: "overdue conversations", log, look });
  return {
    async stop() {
      isOver = true;
      await poll.stop();
      await poll.end();
    },
  };
}
