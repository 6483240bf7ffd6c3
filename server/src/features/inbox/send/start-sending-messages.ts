import { before } from "../../../kernel/clock.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { sendClaimed, type SendingNeeds as SharedNeeds } from "../../../platform/due-work/send-claimed.ts";
import { messageId } from "../ids.ts";
import { SILENT_MS, type Outgoing } from "./claim.ts";
import { findDue, findLost } from "./claim-store.ts";
import { deliver, type DeliverNeeds } from "./deliver.ts";
import type { Outcome } from "./outcomes.ts";
import { createRoom } from "./room.ts";
import { findStranded } from "./stranded.ts";
import { claimMessages, recordOutcome } from "./worker-operations.ts";

export type SendingNeeds = DeliverNeeds & SharedNeeds;

/** Sends what people wrote, for all companies. What a dead worker was sending is never sent again by itself. */
export function startSendingMessages(needs: SendingNeeds) {
  const { execute, clock } = needs;
  const room = createRoom();
  return sendClaimed<Outgoing, Outcome>(needs, {
    what: "messages",
    everyMs: 250,
    quietEveryMs: 500,
    maxClaimed: 20,
    findDue: (owner) => findDue(owner, clock.now()),
    findLeft: async (owner) => [...(await findLost(owner, before(clock, SILENT_MS))), ...(await findStranded(owner, clock.now()))],
    placesLeft: room.left,
    async claim(companyId, lease, most) {
      const { messages } = await asSystem(execute, companyId)(claimMessages, { lease, most, room: room.ofChannels() });
      return messages;
    },
    enter: (message) => room.enter(message.companyId, message.channel_id),
    send: (message) => deliver(needs, message),
    unknown: () => ({ outcome: "unknown", words: "The service failed while it was sending." }),
    record: ({ companyId, id }, lease, outcome) =>
      asSystem(execute, companyId)(recordOutcome, { id: messageId.encode(id), lease, outcome }),
  });
}
