import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { isSeenBy } from "./access.ts";
import { presentChannels } from "./present.ts";
import * as store from "./store.ts";

/** Who may know of a channel: those who see it, and Admins, because they answer for its health. */
export const isShown = (row: store.ChannelRow, actor: Member) => actor.role === "admin" || isSeenBy(row, actor);

export async function findShown({ tx, actor }: Call<Member>, id: string): Promise<store.ChannelRow> {
  const row = await store.find(tx, actor.companyId, id);
  if (!row || !isShown(row, actor)) throw notFound("Channel");
  return row;
}

export async function showChannel(call: Call<Member>, id: string) {
  const [shown] = await presentChannels(call, [await findShown(call, id)]);
  if (!shown) throw notFound("Channel");
  return shown;
}
