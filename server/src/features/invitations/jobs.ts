import { z } from "zod";
import { system } from "../../kernel/actor.ts";
import { handleJob, type BoundJob } from "../../kernel/handle-job.ts";
import { defineJob } from "../../kernel/job.ts";
import { newId } from "../../kernel/random.ts";
import type { Mail } from "../../platform/mail.ts";
import { invitationId, mint } from "./operations.ts";

export const mailInvitation = defineJob({ name: "invitations.mail", payload: z.object({ company: z.uuid(), invitation: z.uuid() }) });

/** The link is made when the mail is: no usable token ever lies in the queue. A retry makes a new one. */
export function invitationJobs(mail: Mail | undefined): BoundJob[] {
  return [
    handleJob(mailInvitation, async (execute, { company, invitation }) => {
      const made = await execute(
        "invitations.mint",
        system(company),
        { id: invitationId.encode(invitation) },
        { id: newId(), surface: "system" },
      );
      const letter = mint.output.parse(made);
      if (!mail || !letter) return;
      await mail.send({
        to: letter.email,
        subject: `${letter.invited_by} invites you to ${letter.company_name} on Kith`,
        text: `${letter.invited_by} invites you to work with ${letter.company_name} on Kith.\n\nJoin within 7 days:\n${letter.link}\n`,
      });
    }),
  ];
}
