import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { channelForTaking, claimItems, markFailed, markTaken, type TakenItem } from "../../channels/index.ts";
import type { Schemas } from "../../types/index.ts";
import { applyStatus } from "../send/apply-status.ts";
import type { Arrival, Incoming, StatusChange } from "./arrival.ts";
import { takeMessages } from "./take-messages.ts";
import { lockChannel } from "./write-store.ts";

export interface TakeNeeds {
  schemas: Schemas;
}

const NO_SUCH_MESSAGE = "This channel has sent no message with this id. Report the id that the message had when it was taken.";

const holds =
  <Content extends Arrival["content"]>(what: Content["what"]) =>
  (one: Arrival): one is Arrival & { content: Content } =>
    one.content.what === what;

/**
 * Makes messages of what arrived in a channel: items, conversations, messages, files and events change together, so whatever stops it
 * leaves every item as it was, and taking it again makes no second message.
 */
export async function takeItems(needs: TakeNeeds, call: Call<System>, channelId: string, arrivals: Arrival[]): Promise<void> {
  const { tx, actor, clock } = call;
  const ids = arrivals.map((one) => one.itemId);
  // Sent together, and run in this order: what waits is looked at under the lock.
  const [channel, , waiting] = await Promise.all([
    channelForTaking(tx, actor.companyId, channelId),
    lockChannel(tx, actor.companyId, channelId),
    claimItems(tx, actor.companyId, channelId, ids),
  ]);
  if (!channel) return;
  const mine = arrivals.filter((one) => waiting.has(one.itemId));
  const taken: TakenItem[] = await takeMessages(needs, call, { ...channel, id: channelId }, mine.filter(holds<Incoming>("message")));
  for (const { itemId, content } of mine.filter(holds<StatusChange>("status"))) {
    const message = await applyStatus(call, channelId, content);
    if (message !== undefined) taken.push({ id: itemId, state: "done", reason: null, messageId: message });
    else await markFailed(tx, actor.companyId, itemId, NO_SUCH_MESSAGE, clock.now()); // it may come later
  }
  await markTaken(tx, actor.companyId, taken);
}
