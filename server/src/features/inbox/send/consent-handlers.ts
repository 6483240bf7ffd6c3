import { invalid, notFound } from "../../../kernel/errors.ts";
import { handle } from "../../../kernel/handle.ts";
import { readPage, type Cursors } from "../../../platform/cursors.ts";
import { newId } from "../../../platform/random.ts";
import { sameAddress } from "./addresses.ts";
import * as operations from "./consent-operations.ts";
import * as store from "./consent-store.ts";
import { consentWithdrawn } from "../events.ts";

const NO_ADDRESS = "Not an address of this kind. Try anneke@example.org.";

export function consentHandlers({ cursors }: { cursors: Cursors }) {
  return handle(operations, {
    async listConsents({ tx, actor }, { kind, address: given, state = null, ...page }) {
      const address = given === undefined ? null : (sameAddress(kind, given) ?? given);
      const read = (before: string | undefined, rows: number) =>
        store.listConsents(tx, actor.companyId, { kind, address, state, before: before ?? null, rows });
      const list = `consents\n${kind}\n${address ?? ""}\n${state ?? ""}`;
      const found = await readPage(cursors, actor.companyId, list, page, read, (row) => row.id);
      return { ...found, items: found.items.map(present) };
    },

    async lastConsents({ tx, actor }, { of }) {
      const wanted = of.map(({ kind, address }) => ({ kind, address: sameAddress(kind, address) ?? address }));
      return { items: (await store.lastConsents(tx, actor.companyId, wanted)).map(present) };
    },

    async addConsent(call, { kind, address: given, state, source, text }) {
      const { tx, actor, clock } = call;
      const address = sameAddress(kind, given);
      if (address === undefined) throw invalid([{ pointer: "/address", message: NO_ADDRESS }]);
      const id = newId();
      const keyId = actor.proof.kind === "key" ? actor.proof.keyId : null;
      await store.insertConsent(tx, actor.companyId, {
        id,
        kind,
        address,
        state,
        source,
        text,
        userId: actor.userId,
        keyId,
        at: clock.now(),
      });
      if (state !== "granted") await call.emit(consentWithdrawn, { subjectId: id, data: { kind } });
      const row = await store.findConsent(tx, actor.companyId, id);
      if (!row) throw notFound("Consent");
      return present(row);
    },
  });
}

const present = ({ message_id, user_id, user_name, ...row }: store.ConsentRow) => ({
  ...row,
  message: message_id,
  recorded_by: user_id === null ? null : { id: user_id, name: user_name ?? "" },
});
