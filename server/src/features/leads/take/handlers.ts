import { handle } from "../../../kernel/handle.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";
import type { TakeNeeds } from "./take-submissions.ts";

export type { TakeNeeds };

export function takeHandlers(needs: TakeNeeds) {
  return handle(operations, {
    async takeSubmissions(call, { most, ids }) {
      const { takeSubmissions } = await import("./take-submissions.ts"); // only a worker needs it
      return { found: await takeSubmissions(needs, call, most, ids) };
    },

    listWaiting: async ({ tx, actor, clock }, { most }) => ({ ids: await store.listWaiting(tx, actor.companyId, clock.now(), most) }),

    async noteFailure({ tx, actor, clock }, { id, failure }) {
      await store.markFailed(tx, actor.companyId, [{ id, failure }], clock.now());
      return {};
    },
  });
}
