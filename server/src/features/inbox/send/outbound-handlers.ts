import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { handle } from "../../../kernel/handle.ts";
import { usesOf } from "../../../platform/files/uses.ts";
import { messageId } from "../ids.ts";
import * as replies from "./auto-reply-store.ts";
import { takePolled } from "./claim-store.ts";
import * as operations from "./outbound-operations.ts";
import { findWayOut, type WayOut } from "./store.ts";

export function outboundHandlers() {
  return handle(operations, {
    async takeOutbound(call, { id, limit }) {
      const { tx, actor, clock } = call;
      const channel = await findChannel(call, id);
      if (channel.kind !== "api") throw invalid([{ pointer: "/id", message: "Only an API channel is sent for by a program of yours." }]);
      if (channel.state === "paused") return { items: [] };
      const rows = await takePolled(tx, actor.companyId, id, clock.now(), limit);
      const files = await usesOf(
        tx,
        actor.companyId,
        rows.map((row) => messageId.encode(row.id)),
      );
      return {
        items: rows.map(({ conversation_id: conversation, recipients, at, ...row }) => ({
          ...row,
          conversation,
          to: (recipients.to ?? []).map(({ address }) => address),
          files: (files.get(messageId.encode(row.id)) ?? []).map(({ fileId, name, type }) => ({ id: fileId, name, type })),
          written_at: at,
        })),
      };
    },

    async getAutoReply(call, { id }) {
      await findChannel(call, id);
      return show(call, id);
    },

    async setAutoReply(call, { id, text }) {
      const { tx, actor, clock } = call;
      await findChannel(call, id);
      if (text) await replies.save(tx, actor.companyId, id, text, actor.userId, clock.now());
      else await replies.remove(tx, actor.companyId, id);
      return show(call, id);
    },
  });
}

async function findChannel({ tx, actor }: Call<Member>, id: string): Promise<WayOut> {
  const channel = await findWayOut(tx, actor.companyId, id, actor.userId);
  if (!channel || channel.is_deleted) throw notFound("Channel");
  return channel;
}

async function show({ tx, actor }: Call<Member>, id: string) {
  const row = await replies.find(tx, actor.companyId, id);
  return { text: row?.text ?? null, updated_at: row?.updated_at ?? null };
}
