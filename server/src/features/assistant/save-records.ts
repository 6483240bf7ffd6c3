import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid, type FieldError } from "../../kernel/errors.ts";
import {
  addNoteTo,
  allKeysOf,
  lockWithLinks,
  logActivityOn,
  presentRecords,
  recognise,
  referencesTo,
  saveRecords,
  showStored,
  type RecordRow,
  type RecordChange,
} from "../records/index.ts";
import { findField, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../types/index.ts";
import { relatedCreator } from "./create-related.ts";

interface Item {
  record?: string | undefined;
  values: Record<string, unknown>;
  note?: string | undefined;
  activity?: { kind: "call" | "meeting" | "email"; at?: string | undefined; minutes?: number | undefined; people: string[] } | undefined;
}

interface Wanted {
  records: Item[];
  match?: string | undefined;
  allow_duplicate: boolean;
  dry_run: boolean;
}

interface Result {
  status: "created" | "updated" | "noted" | "unchanged" | "failed";
  id: string | null;
  title: string | null;
  values: Record<string, unknown>;
  errors: FieldError[];
}

/** Creates and changes records by name, each with an optional note. Each item has its own result; if none can be saved, it is an error. */
export async function saveForAssistant(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  { records: items, match, dry_run: isDryRun, allow_duplicate: isDuplicateAllowed }: Wanted,
) {
  if (isDryRun) await call.tx.query("savepoint dry_run");
  const results: Result[] = items.map(() => ({ status: "failed", id: null, title: null, values: {}, errors: [] }));
  const { ids, fieldErrors: unclear } = await referencesTo(
    call,
    schema,
    type,
    items.flatMap((item) => item.record ?? []),
  );
  const known = match ? await matched(call, type, match, items) : [];
  const locked = await lockWithLinks(call, schema, [...ids.values(), ...known.flatMap((one) => one.ids)]);

  const { replaceNew, created } = relatedCreator(call, schema, isDuplicateAllowed);
  const values = await replaceNew(
    type,
    items.map((item, at) => ({ values: item.values, pointer: `/records/${at}/values` })),
  );
  const changes: { at: number; change: RecordChange }[] = [];
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    const [id, ...others] = item.record ? [ids.get(item.record)] : (known[at]?.ids ?? []);
    const keys = known[at]?.keys ?? [];
    const old = id ? locked.get(id) : undefined;
    const unclearOne = item.record ? unclear.get(item.record) : others.length > 0 ? SEVERAL : undefined;
    const fieldError =
      unclearOne ?? (item.record || id ? cannotChange(old?.row, seen) : keys.some((key) => seen.has(key)) ? TWICE : undefined);
    if (fieldError) results[at]?.errors.push({ pointer: `/records/${at}/record`, ...fieldError });
    else changes.push({ at, change: { old, given: values[at] ?? {}, isOnce: !isDuplicateAllowed, pointer: `/records/${at}/values` } });
    for (const one of [id ?? [], keys].flat()) seen.add(one);
  }
  const outcomes = await saveRecords(
    call,
    schema,
    type,
    changes.map((one) => one.change),
  );
  for (const [index, { row, isNew, fieldErrors }] of outcomes.entries()) {
    const { at, change } = changes[index] ?? { at: 0, change: undefined };
    const { note, activity } = items[at] ?? {};
    const isSaved = fieldErrors.length === 0;
    if (isSaved && activity) {
      const given = { ...activity, outcome: note ?? "", duration_minutes: activity.minutes };
      await logActivityOn(call, schema, row, given, `/records/${at}/activity`);
    } else if (isSaved && note) await addNoteTo(call, schema, row, { text: note, format: "markdown" });
    const isChanged = isNew || row.version !== change?.old?.row.version;
    results[at] = {
      status: isSaved ? (isNew ? "created" : isChanged ? "updated" : (note ?? activity) ? "noted" : "unchanged") : "failed",
      id: isSaved && !(isDryRun && isNew) ? row.id : null,
      title: row.title || null,
      values: isSaved ? showStored(schema, type, change?.given ?? {}, row) : {},
      errors: fieldErrors.map(presentError),
    };
  }
  // A new related record without the record that it was made for would be left over.
  if (created.length > 0 ? results.some(isFailed) : results.every(isFailed))
    throw invalid(results.flatMap((result) => result.errors).slice(0, MAX_ERRORS));
  await nameRelated(
    call,
    schema,
    type,
    outcomes.flatMap(({ row, isNew }, index) => {
      const { at = 0, change } = changes[index] ?? {};
      const result = results[at];
      return result && !isFailed(result) ? { row, result, given: isNew ? undefined : Object.keys(change?.given ?? {}) } : [];
    }),
  );
  if (isDryRun) await call.tx.query("rollback to savepoint dry_run");
  const isDone = !isDryRun && results.some(({ status }) => status !== "failed" && status !== "unchanged");
  return { operation_id: isDone ? call.operationId : null, results, ...(created.length > 0 && !isDryRun ? { also_created: created } : {}) };
}

interface Named {
  row: RecordRow;
  result: Result;
  /** The names of the changed values; none of a new record, which shows all that it is related to. */
  given: string[] | undefined;
}

/** Shows whom and what a record belongs to now: who reads "created" asks that next. */
async function nameRelated(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, saved: Named[]): Promise<void> {
  const related = type.fields.filter(({ shape, isReadOnly }) => (shape === "person" || shape === "record") && !isReadOnly);
  const wanted = saved.filter(({ given }) => !given || given.some((name) => related.includes(findField(type, name) as FieldDefinition)));
  const shown = await presentRecords(
    call.tx,
    call.actor.companyId,
    schema,
    wanted.map(({ row }) => row),
    related.map(({ key }) => key),
  );
  const valuesOf = new Map(shown.map(({ id, values }) => [id, values]));
  for (const { row, result, given } of wanted)
    for (const [key, value] of Object.entries(valuesOf.get(row.id) ?? {})) {
      const isBlank = value === null || (Array.isArray(value) && value.length === 0);
      if (given ? given.some((name) => findField(type, name)?.key === key) : !isBlank) result.values[key] = value;
    }
}

/** A record that stands in the way is a candidate: its title is anyone's text, and stands apart from our message. */
const presentError = ({
  pointer,
  message,
  hint,
  record,
  candidates = record && [{ id: record.id, detail: record.title }],
}: FieldError): FieldError => ({
  pointer,
  message,
  ...(hint ? { hint } : {}),
  ...(candidates ? { candidates } : {}),
});

const isFailed = (result: Result) => result.status === "failed";

/** One for each of a hundred records. */
const MAX_ERRORS = 100;

const SEVERAL = { message: "Several records have that value.", hint: "Merge them, or name one in `record`." };

const TWICE = { message: "The same record comes twice in this call. Give all its values at once." };

/** What items without a reference are matched by, and the records they mean. */
async function matched(call: Call<Member>, type: TypeDefinition, match: string, items: Item[]) {
  const values = items.map((item) => (item.record ? {} : item.values));
  const found = await recognise(call, type, match, values);
  return values.map((given, at) => ({ ids: found[at] ?? [], keys: allKeysOf(type, match, given) }));
}

/** Why a record cannot be changed: it went to the trash while we waited for its lock, or it occurs twice in this call. */
function cannotChange(row: RecordRow | undefined, seen: Set<string>): { message: string } | undefined {
  if (!row || row.deleted_at) return { message: "The record has just been moved to the trash." };
  return seen.has(row.id) ? TWICE : undefined;
}
