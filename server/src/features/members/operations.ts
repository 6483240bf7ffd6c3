import { z } from "zod";
import { id, operationId, sampleId, time } from "../../platform/ids.ts";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { formatValues } from "../types/operations.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";

export const memberId = id("usr", "member");
export const roleName = z.enum(["admin", "member"]);
export const emailInput = z.email("Use an email address such as mara@fernhill.example.").max(254).toLowerCase();
/** One line: a name goes into mails and logs, where a line break could add a line of foreign text. */
export const oneLine = z
  .string()
  // Not \P{Cc}: clients that check by our schema have no `u` flag.
  // oxlint-disable-next-line no-control-regex
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, "Use one line, without control characters.")
  .trim();
/**
 * A name of a person or company. It goes into mails to people outside, so it cannot hold the address of a page; a bare "booking.com" is
 * a name, and mails break it so that no program makes it a link.
 */
export const publicName = (missing: string) =>
  oneLine
    .min(1, missing)
    .max(100)
    .refine((name) => !PAGE_ADDRESS.test(name), "A name cannot contain a web address.");
const PAGE_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}[/?#:]/iu;
export const personName = publicName("Enter your name.");

export const Member = z
  .strictObject({
    id: memberId,
    name: z.string(),
    email: z.string(),
    role: roleName,
    disabled_at: time.nullable(),
    created_at: time,
  })
  .register(schemaNames, { name: "Member" });

const Me = z
  .strictObject({
    user: z.strictObject({ id: memberId, name: z.string(), email: z.string(), role: roleName }),
    company: z.strictObject({ id: id("com", "company"), name: z.string(), time_zone: z.string(), ...formatValues }),
    key: z
      .strictObject({ id: id("key", "key"), name: z.string() })
      .nullable()
      .describe("The key this call came through"),
    now: time,
  })
  .register(schemaNames, { name: "Me" });

/** A member by id, or by email, which an assistant is more likely to know. */
const memberReference = z.union([memberId, emailInput]).describe("Id (usr_…) or email of the member");

export const me = defineOperation({
  name: "members.me",
  summary: "Who is calling",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/me" },
  tool: {
    name: "get_context",
    title: "Get context",
    describe: "Who you act for, their role, their company, its time zone and the time now. Call it first in a conversation.",
  },
  example: {},
  input: z.strictObject({}),
  output: Me,
});

export const list = defineOperation({
  name: "members.list",
  summary: "List the members of your company",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/members" },
  tool: {
    name: "list_members",
    title: "List members",
    describe: "The people of the company, by name. Use it to find out who someone is; give `search` a part of a name or an email.",
  },
  example: { search: "max" },
  input: z.strictObject({ search: z.string().trim().max(100).optional().describe("Part of a name or email"), ...pageInput }),
  output: pageOf(Member),
});

// No REST route and no tool: a key, or whoever talks an assistant into something, can never make an Admin or remove one.
export const update = defineOperation({
  name: "members.update",
  summary: "Change a member's role, or disable and enable them",
  access: "admin",
  effect: "destroy",
  freshPassword: true,
  input: z
    .strictObject({ id: memberReference, role: roleName.optional(), disabled: z.boolean().optional() })
    .refine((input) => input.role !== undefined || input.disabled !== undefined, "Say what to change: role or disabled."),
  output: Member,
});

export const disable = defineOperation({
  name: "members.disable",
  summary: "Disable or enable a Member; Admins only in the web application",
  access: "admin",
  effect: "destroy",
  freshPassword: true,
  rest: { method: "PATCH", path: "/members/{id}" },
  tool: {
    name: "disable_member",
    title: "Disable a member",
    describe:
      "Disable a Member (disabled: false enables them again), by email or id. They and their keys stop working at once. Admins and roles can only be changed in the web application.",
  },
  example: { id: sampleId("usr"), disabled: true },
  input: z.strictObject({ id: memberReference, disabled: z.boolean() }),
  output: Member.extend({ operation_id: operationId }),
});

export const rename = defineOperation({
  name: "members.rename",
  summary: "Change your own name",
  access: "member",
  effect: "write",
  input: z.strictObject({ name: personName }),
  output: Member,
});

export const notices = defineOperation({
  name: "members.notices",
  summary: "What you should be told about your own account",
  access: "member",
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({
    verify_email: z.boolean().describe("This installation sends email, and your address is not verified yet"),
    password_link: z.strictObject({ by: z.string(), made_at: time }).nullable().describe("Someone else made a link to set your password"),
  }),
});

export const sendVerification = defineOperation({
  name: "members.sendVerification",
  summary: "Send yourself an email with a link that verifies your address",
  access: "member",
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({}),
});

export const mintVerification = defineOperation({
  name: "members.mintVerification",
  summary: "Make the link that a verification mail carries",
  access: "system",
  effect: "write",
  hasSecret: true,
  input: z.strictObject({ id: memberId }),
  output: z.strictObject({ link: z.string(), email: z.string() }).nullable(),
});

export const verifyEmail = defineOperation({
  name: "members.verifyEmail",
  summary: "Verify an address with the link from the email",
  access: "public",
  effect: "write",
  input: z.strictObject({ token: z.string().min(20).max(100) }),
  output: z.strictObject({ email: z.string() }),
});
