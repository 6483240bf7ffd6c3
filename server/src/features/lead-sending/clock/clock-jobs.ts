import { z } from "zod";
import { defineJob, handleJob, type BoundJob } from "../../../kernel/job.ts";
import { nameInMail, type Mail } from "../../../platform/mail.ts";
import { clockId, readOverdue } from "../clock-operations.ts";

export const mailOverdue = defineJob({
  name: "leadSending.mailOverdue",
  label: "Mail about a lead that waits",
  payload: z.object({ company: z.uuid(), clock: z.uuid() }),
  subject: ({ clock }) => clockId.encode(clock),
});

export function clockJobs({ mail, baseUrl }: { mail: Mail | undefined; baseUrl: string }): BoundJob[] {
  return [
    handleJob(mailOverdue, async ({ call }, { clock }) => {
      const { overdue } = mail ? await call(readOverdue, { id: clock }) : { overdue: null };
      if (!mail || !overdue) return;
      const text = `Nobody has answered the lead “${nameInMail(overdue.lead_name)}” of “${nameInMail(overdue.company)}” in time. ${nameInMail(overdue.person)} has it.\n\n${baseUrl}/records/lead/${overdue.lead}\n`;
      // Each by itself: nobody sees the others' addresses, and one that is refused keeps no other from its mail.
      for (const to of overdue.emails) await mail.send({ to, subject: "A lead waits for its first response", text });
    }),
  ];
}
