import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

export const calendarFeedCreated = defineEvent({
  type: "calendar_feed.created",
  subject: "usr",
  summary: "A member made an address for their calendar.",
  audience: "involved",
  label: "Calendar address made",
  sentence: () => ["made an address for their calendar"],
  data: z.object({}),
});
export const calendarFeedDeleted = defineEvent({
  type: "calendar_feed.deleted",
  subject: "usr",
  summary: "A member deleted the address of their calendar.",
  audience: "involved",
  label: "Calendar address deleted",
  sentence: () => ["deleted the address of their calendar"],
  data: z.object({}),
});
