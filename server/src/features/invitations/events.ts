import { z } from "zod";
import { defineEvent, type DescribedEvent } from "../../kernel/event.ts";
import { verbAndSubject } from "../../kernel/sentences.ts";

const who = z.object({ name: z.string(), role: z.string() });

const asRole = ({ data: { role } }: DescribedEvent<z.output<typeof who>>) => (role ? ` as ${role === "admin" ? "Admin" : "Member"}` : "");

export const invitationCreated = defineEvent({
  type: "invitation.created",
  subject: "inv",
  summary: "Someone was invited.",
  audience: "involved",
  label: "Invited",
  sentence: (event) => ["invited ", event.subject, asRole(event)],
  data: who,
});
export const invitationRevoked = defineEvent({
  type: "invitation.revoked",
  subject: "inv",
  summary: "An invitation was revoked.",
  audience: "involved",
  label: "Invitation revoked",
  sentence: verbAndSubject("revoked the invitation for "),
  data: who,
});
export const invitationLinkMade = defineEvent({
  type: "invitation.link_made",
  subject: "inv",
  summary: "An invitation link was created to be passed on.",
  audience: "involved",
  label: "Invitation link created",
  sentence: verbAndSubject("created an invitation link for "),
  data: who,
});
export const memberJoined = defineEvent({
  type: "member.joined",
  subject: "usr",
  summary: "Someone accepted an invitation.",
  audience: "everyone",
  label: "Member joined",
  sentence: (event) => [`joined${asRole(event)}`],
  data: who,
});
