import { HOUR_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Tx } from "../../kernel/database.ts";
import { asSystem, type Execute } from "../../kernel/execute.ts";
import { ring } from "./live-store.ts";
import { since, type FoundNews } from "./operations.ts";

const LOOK_EVERY_MS = 400;
const READS_AT_ONCE = 4;
// A fresh stream begins a little in the past: what a page read while its stream was opening is not missed.
const BEGIN_BEFORE_MS = 10 * SECOND_MS;
// Ids carry the time of the node that made them; no clock and no transaction is an hour late.
const SLACK_MS = HOUR_MS;

/** Up to where somebody has heard: a moment of the database, and when that was. Without a moment they begin at the time. */
export interface Position {
  moment: string | null;
  at: Date;
}

export const beginning = (): Position => ({ moment: null, at: new Date(Date.now() - BEGIN_BEFORE_MS) });

export interface Listener {
  companyId: string;
  /** Moved on by the tail, also where there is nothing to hear. */
  position: Position;
  /** Something became visible; the first time it may be nothing. */
  hear(news: FoundNews): void;
  /** The database stands before the listener's position, as after a restore: nobody can say what was missed. */
  lose(): void;
}

export interface Tail {
  join(listener: Listener): void;
  leave(listener: Listener): void;
}

interface TailNeeds {
  identity: Tx;
  execute: Execute;
  /** Told when looking begins to fail, not each time. */
  warn(error: unknown): void;
}

/**
 * Follows the event log for everyone on this node: one question every 400 ms for all companies that somebody listens to, then
 * one read in each company where something happened. With nobody listening, nothing is asked.
 *
 * A moment is PostgreSQL's own snapshot. What is visible in this one and was not in the last is new, in whatever order
 * transactions began or ended: a late commit is neither skipped nor waited for.
 */
export function createTail({ identity, execute, warn }: TailNeeds): Tail {
  const listeners = new Set<Listener>();
  const reading = new Set<Listener>();
  const waiting: (() => Promise<void>)[] = [];
  let readers = 0;
  let last: Position | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isFailing = false;

  async function look(): Promise<void> {
    isLooking = true;
    await lookOnce().then(
      () => (isFailing = false),
      (error: unknown) => {
        if (!isFailing) warn(error);
        isFailing = true;
      },
    );
    isLooking = false;
    schedule(LOOK_EVERY_MS);
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (listeners.size > 0) timer = setTimeout(() => void look(), ms);
    else last = undefined;
  }

  async function lookOnce(): Promise<void> {
    const at = new Date();
    const companies = last ? [...new Set(Array.from(listeners, (one) => one.companyId))] : [];
    const from = new Date((last?.at ?? at).getTime() - SLACK_MS);
    const rung = await ring(identity, companies, last?.moment ?? "1:1:", from);
    const [before, now] = [last, { moment: rung.moment, at }];
    last = now;

    const ringing = new Set(rung.companies);
    const isQuiet = (one: Listener) => before !== undefined && one.position.moment === before.moment && !ringing.has(one.companyId);
    const toRead: Listener[] = [];
    for (const one of listeners) {
      if (reading.has(one)) continue;
      if (isBehind(now, one.position)) {
        one.position = now;
        one.lose();
      } else if (isQuiet(one)) one.position = now;
      else toRead.push(one);
    }
    const groups = Map.groupBy(toRead, (one) => `${one.companyId} ${one.position.moment ?? one.position.at.getTime()}`);
    for (const group of groups.values()) {
      for (const one of group) reading.add(one);
      waiting.push(() => read(group, now));
    }
    startReaders();
  }

  // Reads go on beside the looking: a company that is slow to read holds up nobody else.
  function startReaders(): void {
    while (readers < READS_AT_ONCE && waiting.length > 0) {
      readers++;
      void readOn();
    }
  }
  async function readOn(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    readers--;
  }

  async function read(group: Listener[], now: Position & { moment: string }): Promise<void> {
    const [{ companyId, position }] = group as [Listener];
    const from = position.moment ? new Date(position.at.getTime() - SLACK_MS) : position.at;
    const span = { after: position.moment, until: now.moment, from: from.toISOString() };
    try {
      // Checked against this operation's schema before it left.
      const news = await asSystem(execute, companyId)(since, span);
      for (const one of group.filter((each) => listeners.has(each))) {
        one.position = now;
        one.hear(news);
      }
    } catch {
      // Said in the log by the road. The position stays, so the next look reads on from it.
    } finally {
      for (const one of group) reading.delete(one);
    }
  }

  return {
    join(listener) {
      listeners.add(listener);
      if (!isLooking) schedule(0);
    },
    leave(listener) {
      listeners.delete(listener);
      if (listeners.size === 0 && !isLooking) schedule(0);
    },
  };
}

const nextTransaction = ({ moment }: Position) => BigInt(moment?.split(":")[1] ?? 0);

const isBehind = (now: Position, heard: Position) => nextTransaction(now) < nextTransaction(heard);
