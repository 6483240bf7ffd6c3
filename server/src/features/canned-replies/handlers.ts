import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { forbidden, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { findRecords, presentRecords } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { cannedReplyCreated, cannedReplyDeleted, cannedReplyUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";
import { valueOf, type NamedContact } from "./values.ts";
import { sharedCannedReplies, ownCannedReplies } from "./quotas.ts";

export function cannedReplyHandlers({ quotas, schemas }: { quotas: Quotas; schemas: Schemas }) {
  const takePlace = (call: Call<Member>, isShared: boolean) => quotas.take(call, isShared ? sharedCannedReplies : ownCannedReplies);

  /** The contact of this id. A record of another type has no first name to greet by. */
  async function contactOf(call: Call<Member>, id: string | undefined): Promise<NamedContact | undefined> {
    if (id === undefined) return undefined;
    const { tx, actor } = call;
    const schema = await schemas.of(call);
    const [row] = await findRecords(tx, actor.companyId, [id]);
    if (!row || row.deleted_at || schema.byId.get(row.type_id)?.key !== "contact") throw notFound("Contact");
    return (await presentRecords(tx, actor.companyId, schema, [row]))[0];
  }

  return handle(operations, {
    async list({ tx, actor }) {
      return { items: (await store.list(tx, actor.companyId, actor.userId)).map((row) => present(actor, row)) };
    },

    async create(call, given) {
      const { tx, actor, clock } = call;
      await takePlace(call, given.is_shared);
      const row = { ...given, id: newId(), owner: { id: actor.userId, name: actor.name }, updated_at: clock.now() };
      await store.insert(tx, actor.companyId, row);
      await call.emit(cannedReplyCreated, { subjectId: row.id, data: { is_shared: row.is_shared } });
      return present(actor, row);
    },

    async update(call, { id, name, text, is_shared }) {
      const { tx, actor, clock } = call;
      const row = await mine(call, id);
      const changed = {
        ...row,
        name: name ?? row.name,
        text: text ?? row.text,
        is_shared: is_shared ?? row.is_shared,
        updated_at: clock.now(),
      };
      if (changed.is_shared !== row.is_shared) await takePlace(call, changed.is_shared);
      await store.update(tx, actor.companyId, changed);
      await call.emit(cannedReplyUpdated, { subjectId: id, data: { is_shared: changed.is_shared } });
      return present(actor, changed);
    },

    async remove(call, { id }) {
      const row = await mine(call, id);
      await store.remove(call.tx, call.actor.companyId, id);
      await call.emit(cannedReplyDeleted, { subjectId: id, data: { is_shared: row.is_shared } });
      return {};
    },

    async fill(call, { id, contact }) {
      const { tx, actor } = call;
      const row = await store.find(tx, actor.companyId, actor.userId, id);
      if (!row) throw notFound("Canned reply");
      const person = await contactOf(call, contact);
      return operations.fillVariables(row.text, (variable) => valueOf(variable, actor, person));
    },
  });
}

const mayChange = ({ userId, role }: Member, { owner }: store.CannedReplyRow) => owner.id === userId || role === "admin";

const present = (actor: Member, row: store.CannedReplyRow) => ({ ...row, can_change: mayChange(actor, row) });

/** One that this member may change: their own, and as an Admin the shared ones. */
async function mine({ tx, actor }: Call<Member>, id: string): Promise<store.CannedReplyRow> {
  const row = await store.lock(tx, actor.companyId, actor.userId, id);
  if (!row) throw notFound("Canned reply");
  if (!mayChange(actor, row))
    throw forbidden("not_yours", `Only ${row.owner.name} or an Admin can change this canned reply. Add your own instead.`);
  return row;
}
