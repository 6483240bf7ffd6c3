import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

export const greetingSent = defineEvent({
  type: "greeting.sent",
  subject: "gre",
  summary: "A greeting was sent.",
  audience: "everyone",
  label: "Greeting sent",
  sentence: ({ subject }) => ["sent a greeting to ", subject],
  data: z.object({ name: z.string() }),
});
