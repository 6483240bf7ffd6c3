import { system, type Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import type { Vault } from "../../platform/vault.ts";
import * as operations from "./delivery-operations.ts";
import { createDestinationSecrets } from "./destinations/secrets.ts";
import { deliveryId } from "./ids.ts";
import * as log from "./log/store.ts";
import { routeLeads } from "./route/route-leads.ts";
import * as arrivals from "./send/arrivals.ts";
import { beginRound, isOnItsWay, sendAgain } from "./send/hops.ts";
import { companyOfToken, isReturnToken } from "./send/return-token.ts";
import { lockReturnable, returnHop } from "./send/returns.ts";

const OPEN = ["reserved", "sending", "unknown"] as const;

export function deliveryHandlers({ cursors, vault }: { cursors: Cursors; vault: Vault }) {
  const secrets = createDestinationSecrets(vault);

  return handle(operations, {
    async listDeliveries({ actor, tx }, { lead, destination, state, ...page }) {
      const states = state === undefined ? undefined : state === "open" ? OPEN : [state];
      const read = (before: string | undefined, rows: number) => log.list(tx, actor.companyId, { lead, destination, states, before, rows });
      const name = `lead deliveries\n${lead ?? ""}\n${destination ?? ""}\n${state ?? ""}`;
      return readPage(cursors, actor.companyId, name, page, read, (row) => row.id);
    },

    async getDelivery(call, { id }) {
      const { tx, actor } = call;
      const delivery = await show(call, id);
      const { body, attempts } = await log.readBytes(tx, actor.companyId, id);
      const isAdmin = actor.role === "admin";
      return {
        delivery,
        attempts: attempts.map((one) => ({ ...one, at: new Date(one.at), answer: isAdmin ? (one.answer ?? null) : null })),
        body: isAdmin ? (body?.toString() ?? null) : null,
      };
    },

    async resendDelivery(call, { id }) {
      const { tx, actor, clock } = call;
      const { state, destination } = await show(call, id);
      if (destination.is_deleted) throw conflict("destination_deleted", "Its destination was deleted. Let the rules decide once more.");
      if (!(await sendAgain(tx, actor.companyId, id, clock.now())))
        throw conflict("not_resendable", `Only a delivery that is unknown or had no answer can be sent again. This one is ${state}.`);
      return show(call, id);
    },

    async returnLead(call, { id, reason }) {
      const row = await lockReturnable(call.tx, call.actor.companyId, id);
      if (!row) throw notFound("Delivery");
      await returnHop(call, row, reason, call.actor.userId);
      return show(call, id);
    },

    async returnByReceiver(call, { id, token, reason }) {
      const companyId = companyOfToken(token);
      if (!companyId) throw notFound("Delivery");
      call.enter(companyId);
      const row = await lockReturnable(call.tx, companyId, id);
      const secret = row?.secret ? secrets.open(companyId, row.destination_id, "secret", row.secret) : undefined;
      // The same answer whatever is wrong: it says nothing about deliveries that are not the caller's.
      if (!row || secret === undefined || !isReturnToken(token, deliveryId.encode(id), secret)) throw notFound("Delivery");
      await returnHop({ ...call, actor: system(companyId) }, row, reason, null);
      return { returned: true as const };
    },

    async returnReceived(call, { id, reason }) {
      const { tx, actor, operationId } = call;
      const keys = await arrivals.keysOf(tx, actor.companyId, id);
      const hops = keys.flatMap((key) => (deliveryId.safeDecode(key).success ? [deliveryId.decode(key)] : []));
      const asked = hops.length > 0 ? await arrivals.askReturn(tx, actor.companyId, hops.slice(0, 1), reason, actor.userId) : [];
      if (asked.length === 0 && hops.length > 0) throw conflict("already_returned", "This lead was returned already.");
      if (asked.length === 0) {
        // Also for a lead of another company: whether it exists is not for the caller.
        throw notFound("A lead that another company sent");
      }
      return { operation_id: operationId };
    },

    async routeAgain(call, { id }) {
      const { tx, actor, operationId } = call;
      if (await isOnItsWay(tx, actor.companyId, id))
        throw conflict("being_sent", "This lead is being sent just now. Wait until the destination has answered.");
      await beginRound(tx, actor.companyId, [id]);
      const routed = await routeLeads(call, { leadIds: [id], cause: "asked" });
      if (routed.length === 0) throw notFound("Lead");
      return { operation_id: operationId };
    },
  });
}

async function show({ tx, actor }: Call<Member>, id: string): Promise<log.LoggedHop> {
  const row = await log.find(tx, actor.companyId, id);
  if (!row) throw notFound("Delivery");
  return row;
}
