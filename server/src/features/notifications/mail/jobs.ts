import { z } from "zod";
import { defineJob, handleJob, type BoundJob } from "../../../kernel/job.ts";
import type { Mail } from "../../../platform/mail.ts";
import { memberId } from "../../members/operations.ts";
import { endMail, prepareMail } from "./operations.ts";

export const mailNotifications = defineJob({
  name: "notifications.mail",
  label: "Email with notifications",
  payload: z.object({ company: z.uuid(), user: z.uuid(), is_later: z.boolean().default(false) }),
  subject: ({ user }) => memberId.encode(user),
  key: ({ user, is_later: isLater }) => `${user}${isLater ? " later" : ""}`,
  // One after the other: two would both find the mail that is being sent.
  queue: ({ user }) => `notification mail ${user}`,
});

/**
 * Sends what a member has to get. Each mail is written down before it is sent and ended afterwards. A worker that dies in between leaves it
 * open, and the next one sends it again with the same Message-ID.
 */
export function mailJobs({ mail }: { mail: Mail | undefined }): BoundJob[] {
  return [
    handleJob(mailNotifications, async ({ call }, { user }) => {
      if (!mail) return;
      for (;;) {
        const { letter } = await call(prepareMail, { user: memberId.encode(user) });
        if (!letter) return;
        await mail.send({ ...letter, isAutomatic: true });
        await call(endMail, { id: letter.id });
      }
    }),
  ];
}
