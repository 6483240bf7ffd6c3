import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { KINDS, TIMES } from "./shapes.ts";

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

export const notificationMailChosen = defineEvent({
  type: "notification.mail_chosen",
  subject: "usr",
  summary: "A member chose which notifications they get by email, or turned them off with the link in one.",
  audience: "involved",
  label: "Notification emails chosen",
  sentence: () => ["chose which notifications they get by email"],
  data: z.object({ by_mail: z.partialRecord(z.enum(KINDS), z.enum(TIMES)) }),
});
