import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import { deliveryHandlers } from "./delivery-handlers.ts";
import * as deliveryOperations from "./delivery-operations.ts";
import * as events from "./events.ts";
import { webhookHandlers, type Needs } from "./handlers.ts";
import { webhookJobs } from "./jobs.ts";
import * as operations from "./operations.ts";
import { workerHandlers } from "./worker-handlers.ts";
import * as workerOperations from "./worker-operations.ts";
import { webhookWorkers } from "./workers.ts";
import * as quotas from "./quotas.ts";
import * as settings from "./settings.ts";

// A replay of the oldest messages may still be tried: ten attempts take 75 hours.
const REPLAYED_DAYS = 4;

/**
 * Webhooks: what happens here reaches other systems, signed, at least once, those of one record in order. Each has a cursor on the event
 * log, so an event writes nothing for it, and a dead endpoint costs nobody else anything.
 */
export const feature = defineFeature({
  operations: Object.assign({}, operations, deliveryOperations, workerOperations),
  events,
  quotas: Object.values(quotas),
  settings,
  sealed: ["webhooks.headers", "webhooks.secret", "webhooks.old_secret", "webhooks.signing_key"],
  provides: ({ WEBHOOK_LOG_DAYS }) => ({ webhookLogDays: WEBHOOK_LOG_DAYS }),
  handlers: (needs: Needs) => [...webhookHandlers(needs), ...deliveryHandlers(needs), ...workerHandlers(needs)],
  jobs: webhookJobs,
  workers: webhookWorkers,
  pages: [
    "/company/webhooks",
    "/company/webhooks/new",
    "/company/webhooks/{webhook}",
    "/company/webhooks/{webhook}/edit",
    "/company/webhooks/{webhook}/deliveries/{event}",
  ],
  housekeeping: ({ webhookLogDays }) => [
    // Creates the partitions of the coming days and drops expired ones: one partition per batch.
    {
      name: "webhooks.partitions",
      batch: `select from webhook_deliveries_keep_partitions(${webhookLogDays + REPLAYED_DAYS}) as changed where changed > 0 limit $1`,
    },
    // Replays of older events have no partition of their own, nor has what still waits for a webhook that was stopped.
    removeRows(
      "webhooks.old_deliveries",
      "webhook_deliveries_default",
      `event_id < uuid_at(now() - make_interval(days => ${webhookLogDays + REPLAYED_DAYS})) and (is_test or state in ('delivered', 'failed'))`,
    ),
    removeRows("webhooks.old_hours", "webhook_hours", "hour < now() - interval '2 days'"),
    removeRows("webhooks.old_replays", "webhook_replays", "created_at < now() - interval '30 days'"),
  ],
});
