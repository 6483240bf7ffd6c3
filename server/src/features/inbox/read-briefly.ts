import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { channelId } from "../channels/shapes.ts";
import type { ConversationRow } from "./conversation-store.ts";
import * as messages from "./message-store.ts";
import { presentConversation, presentMessages } from "./present.ts";
import type { Sight } from "./sight.ts";

const MAX_TEXT = 4_000;

/** A conversation for an assistant: plain texts without what they quote, oldest first. */
export async function readBriefly(call: Call<Member>, sight: Sight, row: ConversationRow, before: string | undefined, limit: number) {
  const { tx, actor } = call;
  const first = before === undefined ? undefined : await messages.find(tx, actor.companyId, before);
  if (before !== undefined && first?.conversation_id !== row.id) throw notFound("Message");
  const wanted = { conversation: row.id, channels: sight.ids, isShared: row.is_shared };
  const rows = await messages.listOf(tx, actor.companyId, wanted, first && messages.placeOf(first), limit + 1);
  const shown = await presentMessages(call, rows.slice(0, limit));
  const { id, subject, state, waits_for, tags, due_at, version, assignee, channel } = await presentConversation(call, row.id);
  return {
    conversation: {
      id,
      subject,
      state,
      waits_for,
      tags,
      due_at,
      version,
      assignee: assignee?.name ?? null,
      channel: channelId.encode(channel.id),
    },
    messages: shown.toReversed().map((message) => ({
      id: message.id,
      at: message.at,
      direction: message.direction,
      state: message.state,
      from: message.author?.name ?? message.from?.name ?? message.from?.address ?? "",
      untrusted_text: withoutQuote(message).slice(0, MAX_TEXT),
      files: message.files.map(({ name }) => name),
    })),
    has_more: rows.length > limit,
  };
}

/** Where nothing but a quote is left, the quote is what they say. */
function withoutQuote({ text, quote_at }: { text: string; quote_at: number | null }): string {
  const own = quote_at === null ? text : text.slice(0, quote_at).trimEnd();
  return own === "" ? text : own;
}
