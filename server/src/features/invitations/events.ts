import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const who = z.object({ name: z.string(), role: z.string() });

export const invitationCreated = defineEvent({ type: "invitation.created", subject: "inv", summary: "Someone was invited.", data: who });
export const invitationRevoked = defineEvent({
  type: "invitation.revoked",
  subject: "inv",
  summary: "An invitation was withdrawn.",
  data: who,
});
export const invitationLinkMade = defineEvent({
  type: "invitation.link_made",
  subject: "inv",
  summary: "An invitation link was made to hand over.",
  data: who,
});
export const memberJoined = defineEvent({ type: "member.joined", subject: "usr", summary: "Someone accepted an invitation.", data: who });
