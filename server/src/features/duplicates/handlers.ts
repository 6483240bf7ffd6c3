import { invalid, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import type { Cursors } from "../../platform/cursors.ts";
import { findRecords, presentRecords, typeNamed } from "../records/index.ts";
import type { Schemas, TypeDefinition } from "../types/index.ts";
import { duplicateDismissed, duplicateReopened } from "./events.ts";
import { findPairs, type Position } from "./find-pairs.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

export function duplicateHandlers({ schemas, cursors }: { schemas: Schemas; cursors: Cursors }) {
  return handle(operations, {
    async list(call, { type: name, limit, cursor }) {
      const { tx, actor } = call;
      const schema = await schemas.of(call);
      const type = typeNamed(schema, name);
      const list = `duplicates\n${type.id}`;
      const start = cursor ? (JSON.parse(cursors.open(actor.companyId, list, cursor)) as Position) : undefined;
      const { found, next } = await findPairs(call, type, start, limit);
      const ids = [...new Set(found.flatMap(({ one, other }) => [one, other]))];
      const rows = ids.length > 0 ? await findRecords(tx, actor.companyId, ids) : [];
      const records = new Map((await presentRecords(tx, actor.companyId, schema, rows)).map((record) => [record.id, record]));
      return {
        items: found.flatMap(({ one, other, strength, reasons }) => {
          const [first, second] = [records.get(one), records.get(other)];
          return first && second ? [{ strength, reasons, records: [differing(type, first, second), differing(type, second, first)] }] : [];
        }),
        next_cursor: next ? cursors.seal(actor.companyId, list, JSON.stringify(next)) : null,
      };
    },

    async dismiss(call, { type: name, record, other, is_dismissed: isDismissed }) {
      const { tx, actor, clock } = call;
      const type = typeNamed(await schemas.of(call), name);
      if (record === other) throw invalid([{ pointer: "/other", message: "Name two different records." }]);
      const [one = record, two = other] = [record, other].sort();
      const rows = (await findRecords(tx, actor.companyId, [one, two])).filter((row) => row.type_id === type.id && !row.deleted_at);
      const [first, second] = [one, two].map((id) => rows.find((row) => row.id === id));
      if (!first || !second) throw notFound("Record");
      const event = { subjectId: first.id, data: { name: first.title, type: type.key, other: second.id } };
      if (isDismissed) {
        if (await store.dismiss(tx, actor.companyId, one, two, actor.userId, clock.now())) await call.emit(duplicateDismissed, event);
      } else if (await store.reopen(tx, actor.companyId, one, two)) await call.emit(duplicateReopened, event);
      return { is_dismissed: isDismissed };
    },
  });
}

type Shown = Awaited<ReturnType<typeof presentRecords>>[number];

/** The record with only those values in which it differs from the other: what both have needs no decision. */
function differing(type: TypeDefinition, record: Shown, other: Shown) {
  const keys = type.fields.filter((field) => !field.isReadOnly).map((field) => field.key);
  const values = keys.flatMap((key) => {
    const isSame = JSON.stringify(record.values[key] ?? null) === JSON.stringify(other.values[key] ?? null);
    return isSame || record.values[key] === undefined ? [] : [[key, record.values[key]] as const];
  });
  return { id: record.id, title: record.title, values: Object.fromEntries(values) };
}
