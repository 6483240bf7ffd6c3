import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { Complaint } from "../../kernel/errors.ts";
import { addNoteTo, lockWithLinks, referencesTo, saveRecords, type Wish } from "../records/index.ts";
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
  const named = await referencesTo(
    call,
    type,
    items.flatMap((item) => item.record ?? []),
  );
  const locked = await lockWithLinks(
    call,
    schema,
    [...named.values()].flatMap((found) => ("id" in found ? [found.id] : [])),
  );

  const wishes: { at: number; wish: Wish }[] = [];
  for (const [at, item] of items.entries()) {
    const found = item.record ? named.get(item.record) : undefined;
    if (found && "complaint" in found) results[at]?.errors.push({ pointer: `/records/${at}/record`, ...found.complaint });
    else wishes.push({ at, wish: { old: found ? locked.get(found.id) : undefined, given: item.values, pointer: `/records/${at}/values` } });
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
  return { operation_id: isDryRun ? null : call.operationId, results };
}
