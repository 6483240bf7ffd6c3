import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

// Without the name: one that is not shared is nobody else's business.
const data = z.object({ is_shared: z.boolean() });

export const cannedReplyCreated = defineEvent({
  type: "canned_reply.created",
  subject: "can",
  summary: "A canned reply was added.",
  audience: "everyone",
  label: "Canned reply added",
  sentence: () => ["added a canned reply"],
  data,
});
export const cannedReplyUpdated = defineEvent({
  type: "canned_reply.updated",
  subject: "can",
  summary: "A canned reply was changed.",
  audience: "everyone",
  label: "Canned reply changed",
  sentence: () => ["changed a canned reply"],
  data,
});
export const cannedReplyDeleted = defineEvent({
  type: "canned_reply.deleted",
  subject: "can",
  summary: "A canned reply was deleted.",
  audience: "everyone",
  label: "Canned reply deleted",
  sentence: () => ["deleted a canned reply"],
  data,
});
