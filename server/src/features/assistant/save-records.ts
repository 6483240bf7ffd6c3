import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { FieldError } from "../../kernel/errors.ts";
import { addNoteTo, lockWithLinks, referencesTo, saveRecords, showStored, type RecordRow, type RecordChange } from "../records/index.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";

interface Item {
  record?: string | undefined;
  values: Record<string, unknown>;
  note?: string | undefined;
}

interface Result {
  status: "created" | "updated" | "unchanged" | "failed";
  id: string | null;
  title: string | null;
  values: Record<string, unknown>;
  errors: FieldError[];
}

/** Creates and changes records by name, each with an optional note. Each item has its own result. */
export async function saveForAssistant(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  { records: items, dry_run: isDryRun }: { records: Item[]; dry_run: boolean },
) {
  if (isDryRun) await call.tx.query("savepoint dry_run");
  const results: Result[] = items.map(() => ({ status: "failed", id: null, title: null, values: {}, errors: [] }));
  const { ids, fieldErrors: unclear } = await referencesTo(
    call,
    schema,
    type,
    items.flatMap((item) => item.record ?? []),
  );
  const locked = await lockWithLinks(call, schema, [...ids.values()]);

  const changes: { at: number; change: RecordChange }[] = [];
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    const id = item.record ? ids.get(item.record) : undefined;
    const old = id ? locked.get(id) : undefined;
    const fieldError = item.record ? (unclear.get(item.record) ?? cannotChange(old?.row, seen)) : undefined;
    if (fieldError) results[at]?.errors.push({ pointer: `/records/${at}/record`, ...fieldError });
    else changes.push({ at, change: { old, given: item.values, pointer: `/records/${at}/values` } });
    if (id) seen.add(id);
  }
  const outcomes = await saveRecords(
    call,
    schema,
    type,
    changes.map((one) => one.change),
  );
  for (const [index, { row, isNew, fieldErrors }] of outcomes.entries()) {
    const { at, change } = changes[index] ?? { at: 0, change: undefined };
    const note = items[at]?.note;
    const isSaved = fieldErrors.length === 0;
    if (isSaved && note) await addNoteTo(call, schema, row, note);
    const isChanged = isNew || row.version !== change?.old?.row.version;
    results[at] = {
      status: isSaved ? (isNew ? "created" : isChanged ? "updated" : "unchanged") : "failed",
      id: isSaved && !(isDryRun && isNew) ? row.id : null,
      title: row.title || null,
      values: isSaved ? showStored(schema, type, change?.given ?? {}, row) : {},
      errors: fieldErrors,
    };
  }
  if (isDryRun) await call.tx.query("rollback to savepoint dry_run");
  const isDone =
    !isDryRun && results.some((result, at) => result.status !== "failed" && (result.status !== "unchanged" || items[at]?.note));
  return { operation_id: isDone ? call.operationId : null, results };
}

/** Why a record cannot be changed: it went to the trash while we waited for its lock, or it occurs twice in this call. */
function cannotChange(row: RecordRow | undefined, seen: Set<string>): { message: string } | undefined {
  if (!row || row.deleted_at) return { message: "The record has just been moved to the trash." };
  return seen.has(row.id) ? { message: "The same record comes twice in this call. Give all its values at once." } : undefined;
}
