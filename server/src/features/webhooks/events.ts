import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { counted, verbAndSubject } from "../../kernel/sentences.ts";

const named = z.object({ name: z.string() });

export const webhookCreated = defineEvent({
  type: "webhook.created",
  subject: "whk",
  summary: "A webhook was added.",
  audience: "everyone",
  label: "Webhook added",
  sentence: verbAndSubject("added the webhook "),
  data: named,
});
export const webhookUpdated = defineEvent({
  type: "webhook.updated",
  subject: "whk",
  summary: "A webhook was changed, paused, or turned off or on.",
  audience: "everyone",
  label: "Webhook changed",
  sentence: verbAndSubject("changed the webhook "),
  data: named,
});
export const webhookDeleted = defineEvent({
  type: "webhook.deleted",
  subject: "whk",
  summary: "A webhook was deleted.",
  audience: "everyone",
  label: "Webhook deleted",
  sentence: verbAndSubject("deleted the webhook "),
  data: named,
});
export const webhookSecretRotated = defineEvent({
  type: "webhook.secret_rotated",
  subject: "whk",
  summary: "A webhook got a new secret.",
  audience: "everyone",
  label: "Webhook secret changed",
  sentence: verbAndSubject("made a new secret for the webhook "),
  data: named,
});
export const webhookReplayed = defineEvent({
  type: "webhook.replayed",
  subject: "whk",
  summary: "A replay was started.",
  audience: "everyone",
  label: "Webhook replayed",
  sentence: ({ subject, data: { messages } }) => [`started a replay of ${counted(messages, "message")} to the webhook `, subject],
  data: named.extend({ messages: z.int() }),
});
export const webhookResent = defineEvent({
  type: "webhook.resent",
  subject: "whk",
  summary: "Messages of a webhook were sent again.",
  audience: "everyone",
  label: "Webhook messages sent again",
  sentence: ({ subject, data: { messages } }) => [`sent ${counted(messages, "message")} again to the webhook `, subject],
  data: named.extend({ messages: z.int() }),
});
export const webhookFailing = defineEvent({
  type: "webhook.failing",
  subject: "whk",
  summary: "A webhook's endpoint has failed for an hour, or is a day from being turned off.",
  audience: "everyone",
  label: "Webhook failing",
  sentence: ({ subject, data: { reason } }) => ["The webhook ", subject, ` does not get through: ${reason ?? "no answer"}`],
  isImpersonal: true,
  data: named.extend({ reason: z.string(), since: z.iso.datetime() }),
});
export const webhookDisabled = defineEvent({
  type: "webhook.disabled",
  subject: "whk",
  summary: "A webhook was turned off because its endpoint is gone.",
  audience: "everyone",
  label: "Webhook turned off",
  sentence: ({ subject, data: { reason } }) => ["The webhook ", subject, ` was turned off: ${reason ?? "no answer"}`],
  isImpersonal: true,
  data: named.extend({ reason: z.string() }),
});
