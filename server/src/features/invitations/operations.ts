import { z } from "zod";
import { id, operationId, sampleId, time } from "../../platform/ids.ts";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { emailInput, memberId, personName, roleName } from "../members/operations.ts";
import { newPassword } from "../passwords/operations.ts";
import { openedSession } from "../sessions/operations.ts";

export const invitationId = id("inv", "invitation");
const token = z.string().min(20).max(100);

const Invitation = z
  .strictObject({
    id: invitationId,
    email: z.string(),
    role: roleName,
    invited_by: memberId,
    created_at: time,
    expires_at: time,
    sends_mail: z.boolean().describe("Whether an email with the link was sent; if not, an Admin copies the link under Company, Members"),
  })
  .register(schemaNames, { name: "Invitation" });

export const create = defineOperation({
  name: "invitations.create",
  summary: "Invite someone to the company, as a Member",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/invitations", status: 201 },
  tool: {
    name: "invite_member",
    title: "Invite a member",
    describe:
      "Invite one person by email, as a Member. Check list_members first: someone who is already here cannot be invited. Admins can only be invited in the web application.",
    reachesOut: true,
  },
  example: { email: "jonas@fernhill.example" },
  input: z.strictObject({ email: emailInput }),
  output: Invitation.extend({ operation_id: operationId }),
});

// No REST route and no tool: a key, or whoever talks an assistant into something, can never make an Admin.
export const createAdmin = defineOperation({
  name: "invitations.createAdmin",
  summary: "Invite someone to the company, as an Admin",
  access: "admin",
  effect: "write",
  freshPassword: true,
  input: z.strictObject({ email: emailInput }),
  output: Invitation,
});

export const list = defineOperation({
  name: "invitations.list",
  summary: "List open invitations",
  access: "admin",
  effect: "read",
  rest: { method: "GET", path: "/invitations" },
  example: {},
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(Invitation) }),
});

export const revoke = defineOperation({
  name: "invitations.revoke",
  summary: "Withdraw an invitation",
  access: "admin",
  effect: "destroy",
  rest: { method: "DELETE", path: "/invitations/{id}", status: 204 },
  example: { id: sampleId("inv") },
  input: z.strictObject({ id: invitationId }),
  output: z.strictObject({}),
});

export const link = defineOperation({
  name: "invitations.link",
  summary: "Create a new link for an invitation, where no email is sent",
  access: "admin",
  effect: "write",
  hasSecret: true,
  input: z.strictObject({ id: invitationId }),
  output: z.strictObject({ link: z.string(), expires_at: time }),
});

export const mint = defineOperation({
  name: "invitations.mint",
  summary: "Make the link that an invitation mail carries",
  access: "system",
  effect: "write",
  hasSecret: true,
  input: z.strictObject({ id: invitationId }),
  output: z.strictObject({ link: z.string(), email: z.string(), company_name: z.string(), invited_by: z.string() }).nullable(),
});

export const preview = defineOperation({
  name: "invitations.preview",
  summary: "What an invitation link offers",
  access: "public",
  effect: "read",
  input: z.strictObject({ token }),
  output: z.strictObject({ company_name: z.string(), email: z.string(), role: roleName }),
});

export const accept = defineOperation({
  name: "invitations.accept",
  summary: "Join the company with an invitation link",
  access: "public",
  effect: "write",
  hasSecret: true,
  session: "opens",
  input: z.strictObject({ token, name: personName, password: newPassword }),
  output: openedSession,
});
