import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const where = z.object({ name: z.string(), client: z.string().nullable(), ip: z.string().nullable() });

export const sessionCreated = defineEvent({ type: "session.created", subject: "usr", summary: "Someone signed in.", data: where });
export const sessionRefused = defineEvent({
  type: "session.refused",
  subject: "usr",
  summary: "A sign-in was refused.",
  data: where.extend({ reason: z.string() }),
});
export const sessionEnded = defineEvent({
  type: "session.ended",
  subject: "usr",
  summary: "A session was ended.",
  data: z.object({ name: z.string() }),
});
