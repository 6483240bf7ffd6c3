import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { KINDS } from "./operations.ts";

/** Done as the member who is told, so that it reaches their pages alone. It says what kind, and nothing of what it is about. */
export const notificationAdded = defineEvent({
  type: "notification.added",
  subject: "usr",
  summary: "A member was told about something.",
  audience: "involved",
  label: "Notification",
  sentence: () => ["got a notification"],
  data: z.object({ kinds: z.array(z.enum(KINDS)) }),
});
