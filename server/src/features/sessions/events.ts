import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const where = z.object({ name: z.string(), client: z.string().nullable(), ip: z.string().nullable() });

export const sessionCreated = defineEvent({
  type: "session.created",
  subject: "usr",
  summary: "Someone signed in.",
  audience: "involved",
  label: "Signed in",
  sentence: ({ data: { client } }) => ["signed in", ...(client ? [" from ", { browser: client }] : [])],
  data: where,
});
export const sessionRefused = defineEvent({
  type: "session.refused",
  subject: "usr",
  summary: "A sign-in was refused.",
  audience: "involved",
  label: "Sign-in refused",
  sentence: ({ subject, data: { reason } }) => ["A sign-in as ", subject, ` was refused${reason ? `: ${reason}` : ""}`],
  isImpersonal: true,
  data: where.extend({ reason: z.string() }),
});
export const sessionEnded = defineEvent({
  type: "session.ended",
  subject: "usr",
  summary: "A session was ended.",
  audience: "involved",
  label: "Signed out",
  sentence: () => ["ended a session"],
  data: z.object({ name: z.string() }),
});
