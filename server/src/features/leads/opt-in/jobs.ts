import { z } from "zod";
import { defineJob, handleJob, type BoundJob } from "../../../kernel/job.ts";
import { nameInMail, type Mail } from "../../../platform/mail.ts";
import { mintOptIn, noteUnsent, optInId } from "./operations.ts";

export const mailOptIn = defineJob({
  name: "leads.mail_opt_in",
  label: "Email that asks a lead to confirm its address",
  payload: z.object({ company: z.uuid(), opt_in: z.uuid() }),
});

/**
 * The link is made when the mail is sent, so the queue never holds a usable token. A worker that dies while it sends does not send again:
 * nobody gets more of these than they may. Nothing that a visitor wrote is in the mail.
 */
export function optInJobs({ mail }: { mail: Mail | undefined }): BoundJob[] {
  return [
    handleJob(mailOptIn, async ({ call }, { opt_in: optIn }) => {
      const id = optInId.encode(optIn);
      const letter = mail && (await call(mintOptIn, { id }));
      if (!letter) return;
      const company = nameInMail(letter.company_name.replaceAll(/[\s\p{Cc}]+/gu, " "));
      try {
        await mail.send({
          to: letter.email,
          subject: "Confirm your email address",
          text: `Somebody gave this address in a form of “${company}”.\n\nIf it was you, confirm it within 7 days: open this page and press the button.\n${letter.link}\n\nIf it was not you, you can ignore this email.\n`,
        });
      } catch (error) {
        await call(noteUnsent, { id });
        throw error;
      }
    }),
  ];
}
