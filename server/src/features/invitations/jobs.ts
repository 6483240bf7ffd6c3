import { z } from "zod";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { nameInMail, type Mail } from "../../platform/mail.ts";
import { invitationId, mint } from "./operations.ts";

export const mailInvitation = defineJob({
  name: "invitations.mail",
  label: "Email with an invitation",
  payload: z.object({ company: z.uuid(), invitation: z.uuid() }),
  subject: ({ invitation }) => invitationId.encode(invitation),
});

/** The link is made when the mail is sent, so the queue never holds a usable token. A retry makes a new link. */
export function invitationJobs({ mail }: { mail: Mail | undefined }): BoundJob[] {
  return [
    handleJob(mailInvitation, async ({ call }, { invitation }) => {
      const letter = await call(mint, { id: invitationId.encode(invitation) });
      if (!mail || !letter) return;
      await mail.send({
        to: letter.email,
        subject: "You are invited to a company on Kith",
        text: `${nameInMail(letter.invited_by)} invites you to work with “${nameInMail(letter.company_name)}” on Kith.\n\nJoin within 7 days:\n${letter.link}\n\nIf you do not know them, you can ignore this email.\n`,
      });
    }),
  ];
}
