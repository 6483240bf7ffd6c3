import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { FieldError } from "../../../kernel/errors.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { readLinks } from "../links.ts";
import { showStored } from "../present.ts";
import { saveRecords, type RecordChange } from "./save.ts";
import * as store from "../store.ts";
import { allKeysOf, recognise } from "./upsert.ts";

interface Item {
  id?: string | undefined;
  values: Record<string, unknown>;
}

interface Result {
  status: "created" | "updated" | "failed";
  id: string | null;
  values: Record<string, unknown>;
  errors: FieldError[];
}

/** Saves many records at once, each with its own result: an error in one does not stop the others. */
export async function saveBatch(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  { items, match, allow_duplicate: isDuplicateAllowed }: { items: Item[]; match?: string | undefined; allow_duplicate: boolean },
) {
  const { companyId } = call.actor;
  const known = match
    ? await recognise(
        call,
        type,
        match,
        items.map((item) => item.values),
      )
    : [];
  const ids = items.map((item, at) => item.id ?? known[at]?.[0]);
  const rows = await store.lock(
    call.tx,
    companyId,
    ids.filter((id) => id !== undefined),
  );
  const byId = new Map(rows.filter((row) => row.type_id === type.id && !row.deleted_at).map((row) => [row.id, row]));
  const links = await readLinks(call.tx, companyId, schema, [...byId.values()]);

  const results: Result[] = items.map(() => ({ status: "failed", id: null, values: {}, errors: [] }));
  const changes: { at: number; change: RecordChange }[] = [];
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    const keys = match && !item.id ? allKeysOf(type, match, item.values) : [];
    const id = ids[at];
    const row = id ? byId.get(id) : undefined;
    const result = results[at];
    if (id && !row) result?.errors.push({ pointer: `/items/${at}/id`, message: "Record not found." });
    else if (!item.id && (known[at]?.length ?? 0) > 1)
      result?.errors.push({
        pointer: `/items/${at}`,
        message: `Several records have that ${match ?? ""}.`,
        hint: "Merge them, or update one by id.",
      });
    else if ((id && seen.has(id)) || keys.some((key) => seen.has(key)))
      result?.errors.push({ pointer: `/items/${at}`, message: "The same record comes twice in this batch." });
    else
      changes.push({
        at,
        change: {
          old: row && { row, links: links.get(row.id) ?? {} },
          given: item.values,
          isOnce: !isDuplicateAllowed,
          pointer: `/items/${at}/values`,
        },
      });
    for (const one of [id ?? [], keys].flat()) seen.add(one);
  }
  const outcomes = await saveRecords(
    call,
    schema,
    type,
    changes.map((one) => one.change),
  );
  for (const [index, outcome] of outcomes.entries()) {
    const { at, change } = changes[index] ?? { at: 0, change: undefined };
    const isSaved = outcome.fieldErrors.length === 0;
    results[at] = {
      status: isSaved ? (outcome.isNew ? "created" : "updated") : "failed",
      id: isSaved ? outcome.row.id : null,
      values: isSaved ? showStored(schema, type, change?.given ?? {}, outcome.row) : {},
      errors: outcome.fieldErrors,
    };
  }
  return { operation_id: call.operationId, results };
}
