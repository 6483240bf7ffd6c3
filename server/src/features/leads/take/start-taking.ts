import { SECOND_MS, type Clock } from "../../../kernel/clock.ts";
import type { Tx } from "../../../kernel/database.ts";
import { toAppError } from "../../../kernel/errors.ts";
import type { Execute } from "../../../kernel/execute.ts";
import type { Commits } from "../../../kernel/feature.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { Logger } from "../../../platform/log.ts";
import { listWaiting, noteFailure, takeSubmissions } from "./operations.ts";
import { createPoll } from "../../../platform/poll.ts";
import { createTurns } from "../../../platform/turns.ts";
import { waitingCompanies } from "./store.ts";

const LOOK_EVERY_MS = 100;
const QUIET_EVERY_MS = 300;
/** Only a write gives it something to do; what rests is looked for again. */
const IDLE_EVERY_MS = 2 * SECOND_MS;
const BATCH = 50;
const REST_MS = SECOND_MS;
const MAX_REST_MS = 30 * SECOND_MS;
const UNAVAILABLE = 503;

export interface TakingNeeds {
  execute: Execute;
  /** Finds the companies in which something waits. */
  identity: Tx;
  clock: Clock;
  log: Logger;
  callsAtOnce: number;
  commits?: Commits;
}

/**
 * Takes what was sent in all companies. One query finds those in which something waits; each gets one batch and then goes
 * to the end of the line, so that a long backlog delays nobody else. Several workers may run: none takes what another is taking.
 */
export function startTaking({ execute, identity, clock, log, callsAtOnce, commits }: TakingNeeds) {
  const turns = createTurns(Math.max(2, Math.floor(callsAtOnce / 2)));
  const busy = new Map<string, Promise<void>>();
  /** Companies whose last batch failed as a whole: when to look at them again, and how long they had to rest. */
  const resting = new Map<string, { until: number; ms: number }>();
  let isOver = false;
  const poll = createPoll({
    everyMs: LOOK_EVERY_MS,
    quietEveryMs: QUIET_EVERY_MS,
    commits,
    idleEveryMs: IDLE_EVERY_MS,
    async look() {
      const companies = await waitingCompanies(identity, clock.now());
      for (const company of companies) begin(company);
      return companies.length > 0;
    },
    failed: (error, isFirst) => void (isFirst && !isOver && log.warn({ err: error }, "cannot look for submissions")),
  });

  function begin(company: string): void {
    if (isOver || busy.has(company) || (resting.get(company)?.until ?? 0) > performance.now()) return;
    busy.set(
      company,
      work(company).finally(() => busy.delete(company)),
    );
  }

  async function work(company: string): Promise<void> {
    try {
      let found = BATCH;
      while (found === BATCH) found = isOver ? 0 : await turns.take(company, () => takeBatch(company));
      resting.delete(company);
    } catch (error) {
      const ms = Math.min(MAX_REST_MS, 2 * (resting.get(company)?.ms ?? REST_MS / 2));
      resting.set(company, { until: performance.now() + ms, ms });
      log.warn({ err: error, company_id: company }, "cannot take submissions");
    }
  }

  async function takeBatch(company: string): Promise<number> {
    if (isOver) return 0; // it may have waited for its turn
    const call = asSystem(execute, company);
    try {
      return (await call(takeSubmissions, { most: BATCH })).found;
    } catch (error) {
      // A database that is away or busy says nothing about what was sent.
      if (isOver || toAppError(error).status === UNAVAILABLE) throw error;
      const { ids } = await call(listWaiting, { most: BATCH });
      await takeParts(company, ids);
      return ids.length;
    }
  }

  /** Finds the one that cannot be taken by halves, and takes the others. */
  async function takeParts(company: string, ids: string[]): Promise<void> {
    const [id] = ids;
    if (id === undefined || isOver) return;
    const call = asSystem(execute, company);
    try {
      await call(takeSubmissions, { most: ids.length, ids });
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.status === UNAVAILABLE) throw error;
      if (ids.length === 1) {
        log.error({ err: thrown, company_id: company, submission: id }, "a submission cannot be taken");
        await call(noteFailure, { id, failure: error.message });
        return;
      }
      const half = Math.ceil(ids.length / 2);
      await takeParts(company, ids.slice(0, half));
      await takeParts(company, ids.slice(half));
    }
  }

  poll.start();
  return {
    /** Waits for the batches under way. */
    async stop(): Promise<void> {
      isOver = true;
      await poll.stop();
      await Promise.all(busy.values());
    },
  };
}
