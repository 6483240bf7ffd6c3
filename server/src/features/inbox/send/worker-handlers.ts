import { handle } from "../../../kernel/handle.ts";
import { newId } from "../../../platform/random.ts";
import { insertConsent, standingOf } from "./consent-store.ts";
import { consentWithdrawn } from "../events.ts";
import { useLink } from "./link-store.ts";
import * as operations from "./worker-operations.ts";

export function sendWorkerHandlers() {
  return handle(operations, {
    async claimMessages(call, asked) {
      const { claimMessages } = await import("./claim.ts"); // only a worker needs these
      return { messages: await claimMessages(call, asked) };
    },

    async recordOutcome(call, { id, lease, outcome }) {
      const { recordOutcome } = await import("./record-outcome.ts");
      await recordOutcome(call, id, lease, outcome);
      return {};
    },

    async withdrawByLink(call, { token_hash: hash }) {
      const { tx, actor, clock } = call;
      const now = clock.now();
      const link = await useLink(tx, actor.companyId, Buffer.from(hash, "hex"), now);
      if (!link) return {};
      const { kind, address, message_id: messageId } = link;
      const [standing] = await standingOf(tx, actor.companyId, kind, [address]);
      // Mail programs send it twice, and people press twice: one line is enough.
      if (standing?.agreed_state === "withdrawn") return {};
      const id = newId();
      const consent = { id, kind, address, state: "withdrawn" as const, source: "Link in an email", text: "", messageId, at: now };
      await insertConsent(tx, actor.companyId, consent);
      await call.emit(consentWithdrawn, { subjectId: id, data: { kind } });
      return {};
    },
  });
}
