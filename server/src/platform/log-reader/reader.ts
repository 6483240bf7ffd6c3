import type { Database, Tx } from "../../kernel/database.ts";
import type { Execute } from "../../kernel/execute.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Subscription } from "../../kernel/subscription.ts";
import type { Logger } from "../log.ts";
import { adoptCluster, ADOPTED } from "./cluster.ts";
import { claim, fail, findDue, type HeldCursor, type RetryPolicy, type Wanted } from "./cursors.ts";
import { deliver, isOutage } from "./deliver.ts";
import { companiesWithNewEvents } from "./news.ts";
import { openOwnerConnection, type OwnerConnection } from "./owner.ts";
import { readHealth, register, saveMark, type Mark } from "./subscribers.ts";
import type { SubscriptionMetrics } from "./subscription-metrics.ts";

const LOOK_EVERY_MS = 100;
const LOOK_FOR_DUE_EVERY_MS = SECOND_MS;
const SAVE_EVERY_MS = 2 * SECOND_MS;
const DELIVERIES_AT_ONCE = 4;
const RETRY_POLICY: RetryPolicy = { maxAttempts: 10, maxWaitSeconds: 300 };

export interface LogReader {
  /** Takes no more work, and waits for the running deliveries. */
  stop(): Promise<void>;
}

interface LogReaderNeeds {
  subscriptions: Subscription[];
  execute: Execute;
  /** As the application's role: reads the events of one company at a time. */
  database: Database;
  /** Finds the companies that have new events. */
  identity: Tx;
  /** As the owner of the tables: leases cursors of all companies. */
  databaseUrl: string;
  log: Logger;
  metrics: SubscriptionMetrics;
  retryPolicy?: RetryPolicy;
}

/** New events for a subscriber in a company, without a leased cursor yet. `before` is the poll before they were found. */
interface Pending extends Wanted {
  before: Mark;
}

interface Held {
  /** New events that came while its cursor is worked on. */
  news: Pending | undefined;
  delivery: Promise<void>;
}

/**
 * Follows the event log for subscriptions. One query every 100 ms finds the companies that have new events; only for those are
 * cursors leased and events read. Several workers may run: each polls by itself, and a lease decides which one works.
 *
 * Nothing is kept in memory alone: the saved mark never passes events for which no cursor is leased, and a lease outlives its worker.
 */
export function startLogReader(needs: LogReaderNeeds): LogReader {
  const { subscriptions, identity, database, execute, log, metrics, retryPolicy = RETRY_POLICY } = needs;
  const byName = new Map(subscriptions.map((one) => [one.name, one]));
  const names = [...byName.keys()];
  const pending = new Map<string, Pending>();
  const held = new Map<string, Held>();
  let owner: OwnerConnection | undefined;
  let last: Mark | undefined;
  let [dueAt, saveAt] = [0, 0];
  let isOver = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const started = performance.now();
    try {
      await lookOnce();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isOver) log.warn({ err: error }, "cannot read the event log for subscriptions");
      isFailing = true;
      await owner?.end();
      owner = undefined;
    }
    if (!isOver) timer = setTimeout(() => (looking = look()), Math.max(0, LOOK_EVERY_MS - (performance.now() - started)));
  }

  async function lookOnce(): Promise<void> {
    if (owner?.isLost) owner = undefined;
    const connection = (owner ??= await openOwnerConnection(needs.databaseUrl));
    last ??= await register(connection, identity, subscriptions);
    const before = last;
    const { companies, ...now } = await companiesWithNewEvents(identity, before);
    last = now;
    for (const [companyId, types] of companies) want(companyId, new Set(types), before, now.snapshot);
    if (performance.now() >= dueAt) await lookForDue(connection, before);
    await fillSlots();
    if (performance.now() >= saveAt) await save(connection, now);
  }

  function want(companyId: string, types: Set<string>, before: Mark, until: string): void {
    for (const { name, hasKeys } of subscriptions.filter((one) => one.to.some(({ type }) => types.has(type)))) {
      const known = pending.get(`${companyId} ${name}`);
      const since = hasKeys ? null : before.snapshot;
      pending.set(`${companyId} ${name}`, { companyId, subscriber: name, since, before, ...known, until });
    }
  }

  async function lookForDue(connection: OwnerConnection, before: Mark): Promise<void> {
    dueAt = performance.now() + LOOK_FOR_DUE_EVERY_MS;
    if (await adoptCluster(connection)) log.warn(ADOPTED);
    for (const one of await findDue(connection, connection.leaseName, names)) {
      const key = `${one.companyId} ${one.subscriber}`;
      if (!pending.has(key)) pending.set(key, { ...one, before });
    }
  }

  // One at a time: a second caller waits for the first.
  let filling: Promise<void> | undefined;
  const fillSlots = () => (filling ??= claimForSlots().finally(() => (filling = undefined)));

  async function claimForSlots(): Promise<void> {
    const connection = owner;
    const free = DELIVERIES_AT_ONCE - held.size;
    if (!connection || isOver || free <= 0 || pending.size === 0) return;
    const asked = [...pending].slice(0, free);
    const leased = await claim(
      connection,
      connection.leaseName,
      asked.map(([, one]) => one),
    );
    const unsettled = new Set(leased.unsettled.map((one) => `${one.companyId} ${one.subscriber}`));
    for (const [key, one] of asked) {
      pending.delete(key);
      if (unsettled.has(key)) pending.set(key, one); // after the others
    }
    for (const cursor of leased.held) start(cursor, asked.find(([key]) => key === `${cursor.companyId} ${cursor.subscriber}`)?.[1]);
  }

  function start(cursor: HeldCursor, news: Pending | undefined): void {
    const key = `${cursor.companyId} ${cursor.subscriber} ${cursor.key}`;
    const running = held.get(key);
    if (running) {
      running.news = news;
      return;
    }
    const entry: Held = { news, delivery: Promise.resolve() };
    held.set(key, entry);
    entry.delivery = deliverOne(cursor, entry).finally(() => {
      held.delete(key);
      if (entry.news) pending.set(`${cursor.companyId} ${cursor.subscriber}`, entry.news);
      fillSlots().catch(() => undefined); // the next poll reports it
    });
  }

  async function deliverOne(cursor: HeldCursor, entry: Held): Promise<void> {
    const { companyId, subscriber } = cursor;
    const subscription = byName.get(subscriber);
    if (!subscription) return;
    try {
      const lease = await deliver({
        database,
        execute,
        subscription,
        cursor,
        takeNews: () => (entry.news = undefined),
        hasNews: () => entry.news !== undefined,
        handled: (count) => metrics.handled(subscriber, count),
      });
      if (lease === "more" && last) entry.news ??= { companyId, subscriber, since: null, until: null, before: last };
    } catch (error) {
      entry.news = undefined; // its retry is scheduled
      await giveBack(cursor, error);
    }
  }

  async function giveBack(cursor: HeldCursor, error: unknown): Promise<void> {
    const { subscriber, companyId, failures } = cursor;
    metrics.failed(subscriber);
    log.warn({ err: error, subscriber, company: companyId, failures: failures + 1 }, "a subscriber failed; it is tried again");
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    try {
      if (owner) await fail(owner, cursor, String(cause), !isOutage(error), retryPolicy);
    } catch {
      // All leases end with the connection, and the cursor is due again.
      await owner?.end();
    }
  }

  async function save(connection: OwnerConnection, now: Mark): Promise<void> {
    saveAt = performance.now() + SAVE_EVERY_MS;
    const open = [...pending.values(), ...[...held.values()].flatMap(({ news }) => (news ? [news] : []))].map((one) => one.before);
    const mark = [now, ...open].reduce((oldest, one) => (one.at < oldest.at ? one : oldest));
    await saveMark(connection, names, mark);
    metrics.set(await readHealth(connection, names));
  }

  let looking = subscriptions.length > 0 ? look() : Promise.resolve();
  return {
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await looking;
      await filling?.catch(() => undefined);
      await Promise.all([...held.values()].map(({ delivery }) => delivery));
      await owner?.end();
    },
  };
}
