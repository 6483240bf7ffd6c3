import { z } from "zod";
import { id, operationId, sampleId, time } from "../../platform/ids.ts";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { Counted, deliveredEventId, EventSubject, eventTypeName, webhookFilter, webhookId } from "./operations.ts";

export const replayId = id("rpl", "replay");
export const DELIVERY_STATES = ["delivered", "retrying", "waiting", "failed"] as const;

const MAX_RESENT = 100;

const Attempt = z
  .strictObject({
    at: time,
    ms: z.int(),
    status: z.int().nullable(),
    error: z.string().nullable().describe("blocked, unresolved, refused, tls, timeout, cut or not_http"),
    answer: z.string().nullable().describe("The start of the answer, for Admins"),
  })
  .register(schemaNames, { name: "WebhookAttempt" });

const Delivery = z
  .strictObject({
    webhook: z.strictObject({ id: webhookId, name: z.string() }),
    event: deliveredEventId.describe("Also the webhook-id of the message"),
    type: z.string(),
    at: time.describe("When it happened"),
    subject: EventSubject,
    state: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    next_at: time.nullable(),
    is_overtaken: z.boolean().describe("Later messages of its record were sent before it"),
    is_test: z.boolean(),
    last_attempt: Attempt.omit({ answer: true }).nullable(),
  })
  .register(schemaNames, { name: "WebhookDelivery" });

export const listDeliveries = defineOperation({
  name: "webhooks.listDeliveries",
  summary: "List what was sent and what waits, newest first; for Members what all may see",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/webhooks/deliveries" },
  example: { state: "open" },
  input: z.strictObject({
    webhook: webhookId.optional(),
    state: z
      .enum([...DELIVERY_STATES, "open"])
      .optional()
      .describe("open: everything that is not delivered"),
    event_type: eventTypeName.optional(),
    since: time.optional(),
    until: time.optional(),
    ...pageInput,
  }),
  output: pageOf(Delivery),
});

export const getDelivery = defineOperation({
  name: "webhooks.getDelivery",
  summary: "Read one delivery: the exact request, and every answer",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/webhooks/{id}/deliveries/{event}" },
  example: { id: sampleId("whk"), event: sampleId("evt") },
  input: z.strictObject({ id: webhookId, event: deliveredEventId }),
  output: Delivery.omit({ attempts: true, last_attempt: true }).extend({
    url: z.string().describe("Members see only its host"),
    body: z.string().nullable().describe("Exactly what was sent; null for Members"),
    headers: z.record(z.string(), z.string()).describe("As they are sent, without your own and without the signature"),
    attempts: z.array(Attempt),
    schedule: z.array(time).describe("When it is tried again, if nothing else happens"),
  }),
});

export const resend = defineOperation({
  name: "webhooks.resend",
  summary: "Send one message again, now",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/webhooks/{id}/deliveries/{event}/attempts", status: 202 },
  example: { id: sampleId("whk"), event: sampleId("evt") },
  input: z.strictObject({ id: webhookId, event: deliveredEventId }),
  output: z.strictObject({}),
});

export const stopTrying = defineOperation({
  name: "webhooks.stopTrying",
  summary: "Give up on one message; it can still be sent again",
  access: "admin",
  effect: "write",
  rest: { method: "DELETE", path: "/webhooks/{id}/deliveries/{event}/attempts", status: 204 },
  example: { id: sampleId("whk"), event: sampleId("evt") },
  input: z.strictObject({ id: webhookId, event: deliveredEventId }),
  output: z.strictObject({}),
});

export const resendDeliveries = defineOperation({
  name: "webhooks.resendDeliveries",
  summary: "Send up to 100 messages again, now",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/webhooks/{id}/attempts", status: 202 },
  example: { id: sampleId("whk"), events: [sampleId("evt")] },
  tool: {
    name: "resend_deliveries",
    title: "Resend deliveries",
    describe: "Send messages of a webhook again, by the event ids from list_deliveries.",
    reachesOut: true,
  },
  input: z.strictObject({ id: webhookId, events: z.array(deliveredEventId).min(1).max(MAX_RESENT) }),
  output: z.strictObject({
    queued: z.int(),
    missing: z.array(deliveredEventId).describe("Never sent to this webhook"),
    operation_id: operationId,
  }),
});

export const showDeliveries = defineOperation({
  name: "webhooks.showDeliveries",
  summary: "The webhooks and their latest deliveries, for a model",
  access: "admin",
  effect: "read",
  tool: {
    name: "list_deliveries",
    title: "List deliveries",
    describe: "Webhooks, their health and latest deliveries. State open: what did not arrive.",
  },
  example: { state: "open" },
  input: z.strictObject({
    webhook: webhookId.optional(),
    state: z.enum([...DELIVERY_STATES, "open"]).optional(),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: z.strictObject({
    webhooks: z.array(
      z.strictObject({ id: webhookId, name: z.string(), state: z.string(), reason: z.string().nullable(), waiting: z.int() }),
    ),
    deliveries: z.array(
      z.strictObject({
        webhook: z.string(),
        event: deliveredEventId,
        type: z.string(),
        about: z.string().nullable(),
        state: z.string(),
        attempts: z.int(),
        last_answer: z.string().nullable(),
      }),
    ),
  }),
});

const range = {
  since: time.describe("At most as far back as deliveries are kept: 30 days, unless the operator decided otherwise"),
  until: time,
  event_types: z.array(eventTypeName).max(100).default([]).describe("None: those of the webhook it goes to"),
  filter: webhookFilter.default("").describe("Narrows further; empty: the filter of the webhook it goes to"),
  only_failed: z.boolean().default(false).describe("Only what this webhook was sent and did not take"),
  with_delivered: z.boolean().default(false).describe("Also what the webhook it goes to has accepted already"),
  target: webhookId.optional().describe("Another webhook to send to; left out: the same"),
};

const Replay = z
  .strictObject({
    id: replayId,
    webhook: webhookId,
    target: webhookId,
    since: time,
    until: time,
    event_types: z.array(z.string()),
    filter: z.string(),
    only_failed: z.boolean(),
    with_delivered: z.boolean(),
    state: z.enum(["running", "done", "stopped", "failed"]),
    total: z.int().describe("Messages it was started for"),
    queued: z.int().describe("Messages handed over for sending so far"),
    created_at: time,
    finished_at: time.nullable(),
  })
  .register(schemaNames, { name: "WebhookReplay" });

export const countReplay = defineOperation({
  name: "webhooks.countReplay",
  summary: "How many messages a replay would send",
  access: "admin",
  effect: "read",
  rest: { method: "POST", path: "/webhooks/{id}/replays/count" },
  example: { id: sampleId("whk"), since: "2026-11-01T00:00:00Z", until: "2026-11-02T00:00:00Z", only_failed: true },
  input: z.strictObject({ id: webhookId, ...range }),
  output: Counted,
});

export const createReplay = defineOperation({
  name: "webhooks.createReplay",
  summary: "Send a part of the log again, at most 50 messages a second",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/webhooks/{id}/replays", status: 201 },
  example: { id: sampleId("whk"), since: "2026-11-01T00:00:00Z", until: "2026-11-02T00:00:00Z", only_failed: true },
  input: z.strictObject({ id: webhookId, ...range }),
  output: Replay,
});

export const listReplays = defineOperation({
  name: "webhooks.listReplays",
  summary: "List the replays of a webhook, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/webhooks/{id}/replays" },
  example: { id: sampleId("whk") },
  input: z.strictObject({ id: webhookId, ...pageInput }),
  output: pageOf(Replay),
});

export const stopReplay = defineOperation({
  name: "webhooks.stopReplay",
  summary: "Stop a replay; what is queued already is still sent",
  access: "admin",
  effect: "write",
  rest: { method: "DELETE", path: "/webhooks/{id}/replays/{replay}" },
  example: { id: sampleId("whk"), replay: sampleId("rpl") },
  input: z.strictObject({ id: webhookId, replay: replayId }),
  output: Replay,
});
