import { setImmediate } from "node:timers/promises";
import { nearestBudget, type NearestBudget } from "@kith/filter";
import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { FieldError } from "../../../kernel/errors.ts";
import type { Changes } from "../../../kernel/event.ts";
import { newId } from "../../../platform/random.ts";
import { findField, firstStage, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../../types/index.ts";
import { recordCreated, recordUpdated } from "../events.ts";
import { isForeign, moneyError } from "../money.ts";
import { type Read, readValue, refuseRetired } from "./field-values.ts";
import { settingOf, type ValueSetting } from "./read-by-format.ts";
import { type Stored, rowOf, valuesOf, type Links, type RecordRow, type Values } from "../row.ts";
import { identifiersOf, isIdentifying } from "./identifiers.ts";
import { unknownFieldError } from "../find-by-name.ts";
import { followSaved } from "../activity.ts";
import { refuseKnown } from "./known.ts";
import { stageTimes, timeChanges, type StageTimes } from "./stage-times.ts";
import { sizeError } from "./record-size.ts";
import { resolveReferences, type Draft } from "./references.ts";
import * as store from "../store.ts";
import { inParts, partsBy, refuseTooMuch, textIn, sizesOf } from "./text-size.ts";

/** A record to write: its current row (none for a new one) and the values to change. */
export interface RecordChange {
  old: { row: RecordRow; links: Links } | undefined;
  given: Record<string, unknown>;
  /** Values in stored form, from the event log or another record: they are not read again, so that each stays exactly what it was. */
  kept?: Record<string, unknown>;
  /** The times of its stage, where they are known: it comes from a record that was merged into this one. */
  stageTimes?: StageTimes;
  /** A new record is refused if its email, phone or domain is known. */
  isOnce?: boolean;
  pointer: string;
  /** Where one call does the work of several: see `Announcement`. */
  operationId?: string;
}

export interface Outcome {
  row: RecordRow;
  links: Links;
  isNew: boolean;
  fieldErrors: FieldError[];
}

/**
 * Creates and updates records of one type, one or a thousand, in a fixed number of statements (large texts in several parts): values are
 * read and checked, references resolved, rows, identifiers, links and events written. A change with field errors is left out and says why.
 */
export async function saveRecords(
  call: Call<Author>,
  schema: CompanySchema,
  type: TypeDefinition,
  changes: RecordChange[],
  most?: number,
): Promise<Outcome[]> {
  const outcomes = await planRecords(call, schema, type, changes, most);
  await writeRecords(call, schema, type, outcomes);
  return outcomes;
}

/** Writes what was planned in this transaction, without the changes that have field errors. */
export async function writeRecords(call: Call<Author>, schema: CompanySchema, type: TypeDefinition, outcomes: Planned[]): Promise<void> {
  const ready = outcomes.filter(
    ({ fieldErrors, isNew, changes }) => fieldErrors.length === 0 && (isNew || Object.keys(changes).length > 0),
  );
  for (const part of partsBy(ready, sizeOf)) await writePart(call, schema, type, part);
}

const sizeOf = ({ row, old }: Planned) => textIn(row.data) + (old ? textIn(old.row.data) : 0);

async function writePart(call: Call<Author>, schema: CompanySchema, type: TypeDefinition, ready: Planned[]): Promise<void> {
  const created = ready.filter((outcome) => outcome.isNew);
  const changed = ready.filter((outcome) => !outcome.isNew);

  await inOneGo(ready.length, [
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
  ]);
  // It reads the links that were just written.
  await followSaved(call, schema, type, ready);
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
  call: Call<Author>,
  schema: CompanySchema,
  type: TypeDefinition,
  changes: RecordChange[],
  most?: number,
): Promise<Planned[]> {
  const sizes = sizesOf(changes);
  // What the service itself writes was bounded when it came in, and must not stop for ever.
  if (call.actor.kind === "member") refuseTooMuch(sizes, most);
  const setting = settingOf(call, schema);
  const budget = nearestBudget();
  const drafts = await inParts(changes, sizes, (change) => readChange(schema, type, change, setting, budget));
  const fields = type.fields.filter((field) => !field.isReadOnly && (field.shape === "person" || field.shape === "record"));
  await resolveReferences(call.tx, call.actor, schema, fields, drafts);

  const now = call.clock.now();
  const planned = await inParts(changes, sizes, (change, at) =>
    plan(schema, type, change, drafts[at] ?? { values: {}, fieldErrors: [], pointer: "" }, now, call.actor),
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
  operationId: string | undefined;
}

const announce = (type: TypeDefinition, { row, changes, operationId }: Planned) => ({
  subjectId: row.id,
  data: { name: row.title, type: type.key },
  changes,
  ...(operationId ? { operationId } : {}),
});

// The same as for the rest of an input: a caller fixes the first few and tries again.
const MAX_ERRORS = 20;

/** Kept values may be those of read-only fields: undo sets the times of a stage back. */
interface Reader {
  read: (field: FieldDefinition, raw: unknown) => Read;
  isKept: boolean;
}

/** Field by field: known, writable, well formed. */
function readChange(
  schema: CompanySchema,
  type: TypeDefinition,
  change: RecordChange,
  setting: ValueSetting,
  budget: NearestBudget,
): Draft {
  const draft: Draft = { values: {}, fieldErrors: [], pointer: change.pointer };
  const asKept: Reader = { read: (_field, value) => ({ value: normal(value as Stored) }), isKept: true };
  const { old } = change;
  const had = (field: FieldDefinition) => (old ? valuesOf(type, old.row, old.links)[field.key] : undefined);
  const asGiven: Reader = {
    read: (field, raw) => refuseRetired(field, readValue(field, raw, setting, budget), () => had(field), budget),
    isKept: false,
  };
  for (const [values, reader] of [[change.kept ?? {}, asKept] as const, [change.given, asGiven] as const])
    for (const [name, raw] of Object.entries(values)) {
      if (draft.fieldErrors.length >= MAX_ERRORS) break;
      readField(schema, type, draft, name, budget, reader, raw);
    }
  return draft;
}

/** One value: its field is known and writable, and it is well formed. */
function readField(
  schema: CompanySchema,
  type: TypeDefinition,
  draft: Draft,
  name: string,
  budget: NearestBudget,
  { read: reader, isKept }: Reader,
  raw: unknown,
): void {
  const field = findField(type, name);
  const pointer = `${draft.pointer}/${name}`;
  const refuse = (error: Omit<FieldError, "pointer">) => void draft.fieldErrors.push({ pointer, ...error });
  if (!field) return refuse(unknownFieldError(type, name, budget));
  if (field.isReadOnly && !isKept) {
    const { relation } = field;
    const hint = relation?.inverse ? { hint: `Set ${relation.inverse} on the ${relation.type} instead.` } : {};
    return refuse({ message: `${field.label} cannot be set.`, ...hint });
  }
  const read = reader(field, raw);
  if ("fieldError" in read) return refuse({ message: read.fieldError, ...(read.hint ? { hint: read.hint } : {}) });
  // The log may hold money in the currency that has become the company's own since.
  const value = isForeign(read.value) && read.value.currency === schema.formats.currency ? read.value.amount : read.value;
  const error = isForeign(value) ? moneyError(value, schema) : undefined;
  if (error) return refuse(error);
  draft.values[field.key] = value;
}

function plan(
  schema: CompanySchema,
  type: TypeDefinition,
  { old, given, pointer, stageTimes: known, operationId }: RecordChange,
  draft: Draft,
  now: Date,
  actor: Author,
): Planned {
  const isNew = old === undefined;
  const before: Values = old ? valuesOf(type, old.row, old.links) : {};
  const values: Values = { ...(isNew ? startingValues(type, actor) : before), ...draft.values };
  const changes: Changes = {};
  for (const field of type.fields.filter((one) => !one.isReadOnly)) {
    const [from, to] = [normal(before[field.key]), normal(values[field.key])];
    if (!isSame(from, to)) changes[field.key] = [from, to];
    const isMissing = to === null && field.isRequired && (isNew || field.key in draft.values);
    if (isMissing && !draft.fieldErrors.some((one) => one.pointer === `${pointer}/${field.key}`))
      draft.fieldErrors.push({ pointer: `${pointer}/${field.key}`, message: `${field.label} is required.` });
  }
  const base = old?.row ?? { id: newId(), version: 0, created_at: now, updated_at: now, deleted_at: null };
  const isChanged = Object.keys(changes).length > 0;
  const row = rowOf(schema, type, values, {
    ...base,
    version: isChanged ? base.version + 1 : base.version,
    updated_at: isChanged ? now : base.updated_at,
  });
  Object.assign(row, stageTimes(type, old?.row, row, draft.values, now), known);
  if (old) Object.assign(changes, timeChanges(type, old.row, row));
  // Undo and merge bring no text of their own, and what the service writes was bounded when it came in.
  const tooLarge = actor.kind === "member" && Object.keys(given).length > 0 ? sizeError(row, old?.row, pointer) : undefined;
  if (tooLarge) draft.fieldErrors.push(tooLarge);
  return { row, old, links: linksIn(type, values), isNew, fieldErrors: draft.fieldErrors, values, changes, operationId };
}

/** What a new record has unless told otherwise: who makes it owns it, and it begins at the first stage, on every surface. */
function startingValues(type: TypeDefinition, actor: Author): Values {
  const stage = firstStage(type);
  return {
    ...(actor.kind === "member" ? { owner: actor.userId } : {}),
    ...(type.stageField && stage !== undefined ? { [type.stageField]: stage } : {}),
  };
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
function writesAround(call: Call<Author>, type: TypeDefinition, outcomes: Planned[], isNew: boolean): Write[] {
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
