import { system } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/database.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import { newId } from "../random.ts";
import type { LoggedEvent, Subscription } from "../../kernel/subscription.ts";
import { move, type HeldCursor, type Lease } from "./cursors.ts";
import { positionAfter } from "./position.ts";
import { readWindow, windowStatement } from "./window.ts";

const MAX_BATCH = 200;
// Then the next cursor gets its turn.
const MAX_BATCHES = 10;

const BATCH = windowStatement(
  "log.batch",
  "e.id, e.at, e.type, e.subject_type, e.subject_id, e.actor_user, e.actor_key, e.via, e.operation_id, e.data, e.changes",
  "e.type = any($7::text[])",
);

interface BatchEvent extends LoggedEvent {
  written_in: string;
  place: string;
}

interface Delivery {
  database: Database;
  execute: Execute;
  subscription: Subscription;
  cursor: HeldCursor;
  /** A window begins: it holds all events up to now. */
  takeNews(): void;
  /** New events came since `takeNews`. */
  hasNews(): boolean;
  handled(count: number): void;
}

/**
 * Gives a subscriber the new events of one company, batch by batch. Only that company's events are read. The operation's own
 * transaction moves the cursor, so its effects and the new position commit together or not at all. Returns whether there is more to do.
 */
export async function deliver({ database, execute, subscription, cursor, takeNews, hasNews, handled }: Delivery): Promise<Lease> {
  // After a failure batches of 1, 2, 4 …: so the events before the one that fails are handled.
  let limit = cursor.failures > 0 ? 1 : MAX_BATCH;
  for (let batch = 1; ; batch++) {
    if (cursor.position.upto === null) takeNews();
    const { events, upto } = await readBatch(database, subscription, cursor, limit);
    const isEnd = events.length < limit;
    const next = positionAfter(cursor.position, upto, isEnd ? undefined : events.at(-1));
    let lease: Lease = "keep";
    const inTransaction = (tx: Tx) => {
      if (isEnd && !hasNews()) lease = "done";
      else if (batch >= MAX_BATCHES) lease = "more";
      return move(tx, cursor, next, lease);
    };
    if (events.length > 0) {
      const input = { key: cursor.key, events: events.map(present) };
      await execute(subscription.handle, system(cursor.companyId), input, { id: newId(), surface: "system", inTransaction });
      handled(events.length);
    } else await database.write(cursor.companyId, inTransaction);
    if (lease !== "keep") return lease;
    cursor.position = next;
    limit = Math.min(MAX_BATCH, limit * 2);
  }
}

async function readBatch(database: Database, { to }: Subscription, { companyId, position }: HeldCursor, limit: number) {
  const types = to.map(({ type }) => type);
  const tx = database.begin(companyId, "read");
  try {
    const batch = await readWindow<BatchEvent>(tx, BATCH, companyId, position, limit, [types]);
    await tx.commit();
    return batch;
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}

const present = ({ written_in: _stamp, place: _place, at, ...event }: BatchEvent) => ({ ...event, at: at.toISOString() });

/** The database is unreachable or busy: that is not the subscriber's failure. */
export const isOutage = (error: unknown) => error instanceof AppError && ["database_unavailable", "busy"].includes(error.code);
