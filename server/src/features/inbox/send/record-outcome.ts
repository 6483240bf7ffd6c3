import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { newId } from "../../../platform/random.ts";
import { noteSending } from "../../channels/index.ts";
import { sameAddress } from "./addresses.ts";
import { insertConsent } from "./consent-store.ts";
import { judge, type Outcome } from "./outcomes.ts";
import { lockSettled, setSaid, type SettledRow } from "./outcome-store.ts";
import { settle } from "./settle.ts";
import { addRfcId } from "./thread-store.ts";

/**
 * What became of one try. Where others took this worker for dead and wrote that nobody knows, it knows better; only waiting for another
 * try is no longer its business.
 */
export async function recordOutcome(call: Call<System>, id: string, lease: string, outcome: Outcome): Promise<void> {
  const { tx, actor, clock } = call;
  const [row] = await lockSettled(tx, actor.companyId, [id]);
  const isMine = row?.state === "sending" && row.lease_by === lease;
  const knowsBetter = row?.state === "unknown" && (outcome.outcome === "sent" || outcome.outcome === "refused");
  if (!row || !(isMine || knowsBetter)) return;
  const now = clock.now();
  const verdict = judge(outcome, row.tries ?? 1, row.first_try_at ?? now, now);
  const externalId = outcome.outcome === "sent" ? (outcome.externalId ?? null) : null;
  const nextTry = await noteChannel(call, row.channel_id, outcome);
  await settle(call, row, { ...verdict, externalId, ...(verdict.state === "queued" && nextTry ? { nextAt: nextTry } : {}) });
  if ("saidInstead" in outcome && outcome.saidInstead !== undefined) await setSaid(tx, actor.companyId, row.id, outcome.saidInstead);
  // Some servers give a mail another Message-ID. Answers name that one.
  if (externalId && row.channel_kind === "email")
    await addRfcId(tx, actor.companyId, row.channel_id, externalId, row.id, row.conversation_id);
  const refused = outcome.outcome === "refused" || outcome.outcome === "sent" ? (outcome.recipients ?? []) : [];
  for (const { address, status, words } of refused) if (isNoAddress(status)) await suppress(call, row, address, words);
}

/** What it tells about the channel. Answers when the channel is tried again. */
async function noteChannel(call: Call<System>, channelId: string, outcome: Outcome): Promise<Date | null> {
  const trouble = outcome.outcome === "retry" ? outcome.trouble : undefined;
  return trouble || outcome.outcome === "sent" ? noteSending(call, call.actor.companyId, channelId, trouble ?? null) : null;
}

/** There is no such mailbox. Other refusals, such as for size or policy, say nothing about the address. */
const isNoAddress = (status: string | null | undefined) => /^5\.1\.\d+$/.test(status ?? "");

/** From now on nothing is sent to this address. */
export async function suppress(
  call: Call<System>,
  row: Pick<SettledRow, "id" | "channel_kind">,
  given: string,
  words: string,
): Promise<void> {
  const address = sameAddress(row.channel_kind, given);
  if (address === undefined) return;
  const consent = {
    id: newId(),
    kind: row.channel_kind,
    address,
    state: "bounced" as const,
    source: "Bounce",
    text: words,
    messageId: row.id,
  };
  await insertConsent(call.tx, call.actor.companyId, { ...consent, at: call.clock.now() });
}
