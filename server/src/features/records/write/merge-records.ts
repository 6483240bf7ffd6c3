import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError, invalid, notFound } from "../../../kernel/errors.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { recordMerged } from "../events.ts";
import { recordId } from "../operations.ts";
import { readLinks } from "../links.ts";
import { valuesOf, type RecordRow, type Values } from "../row.ts";
import { recountActivity } from "../activity.ts";
import { refusalOf } from "./known.ts";
import { saveRecords, type Outcome, type RecordChange } from "./save.ts";
import * as store from "../store.ts";
import { MAX_SET_BACK } from "./text-size.ts";

interface Wanted {
  into: string;
  from: string[];
  values?: Record<string, unknown> | undefined;
}

/**
 * Merges several records into one. It keeps its values, blanks are filled, lists are joined, and relations to the others now point to
 * it. The others go to the trash with a pointer to it; their notes and history are shown with it. All changes belong to one
 * operation, so undo reverts the merge.
 */
export async function mergeRecords(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, wanted: Wanted): Promise<Outcome> {
  const { actor, tx } = call;
  const ids = [wanted.into, ...wanted.from];
  if (new Set(ids).size !== ids.length) throw invalid([{ pointer: "/from", message: "A record cannot be merged into itself." }]);
  const rows = (await store.lock(tx, actor.companyId, ids)).filter((row) => row.type_id === type.id && !row.deleted_at);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const into = byId.get(wanted.into);
  const from = wanted.from.flatMap((id) => byId.get(id) ?? []);
  if (!into || from.length !== wanted.from.length) throw notFound("Record");

  const links = await readLinks(tx, actor.companyId, schema, rows);
  const valuesBy = (row: RecordRow) => valuesOf(type, row, links.get(row.id) ?? {});
  const kept = joinValues(type, valuesBy(into), from.map(valuesBy));
  const now = call.clock.now();
  // First: the record that stays may take over a unique value of one that goes.
  await store.mark(
    tx,
    actor.companyId,
    from.map((row) => ({ id: row.id, version: row.version + 1, updated_at: now, deleted_at: now, merged_into: into.id })),
  );
  const given = wanted.values ?? {};
  const [outcome] = await saveRecords(call, schema, type, [
    { old: { row: into, links: links.get(into.id) ?? {} }, kept, given, pointer: "/values", ...timesFrom(into, from, wanted, type) },
  ]);
  if (!outcome || outcome.fieldErrors.length > 0) throw refusalOf(outcome?.fieldErrors ?? []);

  await pointAtOne(
    call,
    schema,
    into.id,
    from.map((row) => row.id),
  );
  await recountActivity(call, schema, [into.id]);
  await call.emitAll(
    recordMerged,
    from.map((row) => ({ subjectId: row.id, data: { name: row.title, type: type.key, into: into.id } })),
  );
  return outcome;
}

/** A record without a stage takes that of another, and the times of it. */
function timesFrom(into: RecordRow, from: RecordRow[], { values = {} }: Wanted, type: TypeDefinition): Pick<RecordChange, "stageTimes"> {
  const donor = from.find((row) => row.stage !== null);
  if (into.stage !== null || !donor || (type.stageField ?? "") in values) return {};
  return { stageTimes: { stage_entered_at: donor.stage_entered_at, won_at: donor.won_at, lost_at: donor.lost_at } };
}

/** The values of the merged record: lists joined, blanks filled from the first record that has a value. */
function joinValues(type: TypeDefinition, into: Values, others: Values[]): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const field of type.fields) {
    if (field.isReadOnly) continue;
    const all = [into, ...others].flatMap((values) => values[field.key] ?? []);
    const first = [into, ...others].find((values) => (values[field.key] ?? null) !== null)?.[field.key];
    const value = field.isMulti ? [...new Set(all)] : first;
    if (value !== undefined && value !== null && JSON.stringify(value) !== JSON.stringify(into[field.key])) given[field.key] = value;
  }
  return given;
}

/** Relations to one of the merged records now point to the kept one. */
async function pointAtOne(call: Call<Member>, schema: CompanySchema, into: string, from: string[]): Promise<void> {
  const { actor, tx } = call;
  const found = (await store.links(tx, actor.companyId, from)).filter((link) => link.direction === "in");
  const pointing = (await store.lock(tx, actor.companyId, [...new Set(found.map((link) => link.other_id))])).filter(
    (row) => !from.includes(row.id),
  );
  const links = await readLinks(tx, actor.companyId, schema, pointing);
  for (const type of schema.types) {
    const changes: RecordChange[] = [];
    for (const row of pointing.filter((one) => one.type_id === type.id)) {
      const own = links.get(row.id) ?? {};
      const given: Record<string, unknown> = {};
      for (const field of type.fields) {
        const related = own[field.key];
        if (field.isReadOnly || !related?.some((id) => from.includes(id))) continue;
        given[field.key] = [...new Set(related.map((id) => (from.includes(id) ? into : id)))];
      }
      changes.push({ old: { row, links: own }, given, pointer: "" });
    }
    const failed =
      changes.length > 0
        ? (await saveRecords(call, schema, type, changes, MAX_SET_BACK)).find((one) => one.fieldErrors.length > 0)
        : undefined;
    // By id: a title may contain anyone's text, and a model would read it as part of our message.
    if (failed)
      throw new AppError(
        409,
        "cannot_merge",
        `${recordId.encode(failed.row.id)} cannot point at the merged record: ${failed.fieldErrors[0]?.message ?? "it cannot be changed."}`,
      );
  }
}
