import { handle } from "../../../kernel/handle.ts";
import { channelForTaking, markFailed, nextItems } from "../../channels/index.ts";
import * as operations from "./operations.ts";
import type { TakeNeeds } from "./take-items.ts";

export type { TakeNeeds };

export function takeHandlers(needs: TakeNeeds) {
  return handle(operations, {
    async readItems({ tx, actor, clock }, { channel: id, most, except, with_large: withLarge }) {
      const [channel, items] = await Promise.all([
        channelForTaking(tx, actor.companyId, id),
        nextItems(tx, actor.companyId, id, { now: clock.now(), most, except, withLarge }),
      ]);
      return { channel, items: channel ? items : [], is_too_large: items.some((item) => item.is_too_large) };
    },

    async takeItems(call, { channel, arrivals }) {
      const { takeItems } = await import("./take-items.ts"); // only a worker needs it
      await takeItems(needs, call, channel, arrivals);
      return {};
    },

    async noteFailedItem({ tx, actor, clock }, { item, reason }) {
      await markFailed(tx, actor.companyId, item, reason, clock.now());
      return {};
    },
  });
}
