import { defineFeature } from "../../kernel/feature.ts";
import { handleLater } from "../../kernel/handle.ts";
import { react } from "../../kernel/subscription.ts";
import { memberUpdated } from "../members/events.ts";
import type { Services } from "./all-handlers.ts";
import * as emailOperations from "./email/operations.ts";
import * as events from "./events.ts";
import * as fetchOperations from "./fetch/operations.ts";
import { pauseOfDisabled } from "./follow-members.ts";
import * as inboundOperations from "./inbound-operations.ts";
import * as itemOperations from "./item-operations.ts";
import * as channelOperations from "./operations.ts";
import { channelServices } from "./provided.ts";
import { whatsAppJobs } from "./whatsapp/jobs.ts";
import * as whatsAppOperations from "./whatsapp/operations.ts";
import * as workerOperations from "./worker-operations.ts";
import { channelWorkers } from "./workers.ts";
import * as quotas from "./quotas.ts";
import * as settings from "./settings.ts";

const operations = Object.assign(
  {},
  Object.assign({}, channelOperations, emailOperations, itemOperations),
  Object.assign({}, inboundOperations, workerOperations, whatsAppOperations),
  fetchOperations,
);

// Large rows: fewer of them at once.
const ROWS = 200;

/**
 * Channels: where conversations come from and go out. Who sees a channel is decided here, and so is how it signs in; what arrives is kept
 * as it came until a worker has made a message of it.
 */
export const feature = defineFeature({
  operations,
  events,
  quotas: Object.values(quotas),
  settings,
  sealed: ["channels.credentials"],
  provides: channelServices,
  handlers: (services: Services) => handleLater(operations, async () => (await import("./all-handlers.ts")).allHandlers(services)),
  jobs: whatsAppJobs,
  workers: channelWorkers,
  pages: ["/company/channels", "/company/channels/signed-in", "/company/channels/{channel}"],
  reactions: [react({ to: memberUpdated, run: pauseOfDisabled })],
  housekeeping: [
    {
      name: "channels.old_originals",
      batch: `update inbound_items set bytes = null where ctid = any(array(select ctid from inbound_items
        where bytes is not null and state <> 'new' and received_at < now() - interval '30 days' limit $1 for update skip locked))`,
      rows: ROWS,
    },
  ],
});
