import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { channelsSeenBy, type SeenChannel } from "../channels/index.ts";
import * as store from "./conversation-store.ts";

/** What of the inbox a member sees: the conversations of these channels, and those that were shared. */
export interface Sight {
  channels: SeenChannel[];
  ids: string[];
  /** Nothing of the company is hidden from them. For speed only: what is read is compared with the channels all the same. */
  isWhole: boolean;
}

export async function sightOf({ tx, actor }: Pick<Call<Member>, "tx" | "actor">): Promise<Sight> {
  const channels = await channelsSeenBy(tx, actor.companyId, actor);
  return { channels, ids: channels.map(({ id }) => id), isWhole: channels[0]?.is_of_all === true };
}

export const sees = ({ ids }: Sight, { channel_id, is_shared }: Pick<store.ConversationRow, "channel_id" | "is_shared">) =>
  is_shared || ids.includes(channel_id);

/** The conversation, or the one it was merged into. One that the caller does not see does not exist. */
export async function findConversation(call: Call<Member>, sight: Sight, id: string): Promise<store.ConversationRow> {
  const row = await store.find(call.tx, call.actor.companyId, id);
  if (!row || !sees(sight, row)) throw notFound("Conversation");
  return row.merged_into ? findConversation(call, sight, row.merged_into) : row;
}

/** The same, locked until the call ends. Several are locked in the order of their ids. */
export async function lockConversations(call: Call<Member>, sight: Sight, ids: string[]): Promise<Map<string, store.ConversationRow>> {
  const rows = await store.lock(call.tx, call.actor.companyId, ids);
  const seen = rows.filter((row) => !row.merged_into && sees(sight, row));
  if (seen.length < new Set(ids).size) throw notFound("Conversation");
  return new Map(seen.map((row) => [row.id, row]));
}

export async function lockConversation(call: Call<Member>, sight: Sight, id: string): Promise<store.ConversationRow> {
  const row = (await lockConversations(call, sight, [id])).get(id);
  if (!row) throw notFound("Conversation");
  return row;
}
