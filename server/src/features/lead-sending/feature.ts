import { defineFeature, type Working } from "../../kernel/feature.ts";
import { handleLater } from "../../kernel/handle.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import type { Needs } from "./all-handlers.ts";
import { clockJobs } from "./clock/clock-jobs.ts";
import { clockReactions } from "./clock/clock-reactions.ts";
import { watchClocks } from "./clock/start-clocks.ts";
import * as clockOperations from "./clock-operations.ts";
import * as codeOperations from "./code-operations.ts";
import * as deliveryOperations from "./delivery-operations.ts";
import * as decisionOperations from "./decision-operations.ts";
import * as destinationOperations from "./destination-operations.ts";
import * as events from "./events.ts";
import * as hoursOperations from "./hours-operations.ts";
import * as ruleOperations from "./operations.ts";
import { routeReceived } from "./react.ts";
import { startSending, type SendingNeeds } from "./send/start-sending.ts";
import * as sendingOperations from "./sending-operations.ts";
import * as quotas from "./quotas.ts";

// Object.assign() of more than four answers any, and the web application would know no operation at all.
const operations = Object.assign(
  {},
  Object.assign({}, ruleOperations, decisionOperations, hoursOperations),
  Object.assign({}, destinationOperations, deliveryOperations, sendingOperations),
  Object.assign({}, codeOperations, clockOperations),
);

/** Lead sending: rules say who gets a new lead, a person here or a system elsewhere, and every decision can be explained and run again. */
export const feature = defineFeature({
  operations,
  events,
  sealed: ["destinations.headers", "destinations.secret", "destinations.code"],
  quotas: Object.values(quotas),
  handlers: (needs: Needs) => handleLater(operations, async () => (await import("./all-handlers.ts")).allHandlers(needs)),
  jobs: clockJobs,
  workers: (needs: Omit<SendingNeeds, keyof Working>, working) => [
    startSending({ ...needs, ...working }),
    watchClocks({ ...needs, ...working }),
  ],
  reactions: [routeReceived, ...clockReactions],
  housekeeping: [
    removeRows("lead_sending.old_counts", "lead_counts", "starts_at < now() - interval '40 days'"),
    removeRows("lead_sending.old_decisions", "lead_decisions", "at < now() - interval '400 days'", 200),
    removeRows("lead_sending.old_clocks", "lead_clocks", "started_at < now() - interval '400 days'"),
    // What was sent and answered is kept for 30 days, that it was sent for as long as its decision.
    {
      name: "lead_sending.old_bodies",
      batch: `update lead_deliveries set body = null, attempts = coalesce((select jsonb_agg(a - 'answer') from jsonb_array_elements(attempts) as a), '[]')
              where ctid = any(array(select ctid from lead_deliveries
                where body is not null and id < uuid_at(now() - interval '30 days') limit $1 for update skip locked))`,
    },
    removeRows("lead_sending.old_deliveries", "lead_deliveries", "id < uuid_at(now() - interval '400 days')", 200),
    removeRows("lead_sending.old_arrivals", "lead_arrivals", "hop_id < uuid_at(now() - interval '400 days')"),
    removeRows(
      "lead_sending.old_destinations",
      "destinations",
      "deleted_at < now() - interval '401 days' and not exists (select from lead_deliveries h where h.company_id = destinations.company_id and h.destination_id = destinations.id)",
    ),
    removeRows("lead_sending.old_absences", "absences", "ends_at < now() - interval '400 days'"),
  ],
  pages: [
    "/lead-sending",
    "/lead-sending/rules",
    "/lead-sending/destinations",
    "/lead-sending/destinations/new",
    "/lead-sending/destinations/{destination}",
    "/lead-sending/log",
    "/lead-sending/deliveries/{delivery}",
    "/lead-sending/first-response",
    "/lead-sending/hours",
  ],
});
