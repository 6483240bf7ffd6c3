import { AppError } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Schemas } from "../types/index.ts";
import { noteUse } from "./codes/store.ts";
import { createDestinationSecrets } from "./destinations/secrets.ts";
import * as arrivals from "./send/arrivals.ts";
import { claimHops } from "./send/claim.ts";
import { lockMine } from "./send/hop-store.ts";
import { lockReturnable, returnHop } from "./send/returns.ts";
import { settleHops } from "./send/settle.ts";
import * as operations from "./sending-operations.ts";

export interface SendingHandlerNeeds {
  schemas: Schemas;
  vault: Vault;
  sendsMail: boolean;
}

export function sendingHandlers({ schemas, vault, sendsMail }: SendingHandlerNeeds) {
  const needs = { schemas, secrets: createDestinationSecrets(vault), hasMail: sendsMail };
  return handle(operations, {
    claimDeliveries: async (call, wanted) => ({ hops: await claimHops(needs, call, wanted) }),

    async recordDelivery(call, { id, lease, outcome }) {
      // Gone: another worker believed that this one had died, or the lead was deleted for good.
      const row = await lockMine(call.tx, call.actor.companyId, id, lease);
      if (row) await settleHops(call, [{ row, outcome }]);
      return {};
    },

    async noteArrival({ tx, actor, clock }, { hop_id, code_id, from_company, from_name, via }) {
      const now = clock.now();
      const arrival = { hopId: hop_id, codeId: code_id, fromCompany: from_company, fromName: from_name, via, now };
      await arrivals.note(tx, actor.companyId, arrival);
      await noteUse(tx, actor.companyId, code_id, now);
      return {};
    },

    readReturns: async ({ tx, actor }) => ({ items: await arrivals.asked(tx, actor.companyId) }),

    async takeReturn(call, { hop_id, reason }) {
      const row = await lockReturnable(call.tx, call.actor.companyId, hop_id);
      if (!row) return { refused: "It is not known there." };
      if (row.state === "returned") return { refused: null };
      try {
        await returnHop(call, row, reason, null);
        return { refused: null };
      } catch (error) {
        if (error instanceof AppError && error.status === 409) return { refused: error.message };
        throw error;
      }
    },

    async closeReturn({ tx, actor }, { hop_id, refused }) {
      await arrivals.close(tx, actor.companyId, hop_id, refused);
      return {};
    },
  });
}
