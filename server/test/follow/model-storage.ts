import { leaseLost, type Lease, type News, type Outcome, type Recording, type Wanted } from "../../src/platform/follow/client.ts";
import type { Scenario } from "./scenario.ts";

// What the real clients keep in PostgreSQL, as plain values: a log, a place in it for each follower, and leases. Each function is a statement or
// a transaction. The real ones have tests of their own.

export interface Row {
  key: string;
  companyId: string;
  place: number;
  leaseBy: string | null;
  nextAt: number | null;
  restUntil: number;
  failures: number;
  /** The message that failed: it is tried again before anything else is sent. */
  retry: { event: number; attempts: number } | null;
  lockedUntil: number;
  refusedUntil: number;
  endpointFailsUntil: number;
  /** The events that arrived, in the order of their first arrival. */
  arrived: number[];
  readAt: number[];
}

export interface ModelLease extends Lease {
  leaseBy: string;
}

export interface ModelBatch {
  messages: number[];
  after: number;
  hasMore: boolean;
}

export interface ModelResult {
  sent: number;
  /** The message that the endpoint refused. */
  failed: number | null;
  place: number;
  hasMore: boolean;
}

/** Faults of earlier versions, planted again. */
export interface Planted {
  /** A follower that is down reads a few events, none of which it wants, and stays where it is. */
  isStuckWhenDown?: boolean;
  /** What could not be given back stays leased. */
  forgetsLeases?: boolean;
}

const BATCH = 4;
const READ_WHEN_DOWN = 2;
const DOWN_AFTER = 2;
const MAX_ATTEMPTS = 2;
const PROBE_MS = 3_000;
const AGAIN_MS = 1_000;
const MAX_READS_A_SECOND = 40;

export function createStorage(scenario: Scenario, planted: Planted, now: () => number) {
  const { keepsLeases, companies, followersOfCompany } = scenario;
  const log: { companyId: string; isWanted: boolean; at: number }[] = [];
  const living = new Set<string>();
  const faults: string[] = [];
  const rows: Row[] = Array.from({ length: companies * followersOfCompany }, (_, at) => ({
    key: `f${at}`,
    companyId: `c${at % companies}`,
    place: 0,
    leaseBy: null,
    nextAt: null,
    restUntil: 0,
    failures: 0,
    retry: null,
    lockedUntil: 0,
    refusedUntil: 0,
    endpointFailsUntil: 0,
    arrived: [],
    readAt: [],
  }));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const rowOf = ({ key }: { key: string }) => byKey.get(key) as Row;
  let mark = { snapshot: "0", at: new Date(0) };

  const isLocked = (row: Row) => row.lockedUntil > now();
  const rests = (row: Row) => row.restUntil > now();
  const isDead = (row: Row) => row.leaseBy !== null && !living.has(row.leaseBy);
  const wantedOf = (row: Row): Wanted => ({ key: row.key, companyId: row.companyId });
  const leaseOf = (row: Row, leaseBy: string): ModelLease =>
    keepsLeases
      ? { key: row.key, companyId: row.companyId, leaseBy, wakesOn: row.companyId }
      : { key: row.key, companyId: row.companyId, leaseBy };
  const wantedAfter = ({ companyId, place }: Row) =>
    log.flatMap((event, at) => (at >= place && event.companyId === companyId ? [{ at, isWanted: event.isWanted }] : []));

  function arrive(row: Row, event: number): void {
    if (row.arrived.includes(event)) return;
    const last = row.arrived.at(-1) ?? -1;
    const skipped = log.findIndex(({ companyId, isWanted }, at) => at > last && at < event && isWanted && companyId === row.companyId);
    if (skipped >= 0 || event < last) faults.push(`${row.key}: event ${event} came after ${last}`);
    row.arrived.push(event);
  }

  function readWhenDown(row: Row, events: { at: number; isWanted: boolean }[]): ModelBatch {
    const window = planted.isStuckWhenDown ? events.slice(0, READ_WHEN_DOWN) : events;
    const first = window.find(({ isWanted }) => isWanted);
    if (first) return { messages: [first.at], after: first.at + 1, hasMore: true };
    if (planted.isStuckWhenDown && window.length === READ_WHEN_DOWN) return { messages: [], after: row.place, hasMore: true };
    return { messages: [], after: log.length, hasMore: false };
  }

  return {
    rows,
    faults,
    living,
    rowOf,
    arrive,
    write: (companyId: string, isWanted: boolean) => void log.push({ companyId, isWanted, at: now() }),
    writtenAt: (event: number) => log[event]?.at ?? 0,
    missing: (row: Row) =>
      log.flatMap(({ companyId, isWanted }, at) => (isWanted && companyId === row.companyId && !row.arrived.includes(at) ? [at] : [])),

    readMark: () => mark,
    saveMark(next: typeof mark): void {
      if (next.at > mark.at) mark = next;
    },
    findNews(after: { snapshot: string }): News {
      const found = new Map(log.slice(Number(after.snapshot)).map(({ companyId }) => [companyId, ["any"]]));
      return { snapshot: String(log.length), at: new Date(now()), companies: found };
    },
    findDue: (me: string): Wanted[] =>
      rows
        .filter((row) => !rests(row) && (isDead(row) || (row.nextAt !== null && row.nextAt <= now() && [null, me].includes(row.leaseBy))))
        .map(wantedOf),

    claim(me: string, wanted: Wanted[]): { leased: ModelLease[]; missed: Wanted[] } {
      const named = new Set(wanted.map(({ key }) => key));
      const asked = rows.filter((row) => !rests(row) && (named.has(row.key) || named.has(row.companyId)));
      const mayTake = (row: Row) => row.leaseBy === null || isDead(row) || (row.leaseBy === me && (!keepsLeases || named.has(row.key)));
      const taken = asked.filter((row) => !isLocked(row) && mayTake(row));
      const missed = asked.filter((row) => !taken.includes(row) && (row.leaseBy === null || !keepsLeases));
      for (const row of taken) row.leaseBy = me;
      return { leased: taken.map((row) => leaseOf(row, me)), missed: missed.map(wantedOf) };
    },
    releaseIdle(me: string, leases: ModelLease[]): void {
      for (const row of leases.map(rowOf).filter((one) => one.leaseBy === me && !isLocked(one))) row.leaseBy = null;
    },
    releaseOthers(me: string, kept: ModelLease[]): void {
      if (planted.forgetsLeases) return;
      const keys = new Set(kept.map(({ key }) => key));
      for (const row of rows.filter((one) => one.leaseBy === me && !keys.has(one.key) && !isLocked(one))) {
        row.leaseBy = null;
        row.nextAt = Math.min(row.nextAt ?? now(), now());
      }
    },
    giveBack(me: string, lease: ModelLease): void {
      const row = rowOf(lease);
      if (row.leaseBy !== me || isLocked(row)) return;
      row.leaseBy = null;
      row.nextAt = row.restUntil = now() + AGAIN_MS;
    },
    wantAgain: (lease: ModelLease) => wantedOf(rowOf(lease)),

    read(lease: ModelLease): ModelBatch | null {
      const row = rowOf(lease);
      if (row.leaseBy !== lease.leaseBy || rests(row)) return null;
      row.readAt = [...row.readAt.filter((at) => at > now() - 1_000), now()];
      if (row.readAt.length > MAX_READS_A_SECOND) faults.push(`${row.key} is read again and again`);
      if (row.retry) return { messages: [row.retry.event], after: row.place, hasMore: true };
      const events = wantedAfter(row);
      if (row.failures >= DOWN_AFTER) return readWhenDown(row, events);
      const batch = events.slice(0, BATCH);
      const last = batch.at(-1);
      const hasMore = events.length > BATCH;
      return {
        messages: batch.flatMap(({ at, isWanted }) => (isWanted ? [at] : [])),
        after: hasMore && last ? last.at + 1 : log.length,
        hasMore,
      };
    },

    record(lease: ModelLease, { sent, failed, place, hasMore }: ModelResult, { hasNews, isLast }: Recording): Outcome {
      const row = rowOf(lease);
      if (row.refusedUntil > now()) throw new Error("recording is refused");
      if (row.leaseBy !== lease.leaseBy) throw leaseLost();
      if (place < row.place) faults.push(`${row.key} goes back from ${row.place} to ${place}`);
      const hasMoved = sent > 0 || place > row.place;
      row.place = place;
      row.nextAt = null;
      row.failures = failed !== null ? row.failures + 1 : sent > 0 ? 0 : row.failures;
      const attempts = failed === null ? 0 : (row.retry?.event === failed ? row.retry.attempts : 0) + 1;
      row.retry = failed === null || attempts === MAX_ATTEMPTS ? null : { event: failed, attempts };
      if (failed !== null) {
        if (!row.retry) arrive(row, failed); // given up, as its log says
        row.leaseBy = null;
        row.nextAt = row.restUntil = now() + (row.failures >= DOWN_AFTER ? PROBE_MS : AGAIN_MS / 2);
        return { next: "later" };
      }
      if (keepsLeases) return hasMore ? { next: "more", hasMoved } : { next: "idle" };
      const isOpen = hasMore || hasNews();
      if (isOpen && !isLast) return { next: "more", hasMoved };
      row.leaseBy = null;
      row.nextAt = isOpen ? now() : null;
      return { next: "done", hasMore: isOpen };
    },
  };
}
