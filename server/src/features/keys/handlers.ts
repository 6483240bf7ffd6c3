import { notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { digest, newId } from "../../platform/random.ts";
import { keyCreated, keyDeleted, keyFirstUsed, keyRowsUnusual } from "./events.ts";
import * as operations from "./operations.ts";
import { canDelete, isUnusual } from "./rules.ts";
import { makeKey } from "./secret.ts";
import * as store from "./store.ts";
import { keysQuota } from "./quotas.ts";

export function keyHandlers({ cursors, quotas, cell }: { cursors: Cursors; quotas: Quotas; cell: string }) {
  return handle(operations, {
    async create(call, { name }) {
      const { actor, tx, clock, emit } = call;
      await quotas.take(call, keysQuota);
      const key = makeKey(cell);
      const row = { id: newId(), userId: actor.userId, name, keyHash: digest(key), lastFour: key.slice(-4), now: clock.now() };
      await store.insert(tx, actor.companyId, row);
      await emit(keyCreated, { subjectId: row.id, data: { name, last_four: row.lastFour } });
      const owner = { id: actor.userId, name: actor.name };
      return { id: row.id, name, key, last_four: row.lastFour, created_at: row.now, last_used_at: null, client: null, owner };
    },

    async list({ actor, tx }) {
      return { items: await store.listForOwner(tx, actor.companyId, actor.userId) };
    },

    async listCompany({ actor, tx }, page) {
      const read = (after: string | undefined, rows: number) => store.listForCompany(tx, actor.companyId, after, rows);
      return readPage(cursors, actor.companyId, operations.listCompany.name, page, read, (row) => row.id);
    },

    async remove({ actor, tx, clock, emit }, { id }) {
      const key = await store.find(tx, actor.companyId, id);
      // For a Member another person's key is not found.
      if (!key || !canDelete(actor, key)) throw notFound("Key");
      await store.remove(tx, actor.companyId, id, clock.now());
      await emit(keyDeleted, { subjectId: id, data: { name: key.name, last_four: key.last_four, owner: key.owner.name } });
      return {};
    },

    async noteUsage({ actor, tx, emit }, { id, ...read }) {
      const { rows, mean, name, last_four, is_unusual: isAnnounced } = await store.addUsage(tx, actor.companyId, id, read);
      if (!isAnnounced && isUnusual(rows, mean)) {
        await store.markUnusual(tx, actor.companyId, id, read.day);
        await emit(keyRowsUnusual, { subjectId: id, data: { name, last_four, rows, usual: Math.round(mean) } });
      }
      return { rows };
    },

    async touch({ actor, tx, clock, emit }, { id, client, client_named }) {
      const key = await store.find(tx, actor.companyId, id);
      if (!key) return {};
      await store.touch(tx, actor.companyId, id, client, client_named, clock.now());
      if (!key.last_used_at) await emit(keyFirstUsed, { subjectId: id, data: { name: key.name, last_four: key.last_four, client } });
      return {};
    },
  });
}
