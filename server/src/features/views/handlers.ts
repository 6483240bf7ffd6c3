import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { forbidden, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { checkView, typeNamed } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { viewCreated, viewDeleted, viewUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";
import { sharedViews, ownViews } from "./quotas.ts";

export interface Needs {
  schemas: Schemas;
  cursors: Cursors;
  quotas: Quotas;
  baseUrl: string;
}

export function viewHandlers({ schemas, cursors, quotas, baseUrl }: Needs) {
  const takePlace = (call: Call<Member>, isShared: boolean) => quotas.take(call, isShared ? sharedViews : ownViews);

  return handle(operations, {
    async list(call, { type, ...wanted }) {
      const { tx, actor } = call;
      const typeId = type ? typeNamed(await schemas.of(call), type).id : undefined;
      const read = (after: string | undefined, rows: number) =>
        store.list(tx, actor.companyId, actor.userId, typeId, after ? (JSON.parse(after) as store.Place) : undefined, rows);
      const placeOf = ({ position, id }: store.ViewRow) => JSON.stringify({ position, id } satisfies store.Place);
      return readPage(cursors, actor.companyId, `views\n${actor.userId}\n${typeId ?? ""}`, wanted, read, placeOf);
    },

    async create(call, { type: name, ...input }) {
      const { actor, tx, clock } = call;
      const schema = await schemas.of(call);
      const type = typeNamed(schema, name);
      await checkView(call, schema, type, input);
      await takePlace(call, input.is_shared);
      const row = { ...input, id: newId(), type: type.key, owner: { id: actor.userId, name: actor.name }, created_at: clock.now() };
      await store.insert(tx, actor.companyId, type.id, row);
      await call.emit(viewCreated, { subjectId: row.id, data: { name: row.name } });
      const url = `${baseUrl}/records/${type.key}?view=${operations.viewId.encode(row.id)}`;
      return { ...row, operation_id: call.operationId, url };
    },

    async update(call, { id, ...input }) {
      const row = await mine(call, id);
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const changed = { ...row, ...given };
      const schema = await schemas.of(call);
      await checkView(call, schema, typeNamed(schema, row.type), changed);
      if (changed.is_shared !== row.is_shared) await takePlace(call, changed.is_shared);
      await store.update(call.tx, call.actor.companyId, changed);
      await call.emit(viewUpdated, { subjectId: id, data: { name: changed.name } });
      return changed;
    },

    async remove(call, { id }) {
      const row = await mine(call, id);
      await store.remove(call.tx, call.actor.companyId, id);
      await call.emit(viewDeleted, { subjectId: id, data: { name: row.name } });
      return {};
    },
  });
}

/** A view that this member may change: their own, and as an Admin the shared ones. */
async function mine({ actor, tx }: Call<Member>, id: string): Promise<store.ViewRow> {
  const row = await store.find(tx, actor.companyId, actor.userId, id);
  if (!row) throw notFound("View");
  if (row.owner.id !== actor.userId && actor.role !== "admin")
    throw forbidden("not_yours", `Only ${row.owner.name} or an Admin can change this view. Save your own copy instead.`);
  return row;
}
