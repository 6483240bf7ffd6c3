import { SECOND_MS, type Clock } from "../../../kernel/clock.ts";
import type { Tx } from "../../../kernel/database.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { Logger } from "../../../platform/log.ts";
import { createPoll } from "../../../platform/poll.ts";
import { wakeSnoozed } from "../operations.ts";

const LOOK_EVERY_MS = 2 * SECOND_MS;
const MOST = 100;

interface Needs {
  execute: Execute;
  /** Finds the companies in which a conversation comes back. */
  identity: Tx;
  clock: Clock;
  log: Logger;
}

const DUE = "select distinct company_id from conversations where state = 'snoozed' and snoozed_until <= $1 limit 200";

/** Opens snoozed conversations when their time comes, in all companies. Any number of workers may look: each is opened once. */
export function watchSnoozed({ execute, identity, clock, log }: Needs) {
  let isOver = false;
  async function look(): Promise<void> {
    for (const { company_id } of await identity.query<{ company_id: string }>(DUE, [clock.now()])) {
      if (isOver) return;
      await asSystem(execute, company_id)(wakeSnoozed, { most: MOST });
    }
  }
  const poll = createPoll({
    everyMs: LOOK_EVERY_MS,
    look,
    failed: (error, isFirst) => void (isFirst && !isOver && log.warn({ err: error }, "cannot look for snoozed conversations")),
  });
  poll.start();
  return {
    async stop() {
      isOver = true;
      await poll.stop();
    },
  };
}
