import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

export function requestHandlers({ cursors }: { cursors: Cursors }) {
  return handle(operations, {
    async list({ actor, tx }, { key, show, ...page }) {
      const wanted = { userId: actor.userId, key, onlyErrors: show === "errors" };
      const read = (after: string | undefined, rows: number) => store.list(tx, actor.companyId, wanted, after, rows);
      return readPage(cursors, actor.companyId, `${operations.list.name} ${show} ${key ?? ""}`, page, read, (row) => row.request_id);
    },

    async write({ actor, tx }, { requests }) {
      await store.insert(tx, actor.companyId, requests);
      return {};
    },
  });
}
