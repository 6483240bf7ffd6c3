import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { forbidden, invalid, notFound } from "../../../kernel/errors.ts";
import type { Changes } from "../../../kernel/event.ts";
import { newId } from "../../../platform/random.ts";
import { readMoment } from "@kith/filter/values";
import type { CompanySchema } from "../../types/index.ts";
import { noteActivity, recountActivity } from "../activity.ts";
import { activityDeleted, activityJoined, activityLogged, activityUpdated } from "../events.ts";
import { type ActivityKind, recordId } from "../inputs.ts";
import { ownerOf } from "../notes/notes.ts";
import { settingOf } from "../write/read-by-format.ts";
import { referTo } from "../write/refer.ts";
import { isSame } from "../write/save.ts";
import type { RecordRow } from "../row.ts";
import { followUp, type FollowUp } from "./follow-up.ts";
import * as store from "./store.ts";

const PERSON = "contact";
/** Clocks of browsers and assistants differ from ours. */
const MAX_AHEAD_MS = 300_000;

export interface GivenActivity {
  kind: ActivityKind;
  outcome: string;
  at?: string | undefined;
  duration_minutes?: number | undefined;
  people: string[];
  follow_up?: FollowUp | undefined;
}

/** Writes an activity on a record, with its events, and the task that follows it up. */
export async function logActivityOn(call: Call<Member>, schema: CompanySchema, record: RecordRow, given: GivenActivity, pointer = "") {
  const { actor, tx, clock } = call;
  const at = given.at === undefined ? clock.now() : momentOf(call, schema, given.at, pointer);
  const people = await contactsNamed(call, schema, given.people, pointer);
  const row: store.NewActivity = {
    id: newId(),
    record_id: record.id,
    author_id: actor.userId,
    kind: given.kind,
    at,
    duration_minutes: given.duration_minutes ?? null,
    outcome: given.outcome,
  };
  await store.insert(
    tx,
    actor.companyId,
    row,
    people.map((one) => one.id),
    clock.now(),
  );
  const touched = [record, ...people.filter((one) => one.id !== record.id)];
  await noteActivity(
    tx,
    actor.companyId,
    touched.map(({ id }) => ({ id, at })),
  );
  await call.emit(activityLogged, { subjectId: record.id, data: about(schema, record, row) });
  await tellPeople(call, schema, touched.slice(1), row);
  const task = given.follow_up ? await followUp(call, schema, record, row.kind, given.follow_up) : null;
  return { id: row.id, task };
}

export interface ChangedActivity extends Partial<Pick<GivenActivity, "kind" | "outcome" | "at" | "people">> {
  duration_minutes?: number | null | undefined;
}

/** Changes an activity of the record, or of one that was merged into it. Only its author and Admins may. */
export async function updateActivityOf(
  call: Call<Member>,
  schema: CompanySchema,
  record: RecordRow,
  id: string,
  given: ChangedActivity,
): Promise<void> {
  const { old, owner } = await mine(call, record, id, "change");
  const people = given.people && (await contactsNamed(call, schema, given.people, ""));
  const next: store.ActivityRow = {
    ...old,
    kind: given.kind ?? old.kind,
    outcome: given.outcome ?? old.outcome,
    at: given.at === undefined ? old.at : momentOf(call, schema, given.at, ""),
    duration_minutes: given.duration_minutes === undefined ? old.duration_minutes : given.duration_minutes,
    people: people?.map(({ id: one, title }) => ({ id: one, title })).toSorted((one, other) => (one.id < other.id ? -1 : 1)) ?? old.people,
  };
  const changes = await rewrite(call, schema, old, next);
  if (Object.keys(changes).length === 0) return;
  await call.emit(activityUpdated, { subjectId: owner.id, data: about(schema, owner, next), changes });
  const before = idsOf(old);
  const added = (people ?? []).filter((one) => !before.includes(one.id) && one.id !== owner.id);
  await tellPeople(call, schema, added, next);
}

/** Deletes an activity of the record. Undo brings it back. */
export async function deleteActivityOf(call: Call<Member>, schema: CompanySchema, record: RecordRow, id: string): Promise<void> {
  const { old, owner } = await mine(call, record, id, "delete");
  await store.mark(call.tx, call.actor.companyId, [id], call.clock.now());
  await recountActivity(call, schema, [owner.id, ...idsOf(old)]);
  await call.emit(activityDeleted, { subjectId: owner.id, data: about(schema, owner, old) });
}

/** Writes what is different, and answers it. */
export async function rewrite(
  call: Call<Member>,
  schema: CompanySchema,
  old: store.ActivityRow,
  next: store.ActivityRow,
): Promise<Changes> {
  const [from, to] = [shown(old), shown(next)];
  const changes: Changes = Object.fromEntries(
    Object.entries(to).flatMap(([key, value]) => (isSame(from[key], value) ? [] : [[key, [from[key], value]]])),
  );
  if (Object.keys(changes).length === 0) return changes;
  await store.update(call.tx, call.actor.companyId, next, changes["people"] ? idsOf(next) : undefined, call.clock.now());
  // Also where it came from: it may have happened earlier, or without them.
  if (changes["at"] || changes["people"]) await recountActivity(call, schema, [...new Set([old.record_id, ...idsOf(old), ...idsOf(next)])]);
  return changes;
}

/** As the event log keeps it. */
export const shown = ({ kind, at, duration_minutes, outcome, people }: store.ActivityRow): Record<string, unknown> => ({
  kind,
  at: at.toISOString(),
  duration_minutes,
  outcome,
  people: people.map(({ id }) => recordId.encode(id)),
});

const about = (schema: CompanySchema, record: RecordRow, { id, kind }: Pick<store.ActivityRow, "id" | "kind">) => ({
  name: record.title,
  type: schema.byId.get(record.type_id)?.key ?? "",
  activity: id,
  kind,
});

export const idsOf = ({ people }: store.ActivityRow) => people.map(({ id }) => id);

async function mine(call: Call<Member>, record: RecordRow, id: string, verb: string) {
  const { actor, tx } = call;
  const old = await store.lock(tx, actor.companyId, id);
  const owner = old && (await ownerOf(tx, actor.companyId, record, old.record_id));
  if (!old || !owner) throw notFound("Activity");
  if (old.author_id !== actor.userId && actor.role !== "admin")
    throw forbidden("not_yours", `Only who logged an activity or an Admin can ${verb} it. Write a note instead.`);
  return { old, owner };
}

const tellPeople = (call: Call<Member>, schema: CompanySchema, people: RecordRow[], row: Pick<store.ActivityRow, "id" | "kind">) =>
  call.emitAll(
    activityJoined,
    people.map((one) => ({ subjectId: one.id, data: about(schema, one, row) })),
  );

async function contactsNamed(call: Call<Member>, schema: CompanySchema, names: string[], pointer: string): Promise<RecordRow[]> {
  const type = schema.byKey.get(PERSON);
  if (names.length === 0) return [];
  if (!type) throw invalid([{ pointer: `${pointer}/people`, message: "This company has no contacts." }]);
  const found = await referTo(call, schema, type, names, `${pointer}/people`);
  return [...new Map(found.map((row) => [row.id, row])).values()];
}

/** When it happened: in the company's time zone, unless the text names one. */
function momentOf(call: Call<Member>, schema: CompanySchema, text: string, pointer: string): Date {
  const { formats, moment } = settingOf(call, schema);
  const reading = readMoment(text, formats, moment);
  if (!("value" in reading)) throw invalid([{ pointer: `${pointer}/at`, message: reading.problem }]);
  const at = new Date(reading.value).getTime();
  if (at > moment.now + MAX_AHEAD_MS)
    throw invalid([
      { pointer: `${pointer}/at`, message: "An activity has happened already.", hint: "Plan what comes as a task with a due date." },
    ]);
  return new Date(Math.min(at, moment.now));
}
