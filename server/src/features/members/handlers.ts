import type { Member } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/database.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import type { Changes } from "../../kernel/event.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { endSessions } from "../sessions/index.ts";
import { rowOfFormats, type Schemas } from "../types/index.ts";
import { memberUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

export function memberHandlers({ cursors, schemas }: { cursors: Cursors; schemas: Schemas }) {
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

    async update({ actor, tx, clock, emit }, { id, role, disabled }) {
      const admins = await store.lockAdmins(tx, actor.companyId);
      const member = await findByReference(tx, actor, id);
      if (!member) throw notFound("Member");
      const disabledAt = disabled ? (member.disabled_at ?? clock.now()) : null;
      const changed = { ...member, role: role ?? member.role, disabled_at: disabled === undefined ? member.disabled_at : disabledAt };

      const remainsAdmin = changed.role === "admin" && !changed.disabled_at;
      if (!remainsAdmin && admins.every((admin) => admin === member.id)) {
        throw conflict("last_admin", "A company needs at least one Admin. Make someone else an Admin first.");
      }
      const changes = differences(member, changed);
      if (Object.keys(changes).length === 0) return member;
      await store.update(tx, actor.companyId, changed);
      if (changed.disabled_at) await endSessions(tx, actor.companyId, member.id);
      await emit(memberUpdated, { subjectId: member.id, data: { name: member.name }, changes });
      return changed;
    },

    async rename({ actor, tx, emit }, { name }) {
      const member = await store.findForUpdate(tx, actor.companyId, "id", actor.userId);
      if (!member) throw notFound("Member");
      const changed = { ...member, name };
      await store.update(tx, actor.companyId, changed);
      await emit(memberUpdated, { subjectId: member.id, data: { name }, changes: differences(member, changed) });
      return changed;
    },
  });
}

function findByReference(tx: Tx, actor: Member, reference: string) {
  return store.findForUpdate(tx, actor.companyId, reference.includes("@") ? "email" : "id", reference);
}

function differences(from: store.MemberRow, to: store.MemberRow): Changes {
  const changes: Changes = {};
  if (from.name !== to.name) changes["name"] = [from.name, to.name];
  if (from.role !== to.role) changes["role"] = [from.role, to.role];
  if (Boolean(from.disabled_at) !== Boolean(to.disabled_at)) changes["disabled"] = [Boolean(from.disabled_at), Boolean(to.disabled_at)];
  return changes;
}
