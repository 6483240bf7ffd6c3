import { z } from "zod";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import type { Mail } from "../../platform/mail.ts";
import { mintSignUp, signUpId } from "./operations.ts";

export const mailSignUp = defineJob({
  name: "companies.mailSignUp",
  label: "Email to finish signing up",
  payload: z.object({ company: z.uuid(), sign_up: z.uuid() }),
  subject: ({ sign_up: id }) => signUpId.encode(id),
});

/**
 * Nothing that was typed at sign-up is in the mail: anyone can type a stranger's address. The link is made when the mail is sent, so
 * the queue never holds a usable token.
 */
export function companyJobs({ mail, baseUrl }: { mail: Mail | undefined; baseUrl: string }): BoundJob[] {
  const finish = (link: string) => ({
    subject: "Finish signing up to Kith",
    text: `Someone entered this address to set up a company on Kith.\n\nIf it was you, finish within a day, with the password you chose:\n${link}\n\nIf it was not you, ignore this email. No account is created.\n`,
  });
  const known = {
    subject: "You already have an account on Kith",
    text: `Someone entered this address to sign up to Kith. It already has an account.\n\nSign in:\n${baseUrl}/sign-in\n\nSet a new password:\n${baseUrl}/forgot-password\n\nIf it was not you, ignore this email.\n`,
  };
  return [
    handleJob(mailSignUp, async ({ call }, { sign_up: id }) => {
      const letter = await call(mintSignUp, { id: signUpId.encode(id) });
      if (!mail || !letter) return;
      await mail.send({ to: letter.email, ...(letter.link ? finish(letter.link) : known) });
    }),
  ];
}
