import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "../../../kernel/clock.ts";
import { defineJob, handleJob, type BoundJob } from "../../../kernel/job.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { channelId, itemId } from "../shapes.ts";
import { downloadMedia } from "./cloud-api.ts";
import { noteHealth } from "../worker-operations.ts";
import { keepWhatsAppMedia, openWhatsAppMedia } from "./operations.ts";
import { troubleIn } from "./trouble.ts";

/** Somebody has to enter a new token first. */
class TokenRefused extends Error {}

const TRIES = 5;
const TOKEN_WAIT_MS = 45 * SECOND_MS;
/** How long a message waits for its file while the token is refused. */
const MAX_TOKEN_TRIES = 40;

/** Fetches the file of a message: Meta keeps it for seven days, and its address for five minutes. */
export const fetchMedia = defineJob({
  name: "channels.whatsapp_media",
  label: "File of a WhatsApp message",
  payload: z.object({ company: z.uuid(), channel: z.uuid(), item: z.uuid() }),
  subject: ({ item }) => itemId.encode(item),
  attempts: MAX_TOKEN_TRIES,
  retryAfter: (attempt, error) => {
    if (error instanceof TokenRefused) return TOKEN_WAIT_MS;
    return attempt >= TRIES ? "give up" : Math.min(2 ** attempt * 5 * SECOND_MS, 5 * MINUTE_MS);
  },
  timeLimitMs: 2 * MINUTE_MS,
  canRetry: false, // the message was taken without it
});

export function whatsAppJobs({ outbound, whatsAppUrl }: { outbound: Outbound; whatsAppUrl: string }): BoundJob[] {
  return [
    handleJob(
      fetchMedia,
      async ({ call }, { channel, item }) => {
        const ids = { id: channelId.encode(channel), item: itemId.encode(item) };
        const { media } = await call(openWhatsAppMedia, ids);
        if (!media) return;
        const account = {
          url: whatsAppUrl,
          phoneNumberId: media.phone_number_id,
          businessId: media.business_account_id,
          token: media.token,
        };
        const file = await downloadMedia(outbound, account, media.id);
        if ("bytes" in file) await call(keepWhatsAppMedia, { ...ids, file: file.bytes });
        else if (file.outcome === "refused") await call(keepWhatsAppMedia, { ...ids, file: null });
        else {
          const trouble = troubleIn(file);
          if (trouble) await call(noteHealth, { id: ids.id, trouble });
          throw trouble?.cause === "token"
            ? new TokenRefused("the token was refused")
            : new Error(`the file was not fetched: ${file.outcome}`);
        }
      },
      async ({ call }, { channel, item }) =>
        void (await call(keepWhatsAppMedia, { id: channelId.encode(channel), item: itemId.encode(item), file: null })),
    ),
  ];
}
