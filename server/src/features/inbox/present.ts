import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { usesOf } from "../../platform/files/uses.ts";
import { showId } from "../../platform/ids.ts";
import { notFound } from "../../kernel/errors.ts";
import * as conversations from "./conversation-store.ts";
import type { MessageRow } from "./message-store.ts";

/** What was stored may have more in it. */
export const address = ({ name, address: where }: conversations.Address) => ({ name, address: where });

/** Conversations as the caller sees them, in the given order. */
export async function presentConversations({ tx, actor }: Call<Member>, ids: string[]) {
  if (ids.length === 0) return [];
  return (await conversations.show(tx, actor.companyId, ids, actor.userId)).map(present);
}

export async function presentConversation(call: Call<Member>, id: string) {
  const [shown] = await presentConversations(call, [id]);
  if (!shown) throw notFound("Conversation");
  return shown;
}

function present(row: conversations.ShownRow) {
  const {
    channel_id: _channel,
    assignee_id: _assignee,
    contact_id: _contact,
    merged_into: _merged,
    overdue_at: _announced,
    first,
    last_message_id,
    ...shown
  } = row;
  const from = first?.direction === "out" ? first.recipients.to?.[0] : first?.sender;
  return { ...shown, last_message: last_message_id, from: from ? address(from) : null };
}

export async function presentMessages({ tx, actor }: Call<Member>, rows: MessageRow[]) {
  const usedBy = ({ id }: MessageRow) => showId("msg", id);
  const files = await usesOf(tx, actor.companyId, rows.map(usedBy));
  return rows.map((row) => {
    const { conversation_id, channel_id, sender, recipients, exact_at: _exact, ...message } = row;
    const shown = (files.get(usedBy(row)) ?? []).map(({ fileId, name, type, size, contentId }) => ({
      id: fileId,
      name,
      type,
      size,
      content_id: contentId,
    }));
    return {
      ...message,
      conversation: conversation_id,
      channel: channel_id,
      from: sender && address(sender),
      to: (recipients.to ?? []).map(address),
      cc: (recipients.cc ?? []).map(address),
      files: shown,
    };
  });
}
