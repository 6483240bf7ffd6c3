import { notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import type { ChannelCredentials } from "./credentials.ts";
import { noteReached, noteTrouble } from "./health.ts";
import { noteSending } from "./sending-health.ts";
import * as store from "./store.ts";
import * as operations from "./worker-operations.ts";

export function workerHandlers({ credentials }: { credentials: ChannelCredentials }) {
  return handle(operations, {
    async openAccount({ tx, actor: { companyId } }, { id }) {
      const [row, sealed] = [await store.find(tx, companyId, id), await store.findSealed(tx, companyId, id)];
      if (!row || !sealed) throw notFound("Channel");
      const { version, address, history_days, settings } = row;
      const opened = sealed.credentials ? credentials.open(companyId, id, sealed.credentials) : undefined;
      return { version, address, history_days, settings, credentials: opened ?? null };
    },

    async keepCredentials({ tx, actor: { companyId } }, { id, version, credentials: renewed }) {
      const row = await store.lock(tx, companyId, id);
      if (row?.version === version) await store.keepCredentials(tx, companyId, id, credentials.seal(companyId, id, renewed));
      return {};
    },

    async noteSending(call, { id, trouble }) {
      await noteSending(call, call.actor.companyId, id, trouble);
      return {};
    },

    async noteHealth(call, { id, trouble, lines }) {
      const { companyId } = call.actor;
      const row = await store.lock(call.tx, companyId, id);
      if (!row) throw notFound("Channel");
      if (!trouble) {
        await noteReached(call, companyId, row, lines);
        return { next_try_at: null };
      }
      return { next_try_at: (await noteTrouble(call, companyId, row, trouble, lines)).toISOString() };
    },
  });
}
