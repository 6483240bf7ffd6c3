const USER_AGENT = "Kith-Webhooks/1";

/** The headers of every message, beside its signature and the webhook's own. */
export const messageHeaders = (webhookId: string, isOvertaken: boolean): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": USER_AGENT,
  "webhook-id": webhookId,
  // Later messages of the same record came before this one, because it was not taken four times.
  ...(isOvertaken ? { "kith-out-of-order": "true" } : {}),
});
