import { z } from "zod";
import { time } from "../../platform/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { emailInput, memberId } from "../members/operations.ts";
import { givenPassword, openedSession } from "../sessions/operations.ts";
import { isCommonPassword } from "./common-passwords.ts";

export const PASSWORD_LEAST = 12;
const token = z.string().min(20).max(100);

export const newPassword = z
  .string()
  .min(PASSWORD_LEAST, `Use at least ${PASSWORD_LEAST} characters. Any characters will do.`)
  .max(128)
  .refine((password) => !isCommonPassword(password), "This password is too common. Choose another.");

export const change = defineOperation({
  name: "passwords.change",
  summary: "Change your password; every other session ends",
  access: "member",
  effect: "write",
  input: z.strictObject({ current: givenPassword, password: newPassword }),
  output: z.strictObject({}),
});

export const forgot = defineOperation({
  name: "passwords.forgot",
  summary: "Ask for an email with a link to set a new password",
  access: "public",
  effect: "write",
  perHour: 30,
  input: z.strictObject({ email: emailInput }),
  // The same answer for a known and an unknown address.
  output: z.strictObject({ sends_mail: z.boolean() }),
});

export const reset = defineOperation({
  name: "passwords.reset",
  summary: "Set a new password with the link from the email",
  access: "public",
  effect: "write",
  hasSecret: true,
  session: "opens",
  input: z.strictObject({ token, password: newPassword }),
  output: openedSession,
});

export const link = defineOperation({
  name: "passwords.link",
  summary: "Create a password link for a member, who is told, where no email is sent",
  access: "admin",
  effect: "write",
  hasSecret: true,
  freshPassword: true,
  input: z.strictObject({ id: memberId }),
  output: z.strictObject({ link: z.string(), expires_at: time }),
});

export const hideLink = defineOperation({
  name: "passwords.hideLink",
  summary: "Hide the notice that someone made a link to set your password",
  access: "member",
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({}),
});

export const mint = defineOperation({
  name: "passwords.mint",
  summary: "Make the link that a password mail carries",
  access: "system",
  effect: "write",
  hasSecret: true,
  input: z.strictObject({ id: memberId }),
  output: z.strictObject({ link: z.string(), email: z.string(), name: z.string() }).nullable(),
});
