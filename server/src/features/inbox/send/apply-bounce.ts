import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Bounce } from "../../../platform/mime/read-mail-types.ts";
import { cutText } from "../../../platform/cut-text.ts";
import { sameAddress } from "./addresses.ts";
import { findByEnvelope, findByRfcId, lockSettled, type SettledRow } from "./outcome-store.ts";
import { suppress } from "./record-outcome.ts";
import { settle } from "./settle.ts";
import { rises } from "./states.ts";

const MAX_WORDS = 500;

/**
 * A report that a message could not be delivered. It counts only for a message that left through the same channel and only for whom it
 * was sent to: anybody can write a mail that looks like one. The answer is the message that it is about.
 */
export async function applyBounce(
  call: Call<System>,
  channelId: string,
  bounce: Bounce,
): Promise<{ messageId: string; conversationId: string } | undefined> {
  const { tx, actor } = call;
  const { envelopeId, originalMessageId } = bounce;
  const byEnvelope = envelopeId === null ? undefined : await findByEnvelope(tx, actor.companyId, envelopeId);
  const id = byEnvelope ?? (originalMessageId === null ? undefined : await findByRfcId(tx, actor.companyId, channelId, originalMessageId));
  const [row] = id === undefined ? [] : await lockSettled(tx, actor.companyId, [id]);
  if (!row || row.channel_id !== channelId) return undefined;
  const known = recipientsOf(row);
  const failed = bounce.recipients.filter(
    ({ action, address }) => action === "failed" && known.has(sameAddress(row.channel_kind, address) ?? ""),
  );
  const [first] = failed;
  if (first && rises(row.state, "failed")) await settle(call, row, { state: "failed", error: wordsOf(first) });
  for (const { address, status, words } of failed) if (status.startsWith("5.")) await suppress(call, row, address, words);
  return { messageId: row.id, conversationId: row.conversation_id };
}

const recipientsOf = ({ channel_kind: channelKind, recipients }: SettledRow) =>
  new Set([...(recipients.to ?? []), ...(recipients.cc ?? [])].map(({ address }) => sameAddress(channelKind, address)));

const wordsOf = ({ status, words }: { status: string; words: string }) =>
  cutText(words.includes(status) ? words : `${status} ${words}`.trim(), MAX_WORDS) || "The other server could not deliver it.";
