import { notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { rowOfFormats, type Schemas } from "../types/index.ts";
import { changeMember, differences } from "./change-member.ts";
import { memberUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";
import { findNotices } from "./verification-store.ts";
import { emailVerification, type VerificationServices } from "./verify-email.ts";

export function memberHandlers({ cursors, schemas, ...services }: VerificationServices & { cursors: Cursors; schemas: Schemas }) {
  const verification = emailVerification(services);
  return handle(operations, {
    async me(call) {
      const { actor, clock } = call;
      const { formats } = await schemas.of(call);
      return {
        user: { id: actor.userId, name: actor.name, email: actor.email, role: actor.role },
        company: { id: actor.companyId, name: actor.company.name, time_zone: actor.company.timeZone, ...rowOfFormats(formats) },
        key: actor.proof.kind === "key" ? { id: actor.proof.keyId, name: actor.proof.keyName } : null,
        now: clock.now(),
      };
    },

    async list({ actor, tx }, { search, ...page }) {
      const read = (after: string | undefined, rows: number) => store.list(tx, actor.companyId, search, after, rows);
      return readPage(cursors, actor.companyId, operations.list.name, page, read, (row) => row.id);
    },

    update: (call, input) => changeMember(call, input, "anyone"),

    disable: async (call, input) => ({ ...(await changeMember(call, input, "members")), operation_id: call.operationId }),

    async rename({ actor, tx, emit }, { name }) {
      const member = await store.findForUpdate(tx, actor.companyId, "id", actor.userId);
      if (!member) throw notFound("Member");
      const changed = { ...member, name };
      await store.update(tx, actor.companyId, changed);
      await emit(memberUpdated, { subjectId: member.id, data: { name }, changes: differences(member, changed) });
      return changed;
    },

    async notices({ actor, tx }) {
      const found = await findNotices(tx, actor.companyId, actor.userId);
      const link = found?.link_made_at && found.link_made_by ? { by: found.link_made_by, made_at: found.link_made_at } : null;
      return { verify_email: services.sendsMail && found?.is_verified === false, password_link: link };
    },

    sendVerification: (call) => verification.send(call),

    mintVerification: (call, { id }) => verification.mint(call, id),

    verifyEmail: (call, { token }) => verification.verify(call, token),
  });
}
