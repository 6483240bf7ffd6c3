import { z } from "zod";
import { AppError } from "../../kernel/errors.ts";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { nameInMail, type Mail } from "../../platform/mail.ts";
import { replayId } from "./delivery-operations.ts";
import { webhookId } from "./operations.ts";
import { clearDeliveries, failReplay, readWarning, stepReplay } from "./worker-operations.ts";

/** Hands over one second of a replay. Each step enqueues the next one in its own transaction. */
export const continueReplay = defineJob({
  name: "webhooks.replay",
  label: "Replay of a webhook",
  payload: z.object({ company: z.uuid(), replay: z.uuid() }),
  subject: ({ replay }) => replayId.encode(replay),
  canRetry: false,
});

export const removeDeliveries = defineJob({
  name: "webhooks.clear",
  label: "Removal of a deleted webhook's log",
  payload: z.object({ company: z.uuid(), webhook: z.uuid() }),
  subject: ({ webhook }) => webhookId.encode(webhook),
});

export const mailWarning = defineJob({
  name: "webhooks.warn",
  label: "Mail about a webhook that does not get through",
  payload: z.object({ company: z.uuid(), webhook: z.uuid(), level: z.int().min(1).max(3) }),
  subject: ({ webhook }) => webhookId.encode(webhook),
});

const SUBJECTS = ["", "A webhook does not get through", "A webhook will be turned off tomorrow", "A webhook was turned off"];
const WHAT_NOW = [
  "",
  "Its endpoint has not taken a message for an hour. Nothing is lost: it is tried again every few minutes, and what waits is sent in order.",
  "Its endpoint has not taken a message for four days. After five it is turned off.",
  "What happens from now on is not sent. Once the endpoint is mended, turn the webhook on: it goes on where it stopped.",
];

export function webhookJobs({ mail, baseUrl }: { mail: Mail | undefined; baseUrl: string }): BoundJob[] {
  return [
    handleJob(
      continueReplay,
      async ({ call }, { replay }) => {
        try {
          await call(stepReplay, { id: replayId.encode(replay) });
        } catch (error) {
          // Its webhook is gone, or its filter names a field that is gone.
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          await call(failReplay, { id: replayId.encode(replay) });
        }
      },
      async ({ call }, { replay }) => void (await call(failReplay, { id: replayId.encode(replay) })),
    ),
    handleJob(removeDeliveries, async ({ call }, { webhook }) => {
      while (!(await call(clearDeliveries, { id: webhookId.encode(webhook) })).is_done);
    }),
    handleJob(mailWarning, async ({ call }, { webhook, level }) => {
      const { warning } = await call(readWarning, { id: webhookId.encode(webhook) });
      if (!mail || !warning) return;
      await mail.send({
        to: warning.email,
        subject: SUBJECTS[level] ?? "",
        text: `“${nameInMail(warning.name)}” of “${nameInMail(warning.company)}”: ${warning.reason}.\n\n${WHAT_NOW[level]}\n\n${baseUrl}/company/webhooks/${webhookId.encode(webhook)}\n`,
      });
    }),
  ];
}
