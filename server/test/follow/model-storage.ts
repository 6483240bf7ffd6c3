import { leaseLost, type Claimed, type Lease, type News, type Outcome, type Wanted } from "../../src/platform/follow/client.ts";
import type { Scenario } from "./scenario.ts";

// What the real clients keep in PostgreSQL, as plain values: a log, a place in it for each follower, and leases. Each function is a statement or
// a transaction. The real ones have tests of their own.

export interface Row {
  key: string;
  companyId: string;
  /** A subscription has none in a company before its first event. */
  exists: boolean;
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
  const { isSubscriptions, companies, followersOfCompany } = scenario;
  const log: { companyId: string; isWanted: boolean; at: number }[] = [];
  const living = new Set<string>();
  const faults: string[] = [];
  const rows: Row[] = Array.from({ length: companies * followersOfCompany }, (_, at) => ({
    key: `f${at}`,
    companyId: `c${at % companies}`,
    exists: !isSubscriptions,
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
  const wantedOf = ({ companyId, key }: Row): Wanted => ({ companyId, key });
  const wantedAfter = ({ companyId, place }: Row) =>
    log.flatMap((event, at) => (at >= place && event.companyId === companyId ? [{ at, isWanted: event.isWanted }] : []));

  const typeOf = ({ isWanted }: { isWanted: boolean }) => (isWanted ? "wanted" : "other");

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
      const found = Map.groupBy(log.slice(Number(after.snapshot)), ({ companyId }) => companyId);
      const companies = new Map([...found].map(([companyId, events]) => [companyId, [...new Set(events.map(typeOf))]]));
      return { snapshot: String(log.length), at: new Date(now()), companies };
    },
    wantedFor(companyId: string, types: string[], since: string, until: string): Wanted[] {
      if (!isSubscriptions) return [{ companyId, key: "", types, until }];
      if (!types.includes("wanted")) return [];
      return rows.filter((row) => row.companyId === companyId).map(({ key }) => ({ companyId, key, since, until }));
    },
    findDue: (me: string): Wanted[] =>
      rows
        .filter((row) => !rests(row) && (isDead(row) || (row.nextAt !== null && row.nextAt <= now() && [null, me].includes(row.leaseBy))))
        .map(wantedOf),

    claim(me: string, wanted: Wanted[]): Claimed {
      const claimed: Claimed = { leased: [], missed: [], others: [] };
      for (const row of rows) {
        const asked = wanted.filter(({ companyId, key }) => companyId === row.companyId && ["", row.key].includes(key));
        const since = asked.find((one) => one.since !== undefined)?.since;
        const until = asked.flatMap((one) => one.until ?? []).findLast((end) => row.place < Number(end));
        if (asked.length === 0 || (!row.exists && since === undefined) || rests(row)) continue;
        if (isSubscriptions && row.exists && until === undefined && row.nextAt === null && asked.every((one) => one.until)) continue;
        if (!row.exists) [row.exists, row.place] = [true, Number(since)];
        const mayTake =
          row.leaseBy === null || isDead(row) || (row.leaseBy === me && (isSubscriptions || asked.some(({ key }) => key === row.key)));
        const again = { ...wantedOf(row), ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
        if (mayTake && !isLocked(row)) {
          row.leaseBy = me;
          claimed.leased.push({ ...wantedOf(row), leaseBy: me });
        } else if (row.leaseBy === null) claimed.missed.push(again);
        else if (row.leaseBy !== me && until !== undefined) claimed.others.push(again);
      }
      return claimed;
    },
    releaseIdle(me: string, leases: Lease[]): void {
      for (const row of leases.map(rowOf).filter((one) => one.leaseBy === me && !isLocked(one))) row.leaseBy = null;
    },
    releaseOthers(me: string, kept: Lease[]): void {
      if (planted.forgetsLeases) return;
      const keys = new Set(kept.map(({ key }) => key));
      for (const row of rows.filter((one) => one.leaseBy === me && !keys.has(one.key) && !isLocked(one))) {
        row.leaseBy = null;
        row.nextAt = Math.min(row.nextAt ?? now(), now());
      }
    },
    giveBack(me: string, lease: Lease): void {
      const row = rowOf(lease);
      if (row.leaseBy !== me || isLocked(row)) return;
      row.leaseBy = null;
      row.nextAt = row.restUntil = now() + AGAIN_MS;
    },

    read(lease: Lease): ModelBatch | null {
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

    record(lease: Lease, { sent, failed, place, hasMore }: ModelResult): Outcome {
      const row = rowOf(lease);
      if (row.refusedUntil > now()) throw new Error("recording is refused");
      if (isSubscriptions && sent > 0 && row.endpointFailsUntil > now()) throw new Error("the handler failed");
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
      if (hasMore) return { next: "more", hasMoved };
      if (!isSubscriptions) return { next: "idle" };
      row.leaseBy = null;
      return { next: "done" };
    },
  };
}
