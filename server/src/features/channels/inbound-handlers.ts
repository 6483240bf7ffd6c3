import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, invalid, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { newId } from "../../platform/random.ts";
import { statusKey, writeApiItem } from "./adapters/api.ts";
import * as operations from "./inbound-operations.ts";
import { findReadable } from "./item-handlers.ts";
import * as items from "./item-store.ts";

/** What other systems bring. It is written down and answered; a worker takes it a moment later. */
export function inboundHandlers() {
  return handle(operations, {
    async putInbound(call, { id, external_id, ...message }) {
      const { tx, actor, clock } = call;
      await findApiChannel(call, id);
      if (message.text.trim() === "" && !message.html && message.files.length === 0)
        throw invalid([{ pointer: "/text", message: "A message needs a text, html or a file." }]);
      const [item, sourceKey] = [newId(), `message/${external_id}`];
      const at = message.at ?? clock.now().toISOString();
      const bytes = writeApiItem({ kind: "message", external_id, message: { ...message, at } });
      const added = await items.insertItems(tx, actor.companyId, id, [{ id: item, sourceKey, bytes }], clock.now());
      if (added.has(item)) return { item, is_new: true };
      const known = await items.findBySource(tx, actor.companyId, id, sourceKey);
      if (!known) throw notFound("Item");
      return { item: known, is_new: false };
    },

    async putStatuses(call, { id, statuses }) {
      const { tx, actor, clock } = call;
      await findApiChannel(call, id);
      // The same key twice in one statement would be inserted twice by nobody: the later one is left out.
      const byKey = new Map(statuses.map((status) => [statusKey(status), status]));
      const rows = [...byKey].map(([sourceKey, status]) => ({ id: newId(), sourceKey, bytes: writeApiItem({ kind: "status", status }) }));
      const added = await items.insertItems(tx, actor.companyId, id, rows, clock.now());
      return { accepted: added.size };
    },
  });
}

async function findApiChannel(call: Call<Member>, id: string): Promise<void> {
  const row = await findReadable(call, id);
  if (row.kind !== "api") throw invalid([{ pointer: "/id", message: "Only a channel of the kind api takes messages by a call." }]);
  if (row.state === "paused") throw conflict("channel_paused", "This channel is paused. Turn it on, then send again.");
}
