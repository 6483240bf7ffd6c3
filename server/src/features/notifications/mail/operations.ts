import { z } from "zod";
import { defineOperation, schemaNames } from "../../../kernel/operation.ts";
import { id } from "../../../platform/ids.ts";
import { unparsed } from "../../../platform/unparsed.ts";
import { memberId } from "../../members/operations.ts";
import { KINDS, TIMES, type Kind } from "../shapes.ts";
import type { Letter } from "./letter.ts";

export const mailId = id("ntm", "notification email");

const when = z.enum(TIMES);
const kind = z.enum(KINDS);
const byMail = z.strictObject({ mention: when, assignment: when, reply: when, due: when, finished: when, key: when } satisfies Record<
  Kind,
  typeof when
>);

const MailChoices = z
  .strictObject({
    sends_mail: z.boolean().describe("false: this service has no mail server, and sends none"),
    email: z.string().describe("Where they go"),
    is_verified: z.boolean().describe("No notification goes to an address that is not verified"),
    by_mail: byMail.describe("For each kind: now, daily (what is unread at 7:00 in the company's time zone) or off"),
  })
  .register(schemaNames, { name: "NotificationMailChoices" });

export const mailChoices = defineOperation({
  name: "notifications.mailChoices",
  summary: "Which notifications you get by email, and when",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/notifications/email" },
  example: {},
  input: z.strictObject({}),
  output: MailChoices,
});

export const chooseMail = defineOperation({
  name: "notifications.chooseMail",
  summary: "Choose which notifications you get by email; what is left out stays",
  access: "member",
  effect: "write",
  rest: { method: "PATCH", path: "/notifications/email" },
  example: { by_mail: { mention: "now", due: "daily" } },
  input: z.strictObject({ by_mail: byMail.partial() }),
  output: MailChoices,
});

// What workers and our own pages do.

export const prepareMail = defineOperation({
  name: "notifications.prepareMail",
  summary: "Write the next email of a member; none if there is nothing to send",
  access: "system",
  effect: "write",
  hasSecret: true,
  input: z.strictObject({ user: memberId }),
  output: z.strictObject({ letter: unparsed<Letter | null>() }),
});

export const endMail = defineOperation({
  name: "notifications.endMail",
  summary: "Write down that an email was sent",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: mailId }),
  output: z.strictObject({}),
});

export const startDigests = defineOperation({
  name: "notifications.startDigests",
  summary: "Make the daily emails of a company that are due",
  access: "system",
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({ is_done: z.boolean().describe("False: somebody else does it") }),
});

const linkOf = z.strictObject({ user: memberId, kinds: z.array(kind) });

export const readMailLink = defineOperation({
  name: "notifications.readMailLink",
  summary: "Whose link it is that turns emails off",
  access: "system",
  effect: "read",
  input: linkOf,
  output: z.strictObject({ company: z.string().nullable().describe("null: there is no such member") }),
});

export const turnOffMail = defineOperation({
  name: "notifications.turnOffMail",
  summary: "Somebody turned emails off with the link in one",
  access: "system",
  effect: "write",
  input: linkOf,
  output: z.strictObject({}),
});
