import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { showId } from "../../platform/ids.ts";
import { isSeenBy } from "./access.ts";
import * as operations from "./item-operations.ts";
import * as items from "./item-store.ts";
import * as store from "./store.ts";

const PART_BYTES = 512 * 1024;

export function itemHandlers({ cursors }: { cursors: Cursors }) {
  return handle(operations, {
    async listItems(call, { id, state, ...page }) {
      const { tx, actor } = call;
      await findReadable(call, id);
      const read = (before: string | undefined, rows: number) => items.list(tx, actor.companyId, id, state, before, rows);
      return readPage(cursors, actor.companyId, `channel items\n${id}\n${state}`, page, read, (row) => row.id);
    },

    async retryItem(call, { id, item }) {
      const { tx, actor } = call;
      await findReadable(call, id);
      await findItem(call, id, item);
      if (!(await items.retry(tx, actor.companyId, id, item)))
        throw conflict("item_not_failed", "Only an item that failed, and whose original is still here, can be taken again.");
      return findItem(call, id, item);
    },

    async readItem(call, { id, item, position }) {
      const { tx, actor } = call;
      const { kind } = await findReadable(call, id);
      const { size, has_original } = await findItem(call, id, item);
      const part = has_original ? await items.readPart(tx, actor.companyId, item, position, PART_BYTES) : undefined;
      if (!part) throw conflict("original_gone", "The original is not kept any more. Originals are kept for 30 days.");
      const end = position + part.length;
      const isMail = kind === "email";
      return {
        name: `${showId("itm", item)}.${isMail ? "eml" : "json"}`,
        type: isMail ? "message/rfc822" : "application/json",
        size,
        base64: part.toString("base64"),
        next_position: part.length > 0 && end < size ? end : null,
      };
    },
  });
}

/** What arrived is content: only those who see the channel's conversations may know of it. */
export async function findReadable({ tx, actor }: Call<Member>, id: string): Promise<store.ChannelRow> {
  const row = await store.find(tx, actor.companyId, id);
  if (!row || !isSeenBy(row, actor)) throw notFound("Channel");
  return row;
}

async function findItem({ tx, actor }: Call<Member>, channelId: string, id: string): Promise<items.ItemRow> {
  const row = await items.find(tx, actor.companyId, channelId, id);
  if (!row) throw notFound("Item");
  return row;
}
