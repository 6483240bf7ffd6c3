import { z } from "zod";
import { id, time } from "../../platform/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { formatValues } from "../types/operations.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";

export const memberId = id("usr", "member");
export const roleName = z.enum(["admin", "member"]);
export const emailInput = z.email("Use an email address such as mara@fernhill.example.").max(254).toLowerCase();
/** One line: a name goes into mails and logs, where a line break could add a line of foreign text. */
export const oneLine = z
  .string()
  .regex(/^\P{Cc}*$/u, "Use one line, without control characters.")
  .trim();
export const personName = oneLine.min(1, "Give a name.").max(100);

export const Member = z.strictObject({
  id: memberId,
  name: z.string(),
  email: z.string(),
  role: roleName,
  disabled_at: time.nullable(),
  created_at: time,
});

const Me = z.strictObject({
  user: z.strictObject({ id: memberId, name: z.string(), email: z.string(), role: roleName }),
  company: z.strictObject({ id: id("com", "company"), name: z.string(), time_zone: z.string(), ...formatValues }),
  key: z
    .strictObject({ id: id("key", "key"), name: z.string() })
    .nullable()
    .describe("The key this call came through"),
  now: time,
});

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
  input: z.strictObject({ search: z.string().trim().max(100).optional().describe("Part of a name or email"), ...pageInput }),
  output: pageOf(Member),
});

export const update = defineOperation({
  name: "members.update",
  summary: "Change a member's role, or disable and enable them",
  access: "admin",
  effect: "destroy",
  freshPassword: true,
  rest: { method: "PATCH", path: "/members/{id}" },
  tool: {
    name: "update_member",
    title: "Update a member",
    describe:
      "Change one member's role, or disable (disabled: true) or enable them. A disabled member and their keys stop working at once. Takes their email or id. The last Admin cannot be demoted or disabled.",
  },
  input: z
    .strictObject({ id: memberReference, role: roleName.optional(), disabled: z.boolean().optional() })
    .refine((input) => input.role !== undefined || input.disabled !== undefined, "Say what to change: role or disabled."),
  output: Member,
});

export const rename = defineOperation({
  name: "members.rename",
  summary: "Change your own name",
  access: "member",
  effect: "write",
  input: z.strictObject({ name: personName }),
  output: Member,
});
