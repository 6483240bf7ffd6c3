import { system } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Database, Tx } from "../../kernel/database.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { Subscription } from "../../kernel/subscription.ts";
import type { Lease, Work } from "../follow/client.ts";
import { newId } from "../random.ts";
import { move, readPlace, type BatchEvent } from "./cursors.ts";
import { positionAfter, type LogPosition } from "./position.ts";
import type { SubscriptionMetrics } from "./subscription-metrics.ts";
import { readBeside } from "./window.ts";

const MAX_BATCH = 200;

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

  return {
    async read(lease) {
      const types = byName.get(lease.key)?.to.map(({ type }) => type) ?? [];
      const tx = database.begin(lease.companyId, "read");
      try {
        const maxEvents = Math.min(MAX_BATCH, 2 * (lastLimit.get(lease) ?? MAX_BATCH));
        const place = await readPlace(tx, lease, types, maxEvents);
        await tx.commit();
        if (!place) return null;
        const { events, upto } = readBeside<BatchEvent>(place);
        // After a failure batches of 1, 2, 4 …: so the events before the one that fails are handled.
        const limit = place.failures > 0 ? 1 : maxEvents;
        lastLimit.set(lease, limit);
        const isEnd = events.length < limit;
        const after = positionAfter(place, upto, isEnd ? undefined : events.at(-1));
        return { events, after, isCaughtUp: isEnd && place.upto === null };
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
