import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { OwnerConnection } from "../log-reader/owner.ts";
import { pollAsOwner } from "../poll-as-owner.ts";
import type { OwnerNeeds } from "./needs.ts";
import { createRests } from "./rests.ts";

const LOOK_EVERY_MS = 2 * SECOND_MS;
/** A busy database is over soon, anything else is not. */
const LONGEST_REST_MS = MINUTE_MS;

/** Something whose time has come: a row, or a company with such rows. */
interface Due {
  key: string;
  companyId: string;
}

interface Watch {
  /** For the log: "overdue leads". */
  what: string;
  /** The first ones that are due, of all companies, without those keys that rest. */
  find(owner: OwnerConnection, resting: string[]): Promise<Due[]>;
  /** False: nothing was changed, so it would be found again at once. */
  act(due: Due): Promise<boolean>;
  everyMs?: number;
}

/** Acts on what is due by its time, in all companies. Any number of workers may look: `act` does each once. */
export function watchDue({ databaseUrl, log }: OwnerNeeds, { what, find, act, everyMs = LOOK_EVERY_MS }: Watch) {
  // Longer than to the next look: that one goes on with what comes after it.
  const restMs = 2 * everyMs;
  const rests = createRests({ firstMs: restMs, longestMs: LONGEST_REST_MS });
  let isOver = false;

  async function look(owner: OwnerConnection): Promise<void> {
    for (const due of await find(owner, rests.resting())) {
      if (isOver) return;
      await actOn(due);
    }
  }

  /** One that fails is not in the way of the others. */
  async function actOn(due: Due): Promise<void> {
    try {
      if (await act(due)) rests.forget(due.key);
      else rests.afterNothing(due.key, restMs); // another worker was quicker
    } catch (error) {
      const seconds = rests.afterFailure(due.key) / SECOND_MS;
      log.warn({ err: error, company_id: due.companyId, key: due.key }, `cannot act on ${what}; tried again in ${seconds} s`);
    }
  }

  const poll = pollAsOwner({ databaseUrl, everyMs, purpose: what, log, look });
  return {
    async stop() {
      isOver = true;
      await poll.stop();
      await poll.end();
    },
  };
}
