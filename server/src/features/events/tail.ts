import { SECOND_MS } from "../../kernel/clock.ts";
import type { Tx } from "../../kernel/database.ts";
import type { Execute } from "../../kernel/execute.ts";
import { asSystem } from "../../platform/as-system.ts";
import { createPoll, realTiming } from "../../platform/poll.ts";
import { companiesWithNewEvents, currentMoment, slackBefore, type LogMoment } from "../../platform/log-reader/news.ts";
import { endOf } from "../../platform/log-reader/snapshot.ts";
import { createLimit } from "../../platform/places.ts";
import { since, type FoundNews } from "./operations.ts";

const LOOK_EVERY_MS = 400;
const READS_AT_ONCE = 4;
// A new stream begins a little in the past, so that it misses no change made while the page was loading.
const BEGIN_BEFORE_MS = 10 * SECOND_MS;

/** How far a listener has read: a snapshot of the log and its time. Without a snapshot it begins at that time. */
export type Position = LogMoment | { snapshot: null; at: Date };

export const beginning = (): Position => ({ snapshot: null, at: new Date(Date.now() - BEGIN_BEFORE_MS) });

export interface Listener {
  companyId: string;
  /** Moved forward by the tail, also when there are no events. */
  position: Position;
  /** New events; the first time there may be none. */
  onEvents(news: FoundNews): void;
  /** The database was restored from a backup: events that the listener has read may no longer exist. */
  lose(): void;
}

export interface Tail {
  join(listener: Listener): void;
  leave(listener: Listener): void;
}

interface TailNeeds {
  identity: Tx;
  execute: Execute;
  /** Called when polling begins to fail, not each time. */
  warn(error: unknown): void;
}

/**
 * Follows the event log for all listeners on this node: one query every 400 ms for all companies with listeners, then one read for
 * each company with new events. Without listeners there are no queries.
 *
 * An event is new if it is visible in this snapshot and was not in the last one, in whatever order transactions began or ended: a
 * late commit is neither skipped nor waited for.
 */
export function createTail({ identity, execute, warn }: TailNeeds): Tail {
  const listeners = new Set<Listener>();
  const reading = new Set<Listener>();
  // Reads run beside the polling: a company that is slow to read does not delay others.
  const inTurn = createLimit(READS_AT_ONCE);
  let last: LogMoment | undefined;
  const poll = createPoll({ timing: realTiming, everyMs: LOOK_EVERY_MS, look, failed: (error, isFirst) => void (isFirst && warn(error)) });

  async function look(): Promise<void> {
    const before = last;
    const { companies, ...now } = before
      ? await companiesWithNewEvents(identity, before)
      : { ...(await currentMoment(identity)), companies: undefined };
    last = now;

    const isQuiet = (one: Listener) =>
      before !== undefined && one.position.snapshot === before.snapshot && companies?.has(one.companyId) === false;
    const toRead: Listener[] = [];
    for (const one of listeners) {
      if (reading.has(one)) continue;
      if (isLost(now, one.position)) {
        one.position = now;
        one.lose();
      } else if (isQuiet(one)) one.position = now;
      else toRead.push(one);
    }
    const groups = Map.groupBy(toRead, (one) => `${one.companyId} ${one.position.snapshot ?? one.position.at.getTime()}`);
    for (const group of groups.values()) {
      for (const one of group) reading.add(one);
      void inTurn(() => read(group, now));
    }
  }

  async function read(group: Listener[], now: LogMoment): Promise<void> {
    const [{ companyId, position }] = group as [Listener];
    const from = position.snapshot ? slackBefore(position.at) : position.at;
    const span = { after: position.snapshot, until: now.snapshot, from: from.toISOString() };
    try {
      // The pipeline has checked it against the operation's schema.
      const news = await asSystem(execute, companyId)(since, span);
      for (const one of group.filter((each) => listeners.has(each))) {
        one.position = now;
        one.onEvents(news);
      }
    } catch {
      // The pipeline has logged it. The position stays, so the next poll continues from it.
    } finally {
      for (const one of group) reading.delete(one);
    }
  }

  return {
    join(listener) {
      // What happened while nobody listened is read from where each listener is.
      if (listeners.size === 0) last = undefined;
      listeners.add(listener);
      poll.start();
    },
    leave(listener) {
      listeners.delete(listener);
      if (listeners.size === 0) void poll.stop();
    },
  };
}

/** The database moved to another cluster, or is older than the position: events that were read may no longer exist. */
const isLost = (now: LogMoment, read: Position) =>
  read.snapshot !== null && (now.home !== read.home || endOf(now.snapshot) < endOf(read.snapshot));
