import { system } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Database, Tx } from "../../kernel/database.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { LoggedEvent, Subscription } from "../../kernel/subscription.ts";
import type { Lease, Work } from "../follow/client.ts";
import { newId } from "../random.ts";
import { move, readPlace } from "./cursors.ts";
import { positionAfter, type LogPosition } from "./position.ts";
import type { SubscriptionMetrics } from "./subscription-metrics.ts";
import { readWindow, windowStatement } from "./window.ts";

const MAX_BATCH = 200;

const BATCH = windowStatement(
  "log.batch",
  "e.id, e.at, e.type, e.subject_type, e.subject_id, e.actor_user, e.actor_key, e.via, e.operation_id, e.data, e.changes",
  "e.type = any($7::text[])",
);

interface BatchEvent extends LoggedEvent {
  written_in: string;
  place: string;
}

interface EventBatch {
  events: BatchEvent[];
  after: LogPosition;
  /** It holds all events up to now. */
  isCaughtUp: boolean;
}

export interface DeliverNeeds {
  subscriptions: Subscription[];
  execute: Execute;
  /** As the application's role: reads the events of one company at a time. */
  database: Database;
  clock: Clock;
  metrics: Pick<SubscriptionMetrics, "handled">;
}

/**
 * Gives a subscriber the new events of one company, batch by batch. Only that company's events are read. The operation's own
 * transaction moves the cursor, so its effects and the new position commit together or not at all.
 */
export function createDelivering({ subscriptions, execute, database, clock, metrics }: DeliverNeeds): Work<EventBatch, EventBatch> {
  const byName = new Map(subscriptions.map((one) => [one.name, one]));
  const lastLimit = new WeakMap<Lease, number>();

  /** After a failure batches of 1, 2, 4 …: so the events before the one that fails are handled. */
  function limitFor(lease: Lease, failures: number): number {
    const limit = failures > 0 ? 1 : Math.min(MAX_BATCH, 2 * (lastLimit.get(lease) ?? MAX_BATCH));
    lastLimit.set(lease, limit);
    return limit;
  }

  return {
    async read(lease) {
      const types = byName.get(lease.key)?.to.map(({ type }) => type);
      const tx = database.begin(lease.companyId, "read");
      try {
        const place = await readPlace(tx, lease);
        const limit = limitFor(lease, place?.failures ?? 0);
        const read = place && (await readWindow<BatchEvent>(tx, BATCH, lease.companyId, place, limit, [types]));
        await tx.commit();
        if (!read) return null;
        const isEnd = read.events.length < limit;
        const after = positionAfter(place, read.upto, isEnd ? undefined : read.events.at(-1));
        return { events: read.events, after, isCaughtUp: isEnd && place.upto === null };
      } catch (error) {
        await tx.rollback();
        throw error;
      }
    },
    send: async (_lease, batch) => batch,
    async record(lease, { events, after, isCaughtUp }) {
      const subscription = byName.get(lease.key);
      const inTransaction = (tx: Tx) => move(tx, lease, after, isCaughtUp, clock.now());
      if (events.length > 0 && subscription) {
        const input = { events: events.map(present) };
        await execute(subscription.handle, system(lease.companyId), input, { id: newId(), surface: "system", inTransaction });
        metrics.handled(lease.key, events.length);
      } else await database.write(lease.companyId, inTransaction);
      return isCaughtUp ? { next: "done" } : { next: "more", hasMoved: true };
    },
  };
}

const present = ({ written_in: _stamp, place: _place, at, ...event }: BatchEvent) => ({ ...event, at: at.toISOString() });
