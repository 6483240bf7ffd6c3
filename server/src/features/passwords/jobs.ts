import { z } from "zod";
import { system } from "../../kernel/actor.ts";
import { handleJob, type BoundJob } from "../../kernel/handle-job.ts";
import { defineJob } from "../../kernel/job.ts";
import { newId } from "../../kernel/random.ts";
import type { Mail } from "../../platform/mail.ts";
import { memberId } from "../members/operations.ts";
import { mint } from "./operations.ts";

export const mailPasswordLink = defineJob({ name: "passwords.mail", payload: z.object({ company: z.uuid(), user: z.uuid() }) });

/** The link is made when the mail is: no usable token ever lies in the queue. A retry makes a new one. */
export function passwordJobs(mail: Mail | undefined): BoundJob[] {
  return [
    handleJob(mailPasswordLink, async (execute, { company, user }) => {
      const made = await execute("passwords.mint", system(company), { id: memberId.encode(user) }, { id: newId(), surface: "system" });
      const letter = mint.output.parse(made);
      if (!mail || !letter) return;
      await mail.send({
        to: letter.email,
        subject: "Set a new password for Kith",
        text: `Hello ${letter.name},\n\nset a new password here within 30 minutes:\n${letter.link}\n\nIf you did not ask for this, you can ignore it: your password stays as it is.\n`,
      });
    }),
  ];
}
