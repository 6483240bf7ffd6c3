import type { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { forbidden, invalid, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { parseInput } from "../../platform/parse-input.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import type { Schemas } from "../types/index.ts";
import { viewCreated, viewDeleted, viewUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";
import { subjectNamed, type Subject } from "./subject.ts";
import { sharedViews, ownViews } from "./quotas.ts";

const MAX_NAMED = 1_000;
const MAX_CANDIDATES = 5;

export interface Needs {
  schemas: Schemas;
  cursors: Cursors;
  quotas: Quotas;
  baseUrl: string;
}

export function viewHandlers({ schemas, cursors, quotas, baseUrl }: Needs) {
  const takePlace = (call: Call<Member>, isShared: boolean) => quotas.take(call, isShared ? sharedViews : ownViews);
  const urlOf = ({ path, parameter }: Subject, id: string) => `${baseUrl}${path}?${parameter}=${operations.viewId.encode(id)}`;

  async function create(call: Call<Member>, { type: name, ...input }: z.output<typeof operations.create.input>) {
    const { actor, tx, clock } = call;
    const subject = await subjectNamed(call, schemas, name);
    await subject.check(input);
    await takePlace(call, input.is_shared);
    const row = { ...input, id: newId(), type: subject.key, owner: { id: actor.userId, name: actor.name }, created_at: clock.now() };
    await store.insert(tx, actor.companyId, subject.typeId, row);
    await call.emit(viewCreated, { subjectId: row.id, data: { name: row.name } });
    return { ...row, operation_id: call.operationId, url: urlOf(subject, row.id) };
  }

  async function update(call: Call<Member>, row: store.ViewRow, input: Partial<store.ViewRow>) {
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const changed = { ...row, ...given };
    await (await subjectNamed(call, schemas, row.type)).check(changed);
    if (changed.is_shared !== row.is_shared) await takePlace(call, changed.is_shared);
    await store.update(call.tx, call.actor.companyId, changed);
    await call.emit(viewUpdated, { subjectId: row.id, data: { name: changed.name } });
    return changed;
  }

  async function remove(call: Call<Member>, row: store.ViewRow) {
    await store.remove(call.tx, call.actor.companyId, row.id);
    await call.emit(viewDeleted, { subjectId: row.id, data: { name: row.name } });
    return {};
  }

  return handle(operations, {
    async list(call, { type, ...wanted }) {
      const { tx, actor } = call;
      const typeId = type ? (await subjectNamed(call, schemas, type)).typeId : undefined;
      const read = (after: string | undefined, rows: number) =>
        store.list(tx, actor.companyId, actor.userId, typeId, after ? (JSON.parse(after) as store.Place) : undefined, rows);
      const placeOf = ({ position, id }: store.ViewRow) => JSON.stringify({ position, id } satisfies store.Place);
      return readPage(
        cursors,
        actor.companyId,
        `views\n${actor.userId}\n${typeId === null ? store.CONVERSATION : (typeId ?? "")}`,
        wanted,
        read,
        placeOf,
      );
    },

    create,
    update: async (call, { id, ...input }) => update(call, await mine(call, id), input),
    remove: async (call, { id }) => remove(call, await mine(call, id)),

    async save(call, { type: typeName, view, is_deleted: isDeleted, ...input }) {
      const subject = await subjectNamed(call, schemas, typeName);
      const { operationId } = call;
      if (view === undefined) {
        if (isDeleted) throw invalid([{ pointer: "/view", message: "Name the view to remove." }]);
        const given = parseInput(operations.create.input, { ...input, type: subject.key }) as z.output<typeof operations.create.input>;
        const { id, name, url } = await create(call, given);
        return { id, name, url, operation_id: operationId };
      }
      const row = await mine(call, await viewNamed(call, subject, view));
      if (isDeleted) await remove(call, row);
      const { id, name } = isDeleted ? row : await update(call, row, input);
      return { id, name, url: isDeleted ? null : urlOf(subject, id), operation_id: operationId };
    },
  });
}

/** The id of the only view of a type that is called so, of those that this member sees. */
async function viewNamed({ actor, tx }: Call<Member>, { typeId }: Subject, name: string): Promise<string> {
  const parsed = operations.viewId.safeDecode(name);
  if (parsed.success) return parsed.data;
  const views = await store.list(tx, actor.companyId, actor.userId, typeId, undefined, MAX_NAMED);
  const called = views.filter((view) => view.name.toLowerCase() === name.trim().toLowerCase());
  const own = called.filter((view) => view.owner.id === actor.userId);
  const [row, second] = own.length > 0 ? own : called;
  if (row && !second) return row.id;
  const message = row ? `${called.length} views have this name. Give an id.` : "There is no view of this name.";
  const candidates = (row ? called : views).slice(0, MAX_CANDIDATES);
  throw invalid([
    { pointer: "/view", message, candidates: candidates.map((one) => ({ id: operations.viewId.encode(one.id), detail: one.name })) },
  ]);
}

/** A view that this member may change: their own, and as an Admin the shared ones. */
async function mine({ actor, tx }: Call<Member>, id: string): Promise<store.ViewRow> {
  const row = await store.find(tx, actor.companyId, actor.userId, id);
  if (!row) throw notFound("View");
  if (row.owner.id !== actor.userId && actor.role !== "admin")
    throw forbidden("not_yours", `Only ${row.owner.name} or an Admin can change this view. Save your own copy instead.`);
  return row;
}
