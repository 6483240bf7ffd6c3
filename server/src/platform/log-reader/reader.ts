import { SECOND_MS } from "../../kernel/clock.ts";
import type { Tx } from "../../kernel/database.ts";
import type { Commits } from "../../kernel/feature.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Leasing, Looking, Pace } from "../follow/client.ts";
import { startFollowing } from "../follow/follow.ts";
import { openSession } from "../follow/open-session.ts";
import type { Logger } from "../log.ts";
import { claim, findDue, giveBack, release, releaseOthers } from "./cursors.ts";
import { createDelivering, type DeliverNeeds } from "./deliver.ts";
import { companiesWithNewEvents } from "./news.ts";
import type { OwnerConnection } from "./owner.ts";
import { readHealth, readMark, register, saveMark } from "./subscribers.ts";
import type { SubscriptionMetrics } from "./subscription-metrics.ts";

const PACE: Pace = {
  lookEveryMs: 100,
  dueEveryMs: SECOND_MS,
  tendEveryMs: 2 * SECOND_MS,
  keepIdleMs: 0,
  turns: 4,
  maxBusy: 20,
  // A handler that takes longer waits for a lock, and more of them beside it would only wait for connections.
  turnMs: 10 * SECOND_MS,
  // What was rolled back is done again from the start.
  recordTries: 1,
  recordAgainMs: 0,
};
const RETRY_POLICY = { maxAttempts: 10, maxWaitSeconds: 300 };

export interface LogReaderNeeds extends DeliverNeeds {
  /** Finds the companies that have new events. */
  identity: Tx;
  /** As the owner of the tables: leases cursors of all companies. */
  databaseUrl: string;
  log: Logger;
  metrics: SubscriptionMetrics;
  commits?: Commits;
  retryPolicy?: { maxAttempts: number; maxWaitSeconds: number };
}

/** Gives subscriptions the events of all companies. `platform/follow` decides which worker does, and when. */
export function startLogReader(needs: LogReaderNeeds): { stop(): Promise<void> } {
  const { subscriptions, identity, clock, log, metrics, retryPolicy = RETRY_POLICY } = needs;
  const names = subscriptions.map(({ name }) => name);
  if (names.length === 0) return { stop: async () => undefined };

  const looking: Looking<OwnerConnection> = {
    open: () => openSession(needs.databaseUrl, log),
    async readMark(owner) {
      await register(owner, names, clock.now());
      return readMark(owner, names);
    },
    saveMark: (owner, mark) => saveMark(owner, names, mark),
    findNews: (after) => companiesWithNewEvents(identity, after),
    wantedFor: (companyId, types, since, until) =>
      subscriptions
        .filter(({ to }) => to.some(({ type }) => types.includes(type)))
        .map(({ name: key }) => ({ companyId, key, since, until })),
    findDue: (owner) => findDue(owner, clock.now(), names),
  };

  const leasing: Leasing<OwnerConnection> = {
    claim: (owner, wanted) => claim(owner, wanted, clock.now()),
    releaseIdle: release,
    releaseOthers: (owner, kept) => releaseOthers(owner, kept, clock.now()),
    giveBack(owner, lease, error) {
      metrics.failed(lease.key);
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      const values = [clock.now(), isOutage(error) ? 0 : 1, String(cause), retryPolicy.maxWaitSeconds, retryPolicy.maxAttempts];
      return giveBack(owner, lease, values);
    },
  };

  const report = async (owner: OwnerConnection) => metrics.set(await readHealth(owner, names));
  const work = createDelivering(needs);
  return startFollowing({ name: "subscriptions", looking, leasing, work, pace: PACE, log, report, commits: needs.commits });
}

/** The database is unreachable or busy: that is not the subscriber's failure, and no attempt. */
const isOutage = (error: unknown) => error instanceof AppError && ["database_unavailable", "busy"].includes(error.code);
