import { setImmediate } from "node:timers/promises";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { FieldError } from "../../../kernel/errors.ts";
import type { Changes } from "../../../kernel/event.ts";
import { newId } from "../../../platform/random.ts";
import { findField, type CompanySchema, type TypeDefinition } from "../../types/index.ts";
import { recordCreated, recordUpdated } from "../events.ts";
import { readValue } from "./field-values.ts";
import { type Stored, rowOf, valuesOf, type Links, type RecordRow, type Values } from "../row.ts";
import { identifiersOf, isIdentifying } from "./identifiers.ts";
import { unknownFieldError } from "../find-by-name.ts";
import { followTasks } from "./activity.ts";
import { refuseKnown } from "./known.ts";
import { stageTimes, timeChanges, type StageTimes } from "./stage-times.ts";
import { resolveReferences, type Draft } from "./references.ts";
import * as store from "../store.ts";

/** A record to write: its current row (none for a new one) and the values to change. */
export interface RecordChange {
  old: { row: RecordRow; links: Links } | undefined;
  given: Record<string, unknown>;
  /** The values come from the event log in stored form: they are not parsed again, so that undo restores them exactly. */
  isKept?: boolean;
  /** The times of its stage, where they are known: it comes from a record that was merged into this one. */
  stageTimes?: StageTimes;
  /** A new record is refused if its email, phone or domain is known. */
  isOnce?: boolean;
  pointer: string;
}

export interface Outcome {
  row: RecordRow;
  links: Links;
  isNew: boolean;
  fieldErrors: FieldError[];
}

/**
 * Creates and updates records of one type, one or a thousand, in a fixed number of statements: values are read and checked,
 * references resolved, rows, identifiers, links and events written. A change with field errors is left out and says why.
 */
export async function saveRecords(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  changes: RecordChange[],
): Promise<Outcome[]> {
  const outcomes = await planRecords(call, schema, type, changes);
  const ready = outcomes.filter((outcome) => outcome.fieldErrors.length === 0);
  const created = ready.filter((outcome) => outcome.isNew);
  const changed = ready.filter((outcome) => !outcome.isNew && Object.keys(outcome.changes).length > 0);

  await inOneGo(changes.length, [
    () =>
      created.length > 0 &&
      store.insert(
        call.tx,
        call.actor.companyId,
        created.map((one) => one.row),
      ),
    () =>
      changed.length > 0 &&
      store.update(
        call.tx,
        call.actor.companyId,
        changed.map((one) => one.row),
      ),
    ...writesAround(call, type, created, true),
    ...writesAround(call, type, changed, false),
    () =>
      call.emitAll(
        recordCreated,
        created.map((one) => announce(type, one)),
      ),
    () =>
      call.emitAll(
        recordUpdated,
        changed.map((one) => announce(type, one)),
      ),
    () => followTasks(call, schema, type, [...created, ...changed]),
  ]);
  return outcomes;
}

const MANY = 100;
type Write = () => Promise<unknown> | false;

/**
 * Sends statements without waiting for answers: one round trip for one record; for many, PostgreSQL runs a statement while we
 * prepare the next.
 */
async function inOneGo(rows: number, writes: Write[]): Promise<void> {
  const sent: (Promise<unknown> | false)[] = [];
  for (const write of writes) {
    const answer = write();
    if (answer) answer.catch(() => undefined); // reported below, by the first that failed
    sent.push(answer);
    if (rows >= MANY) await setImmediate();
  }
  for (const answer of sent) await answer;
}

/** What saving would change, without writing anything. */
export async function planRecords(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  changes: RecordChange[],
): Promise<Planned[]> {
  const drafts = changes.map((change) => readChange(type, change));
  const fields = type.fields.filter((field) => !field.isReadOnly && (field.shape === "person" || field.shape === "record"));
  await resolveReferences(call.tx, call.actor, schema, fields, drafts);

  const now = call.clock.now();
  const planned = changes.map((change, at) =>
    plan(type, change, drafts[at] ?? { values: {}, fieldErrors: [], pointer: "" }, now, call.actor),
  );
  await refuseKnown(
    call,
    type,
    planned.map((one, at) => ({ planned: one, pointer: changes[at]?.pointer ?? "", isOnce: changes[at]?.isOnce ?? false })),
  );
  return planned;
}

interface Planned extends Outcome {
  old: RecordChange["old"];
  values: Values;
  changes: Changes;
}

const announce = (type: TypeDefinition, { row, changes }: Planned) => ({
  subjectId: row.id,
  data: { name: row.title, type: type.key },
  changes,
});

/** Field by field: known, writable, well formed. */
function readChange(type: TypeDefinition, change: RecordChange): Draft {
  const draft: Draft = { values: {}, fieldErrors: [], pointer: change.pointer };
  for (const [name, raw] of Object.entries(change.given)) {
    const field = findField(type, name);
    const pointer = `${change.pointer}/${name}`;
    if (!field) {
      draft.fieldErrors.push({ pointer, ...unknownFieldError(type, name) });
      continue;
    }
    if (field.isReadOnly && !change.isKept) {
      draft.fieldErrors.push({
        pointer,
        message: `${field.label} cannot be set.`,
        ...(field.relation?.inverse ? { hint: `Set ${field.relation.inverse} on the ${field.relation.type} instead.` } : {}),
      });
      continue;
    }
    const read = change.isKept ? { value: raw as Stored } : readValue(field, raw);
    if ("fieldError" in read) draft.fieldErrors.push({ pointer, message: read.fieldError, ...(read.hint ? { hint: read.hint } : {}) });
    else draft.values[field.key] = read.value;
  }
  return draft;
}

function plan(type: TypeDefinition, { old, pointer, stageTimes: known }: RecordChange, draft: Draft, now: Date, actor: Member): Planned {
  const isNew = old === undefined;
  const before: Values = old ? valuesOf(type, old.row, old.links) : {};
  const values: Values = { ...before, ...(isNew ? { owner: actor.userId } : {}), ...draft.values };
  const changes: Changes = {};
  for (const field of type.fields.filter((one) => !one.isReadOnly)) {
    const [from, to] = [normal(before[field.key]), normal(values[field.key])];
    if (!isSame(from, to)) changes[field.key] = [from, to];
    const isMissing = to === null && field.isRequired && (isNew || field.key in draft.values);
    if (isMissing && !draft.fieldErrors.some((one) => one.pointer === `${pointer}/${field.key}`))
      draft.fieldErrors.push({ pointer: `${pointer}/${field.key}`, message: `${field.label} is needed.` });
  }
  const base = old?.row ?? { id: newId(), version: 0, created_at: now, updated_at: now, deleted_at: null };
  const isChanged = Object.keys(changes).length > 0;
  const row = rowOf(type, values, {
    ...base,
    version: isChanged ? base.version + 1 : base.version,
    updated_at: isChanged ? now : base.updated_at,
  });
  Object.assign(row, stageTimes(type, old?.row, row, draft.values, now), known);
  if (old) Object.assign(changes, timeChanges(type, old.row, row));
  return { row, old, links: linksIn(type, values), isNew, fieldErrors: draft.fieldErrors, values, changes };
}

const normal = (value: Stored | undefined): Stored => (value === undefined || (Array.isArray(value) && value.length === 0) ? null : value);
export const isSame = (one: unknown, other: unknown) =>
  one === other ||
  (typeof one === "object" && typeof other === "object" && one !== null && other !== null && JSON.stringify(one) === JSON.stringify(other));

function linksIn(type: TypeDefinition, values: Values): Links {
  const relations = type.fields.filter((field) => field.shape === "record" && values[field.key]);
  return Object.fromEntries(relations.map((field) => [field.key, values[field.key] as string[]]));
}

/** The other tables: identifiers and links of the fields that changed. */
function writesAround(call: Call<Member>, type: TypeDefinition, outcomes: Planned[], isNew: boolean): Write[] {
  const { companyId } = call.actor;
  const identifying = type.fields.filter(isIdentifying);
  return [
    () => {
      const recognised = outcomes.filter((one) => identifying.some((field) => one.changes[field.key]));
      const identifiers = recognised.flatMap(({ row, values }) =>
        identifiersOf(type, values).map((one) => ({ ...one, type_id: type.id, record_id: row.id })),
      );
      return store.replaceIdentifiers(
        call.tx,
        companyId,
        recognised.map((one) => one.row.id),
        identifiers,
        isNew,
      );
    },
    () => {
      const ends: Omit<store.LinkRow, "to_id">[] = [];
      const rows: store.LinkRow[] = [];
      for (const field of type.fields) {
        if (field.place.kind !== "links" || field.isReadOnly) continue;
        const fieldId = field.place.fieldId;
        for (const { row, links, changes } of outcomes) {
          if (!changes[field.key]) continue;
          ends.push({ field_id: fieldId, from_id: row.id });
          rows.push(...(links[field.key] ?? []).map((to) => ({ field_id: fieldId, from_id: row.id, to_id: to })));
        }
      }
      return store.replaceLinks(call.tx, companyId, ends, rows, isNew);
    },
  ];
}
