import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { Complaint } from "../../kernel/errors.ts";
import { addNoteTo, lockWithLinks, referencesTo, saveRecords, type RecordRow, type Wish } from "../records/index.ts";
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
  errors: Complaint[];
}

/** Creates and changes records by name, with a note beside each where one is given. Each item has a result of its own. */
export async function saveForAssistant(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  { records: items, dry_run: isDryRun }: { records: Item[]; dry_run: boolean },
) {
  if (isDryRun) await call.tx.query("savepoint dry_run");
  const results: Result[] = items.map(() => ({ status: "failed", id: null, title: null, errors: [] }));
  const { ids, complaints: unclear } = await referencesTo(
    call,
    schema,
    type,
    items.flatMap((item) => item.record ?? []),
  );
  const locked = await lockWithLinks(call, schema, [...ids.values()]);

  const wishes: { at: number; wish: Wish }[] = [];
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    const id = item.record ? ids.get(item.record) : undefined;
    const old = id ? locked.get(id) : undefined;
    const complaint = item.record ? (unclear.get(item.record) ?? cannotChange(old?.row, seen)) : undefined;
    if (complaint) results[at]?.errors.push({ pointer: `/records/${at}/record`, ...complaint });
    else wishes.push({ at, wish: { old, given: item.values, pointer: `/records/${at}/values` } });
    if (id) seen.add(id);
  }
  const outcomes = await saveRecords(
    call,
    schema,
    type,
    wishes.map((one) => one.wish),
  );
  for (const [index, { row, isNew, complaints }] of outcomes.entries()) {
    const { at, wish } = wishes[index] ?? { at: 0, wish: undefined };
    const note = items[at]?.note;
    const isSaved = complaints.length === 0;
    if (isSaved && note) await addNoteTo(call, schema, row, note);
    const isChanged = isNew || row.version !== wish?.old?.row.version;
    results[at] = {
      status: isSaved ? (isNew ? "created" : isChanged ? "updated" : "unchanged") : "failed",
      id: isSaved && !(isDryRun && isNew) ? row.id : null,
      title: row.title || null,
      errors: complaints,
    };
  }
  if (isDryRun) await call.tx.query("rollback to savepoint dry_run");
  const isDone =
    !isDryRun && results.some((result, at) => result.status !== "failed" && (result.status !== "unchanged" || items[at]?.note));
  return { operation_id: isDone ? call.operationId : null, results };
}

/** What speaks against changing a record that was named: it went to the trash while we waited for it, or it comes twice. */
function cannotChange(row: RecordRow | undefined, seen: Set<string>): { message: string } | undefined {
  if (!row || row.deleted_at) return { message: "The record has just been moved to the trash." };
  return seen.has(row.id) ? { message: "The same record comes twice in this call. Give all its values at once." } : undefined;
}
