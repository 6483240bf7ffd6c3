import { notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { digest, newId, newToken } from "../../platform/random.ts";
import * as operations from "./code-operations.ts";
import * as store from "./codes/store.ts";
import { leadCodeCreated, leadCodeDeleted, leadCodeUpdated } from "./events.ts";
import { leadCodes } from "./quotas.ts";

/** It is like a password, so it has a prefix that a search for leaked secrets can find. */
const makeCode = () => `leadcode_${newToken()}`;

export function codeHandlers({ quotas }: { quotas: Quotas }) {
  return handle(operations, {
    listCodes: async ({ tx, actor }) => ({ items: await store.list(tx, actor.companyId) }),

    async createCode(call, { name }) {
      const { tx, actor, clock } = call;
      await quotas.take(call, leadCodes);
      const [id, code] = [newId(), makeCode()];
      const row = { id, name, hash: digest(code), lastFour: code.slice(-4), by: actor.userId, now: clock.now() };
      const inserted = await store.insert(tx, actor.companyId, row);
      if (!inserted) throw notFound("Code");
      await call.emit(leadCodeCreated, { subjectId: id, data: { name } });
      return { lead_code: inserted, code };
    },

    async renewCode(call, { id }) {
      const code = makeCode();
      const row = await store.renew(call.tx, call.actor.companyId, id, digest(code), code.slice(-4), call.clock.now());
      if (!row) throw notFound("Code");
      await call.emit(leadCodeUpdated, { subjectId: id, data: { name: row.name } });
      return { lead_code: row, code };
    },

    async setCodeState(call, { id, is_on }) {
      const row = await store.setState(call.tx, call.actor.companyId, id, is_on);
      if (!row) throw notFound("Code");
      await call.emit(leadCodeUpdated, { subjectId: id, data: { name: row.name } });
      return row;
    },

    async deleteCode(call, { id }) {
      const [row] = await store.remove(call.tx, call.actor.companyId, id);
      if (!row) throw notFound("Code");
      await call.emit(leadCodeDeleted, { subjectId: id, data: { name: row.name } });
      return {};
    },
  });
}
