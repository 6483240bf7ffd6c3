import { z } from "zod";
import { id, time } from "../../platform/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { emailInput, memberId } from "../members/operations.ts";

export const sessionId = id("ses", "session");
export const givenPassword = z.string().min(1, "Enter your password.").max(128);

export const openedSession = z.strictObject({ session_token: z.string(), user_id: memberId });

const Session = z.strictObject({
  id: sessionId,
  client: z.string().nullable(),
  ip: z.string().nullable(),
  created_at: time,
  last_seen_at: time,
  is_current: z.boolean(),
  link_by: z.string().nullable().describe("Who made the password link that opened it, if another person did"),
});

export const create = defineOperation({
  name: "sessions.create",
  summary: "Sign in",
  access: "public",
  effect: "write",
  hasSecret: true,
  session: "opens",
  input: z.strictObject({ email: emailInput, password: givenPassword }),
  output: openedSession,
});

export const end = defineOperation({
  name: "sessions.end",
  summary: "Sign out of this browser",
  access: "member",
  effect: "write",
  session: "closes",
  input: z.strictObject({}),
  output: z.strictObject({}),
});

export const list = defineOperation({
  name: "sessions.list",
  summary: "List where you are signed in",
  access: "member",
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(Session) }),
});

export const revoke = defineOperation({
  name: "sessions.revoke",
  summary: "End one of your sessions",
  access: "member",
  effect: "destroy",
  input: z.strictObject({ id: sessionId }),
  output: z.strictObject({}),
});

export const confirm = defineOperation({
  name: "sessions.confirm",
  summary: "Enter your password again before a sensitive step",
  access: "member",
  effect: "write",
  input: z.strictObject({ password: givenPassword }),
  output: z.strictObject({}),
});

export const touch = defineOperation({
  name: "sessions.touch",
  summary: "Note that a session was used",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: sessionId, ip: z.string().nullable() }),
  output: z.strictObject({}),
});
