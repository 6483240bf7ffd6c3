import { z } from "zod";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { nameInMail, type Mail } from "../../platform/mail.ts";
import { memberId } from "../members/operations.ts";
import { mint } from "./operations.ts";

export const mailPasswordLink = defineJob({
  name: "passwords.mail",
  label: "Email with a password link",
  payload: z.object({ company: z.uuid(), user: z.uuid() }),
  subject: ({ user }) => memberId.encode(user),
  key: ({ user }) => user,
});

/** The link is made when the mail is sent, so the queue never holds a usable token. A retry makes a new link. */
export function passwordJobs({ mail }: { mail: Mail | undefined }): BoundJob[] {
  return [
    handleJob(mailPasswordLink, async ({ call }, { user }) => {
      const letter = await call(mint, { id: memberId.encode(user) });
      if (!mail || !letter) return;
      await mail.send({
        to: letter.email,
        subject: "Set a new password for Kith",
        text: `Hello ${nameInMail(letter.name)},\n\nset a new password here within 30 minutes:\n${letter.link}\n\nIf you did not ask for this, you can ignore it: your password stays as it is.\n`,
      });
    }),
  ];
}
