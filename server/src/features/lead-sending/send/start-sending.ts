import { asSystem } from "../../../platform/as-system.ts";
import { sendClaimed, type SendingNeeds as SharedNeeds } from "../../../platform/due-work/send-claimed.ts";
import { deliveryId } from "../ids.ts";
import { claimDeliveries, recordDelivery } from "../sending-operations.ts";
import { findDead, findDue, findReturns } from "./due.ts";
import { plainOutcome, type Outcome } from "./outcome.ts";
import { passReturns } from "./pass-returns.ts";
import type { HopToSend } from "./prepare.ts";
import type { RequestNeeds } from "./request-needs.ts";
import { sendHop } from "./request.ts";
import { createRoom } from "./room.ts";

export type SendingNeeds = RequestNeeds & SharedNeeds;

/** Sends what rules decided to send, for all companies. What a dead worker was sending is sent once more, with the same key. */
export function startSending(needs: SendingNeeds) {
  const { execute, clock } = needs;
  const room = createRoom();
  return sendClaimed<HopToSend, Outcome>(needs, {
    what: "leads",
    everyMs: 100,
    quietEveryMs: 300,
    maxClaimed: 25,
    findDue: (owner) => findDue(owner, clock.now()),
    async findLeft(owner) {
      for (const id of await findReturns(owner)) await passReturns(needs, id);
      return findDead(owner);
    },
    placesLeft: room.left,
    async claim(companyId, lease, most) {
      const { hops } = await asSystem(execute, companyId)(claimDeliveries, { lease, most, room: room.unusual(companyId) });
      return hops;
    },
    enter({ companyId, destinationId }) {
      const leave = room.enter(companyId, destinationId);
      return (outcome) => leave(outcome?.isFailure ?? true);
    },
    send: (hop) => sendHop(needs, hop),
    unknown: () => plainOutcome("unknown", "The service failed while it was sending", clock.now(), "cut"),
    record: ({ companyId, id }, lease, outcome) =>
      asSystem(execute, companyId)(recordDelivery, { id: deliveryId.encode(id), lease, outcome }),
  });
}
