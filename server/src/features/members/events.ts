import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const named = z.object({ name: z.string() });

const roleName = (role: unknown) => (role === "admin" ? "Admin" : role === "member" ? "Member" : role);

export const memberUpdated = defineEvent({
  type: "member.updated",
  subject: "usr",
  summary: "A member's role or name changed, or they were disabled or enabled.",
  audience: "everyone",
  label: "Member changed",
  sentence({ subject, changes: { role, disabled, name } }) {
    if (role) return ["changed the role of ", subject, " ", { from: roleName(role[0]), to: roleName(role[1]) }];
    if (disabled) return [disabled[1] ? "disabled " : "enabled ", subject];
    if (name) return ["changed their name ", { from: name[0], to: name[1] }];
    return ["changed ", subject];
  },
  data: named,
});

export const emailVerified = defineEvent({
  type: "member.email_verified",
  subject: "usr",
  summary: "A member verified their email address.",
  audience: "involved",
  label: "Address verified",
  sentence: () => ["verified their email address"],
  data: named,
});
