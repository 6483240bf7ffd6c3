import { after, MINUTE_MS } from "../../../kernel/clock.ts";
import type { Call } from "../../../kernel/call.ts";
import type { System } from "../../../kernel/actor.ts";
import { awaitDigest } from "./digest-store.ts";
import { mailNotifications } from "./jobs.ts";

/** What is told within this time is one mail. */
const TOGETHER_MS = MINUTE_MS;

export const mailTime = (now: Date) => new Date(now.getTime() + TOGETHER_MS);

/** Asks for the mails of what was just told. A job for a member that waits already takes it with it. */
export async function sendLater(call: Call<System>, added: { user_id: string; mail_at: Date | null }[], now: Date): Promise<void> {
  const { companyId } = call.actor;
  await awaitDigest(call.tx, companyId, now);
  await sendTo(
    call,
    added.flatMap((row) => (row.mail_at ? row.user_id : [])),
    mailTime(now),
  );
}

/** In the same order everywhere: two transactions that ask for the same jobs do not wait for each other. */
export async function sendTo(call: Call<System>, users: string[], at = after(call.clock, 0)): Promise<void> {
  for (const user of [...new Set(users)].toSorted()) await call.enqueue(mailNotifications, { company: call.actor.companyId, user }, at);
}
