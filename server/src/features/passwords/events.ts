import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { verbAndSubject } from "../../kernel/sentences.ts";

const named = z.object({ name: z.string() });

export const passwordChanged = defineEvent({
  type: "password.changed",
  subject: "usr",
  summary: "Someone changed their password.",
  audience: "involved",
  label: "Password changed",
  sentence: () => ["changed their password"],
  data: named,
});
export const passwordReset = defineEvent({
  type: "password.reset",
  subject: "usr",
  summary: "Someone set a new password with a link.",
  audience: "involved",
  label: "Password reset",
  sentence: ({ data: { link_by: by } }) => ["set a new password with a link", ...(by ? [` that ${by} created`] : [])],
  data: named.extend({ link_by: z.string().optional() }),
});
export const passwordLinkMade = defineEvent({
  type: "password.link_made",
  subject: "usr",
  summary: "A link to set a new password was created.",
  audience: "involved",
  label: "Password link created",
  sentence: verbAndSubject("created a password link for "),
  data: named,
});
