import type { Clock } from "../../../kernel/clock.ts";
import type { Tx } from "../../../kernel/database.ts";
import type { Execute } from "../../../kernel/execute.ts";
import type { Commits } from "../../../kernel/feature.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { Lease, Work } from "../../../platform/follow/client.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { createLimit } from "../../../platform/places.ts";
import { webhookId } from "../operations.ts";
import { readBatch, recordBatch } from "../worker-operations.ts";
import type { Batch, BatchResult } from "./batch.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import { isDelivered, type Outcome } from "./health.ts";
import { sendBatch } from "./send-batch.ts";
import type { Slots } from "./slots.ts";

export interface DeliveryNeeds {
  execute: Execute;
  outbound: Pick<Outbound, "post">;
  /** Finds the companies that have new events. */
  identity: Tx;
  /** As the owner of the tables: leases webhooks of all companies. */
  databaseUrl: string;
  clock: Clock;
  log: Logger;
  metrics: DeliveryMetrics;
  callsAtOnce: number;
  commits?: Commits;
}

// A worker that dies may have sent up to 400 messages without having written it down: ten of each webhook that has one of the 30 turns, which
// makes 300, and 100 more. Without turns all of a thousand webhooks would share the 400, and each would write down every single message.
const MESSAGES_OF_A_TURN = 10;
const MAX_UNRECORDED = 100;
const MAX_OF_A_WORKER = 400;
const MAX_OF_A_BATCH = 100;

/** What is read and not sent is read once more: so a batch is no larger than its part of what a worker may send before it writes that down. */
const batchSize = (underWay: number) => Math.max(MESSAGES_OF_A_TURN, Math.min(MAX_OF_A_BATCH, Math.floor(MAX_OF_A_WORKER / underWay)));

type Needs = Pick<DeliveryNeeds, "execute" | "outbound" | "clock" | "metrics" | "callsAtOnce">;

/** What is done with a webhook that is leased: its next messages are read, sent and written down. */
export function createDelivery({ execute, outbound, clock, metrics, callsAtOnce }: Needs, slots: Slots): Work<Batch, BatchResult> {
  const inTurn = createLimit(callsAtOnce);
  /** Sent and not written down yet. */
  const unrecorded = new Map<Lease, number>();
  let allUnrecorded = 0;
  let reading = 0;
  const callFor = ({ companyId }: Lease) => asSystem(execute, companyId);
  const named = ({ key, leaseBy }: Lease) => ({ id: webhookId.encode(key), lease: leaseBy });

  return {
    async read(one) {
      reading++;
      try {
        const asked = { ...named(one), max_messages: batchSize(reading + unrecorded.size) };
        const { batch } = await inTurn(() => callFor(one)(readBatch, asked));
        return batch;
      } finally {
        reading--;
      }
    },
    send(one, batch, turn) {
      const ownOf = () => unrecorded.get(one) ?? 0;
      const mayGoOn = () => !turn.isStopping() && (allUnrecorded < MAX_UNRECORDED || (turn.isHeld() && ownOf() < MESSAGES_OF_A_TURN));
      const noteSent = (outcome: Outcome) => {
        allUnrecorded++;
        unrecorded.set(one, ownOf() + 1);
        metrics.sent(isDelivered(outcome));
      };
      return sendBatch({ outbound, slots, clock, mayGoOn, noteSent }, one.companyId, batch);
    },
    async record(one, result) {
      const { lease } = await inTurn(() => callFor(one)(recordBatch, { ...named(one), result }));
      if (lease !== "kept") return { next: lease };
      return result.isDone ? { next: "idle" } : { next: "more", hasMoved: result.hasMoved };
    },
    settled(one) {
      allUnrecorded -= unrecorded.get(one) ?? 0;
      unrecorded.delete(one);
    },
  };
}
