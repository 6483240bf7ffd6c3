import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const named = z.object({ name: z.string() });

export const memberUpdated = defineEvent({
  type: "member.updated",
  subject: "usr",
  summary: "A member's role or name changed, or they were disabled or enabled.",
  data: named,
});
