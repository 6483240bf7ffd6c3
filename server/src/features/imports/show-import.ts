import type { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import type { Schemas } from "../types/index.ts";
import { findOwn } from "./find-import.ts";
import type { errors, get, list } from "./operations.ts";
import { columnsLeftOut, presentColumns, presentImport, presentProblems, writeErrors } from "./present.ts";
import { sharedEmail } from "./save-new-rows.ts";
import * as store from "./store.ts";

const ERRORS_A_PAGE = 1_000;
const PROBLEMS_SHOWN = 100;

/** An import with the first of its problems. */
export async function showImport(schemas: Schemas, call: Call<Member>, { id }: { id: string }): Promise<z.output<(typeof get)["output"]>> {
  const file = await findOwn(call, id, store.find);
  const first = (isRefused: boolean) => store.listErrors(call.tx, call.actor.companyId, id, isRefused, 0, PROBLEMS_SHOWN);
  return {
    ...presentImport(file),
    problems: presentProblems(await first(true), PROBLEMS_SHOWN),
    warnings: presentProblems(await first(false), PROBLEMS_SHOWN),
    by_column: presentColumns(file),
    columns_not_imported: columnsLeftOut(file),
    repeats: { ...file.repeats, field: await sharedField(schemas, call, file) },
    kept_records: file.kept_records,
  };
}

/** What rows share that are about one record. Of a type that was retired since, only the id is known. */
async function sharedField(schemas: Schemas, call: Call<Member>, file: store.ImportRow): Promise<string | null> {
  const { repeats, match, mapping, type: key } = file;
  const type = repeats.rows > 0 ? (await schemas.of(call)).byKey.get(key) : undefined;
  return match ?? (type ? (sharedEmail(type, mapping ?? [])?.key ?? null) : null);
}

/** Your own imports, or as an Admin those of the company. */
export async function listImports(cursors: Cursors, { actor, tx }: Call<Member>, wanted: z.output<(typeof list)["input"]>) {
  const ownedBy = actor.role === "admin" ? undefined : actor.userId;
  const read = (before: string | undefined, rows: number) => store.list(tx, actor.companyId, ownedBy, before, rows);
  const page = await readPage(cursors, actor.companyId, "imports", wanted, read, (row) => row.id);
  return { ...page, items: page.items.map(presentImport) };
}

/** Refused rows, or those with a warning, as a CSV file in parts. */
export async function listErrors(cursors: Cursors, call: Call<Member>, { id, which, cursor }: z.output<(typeof errors)["input"]>) {
  const { companyId } = call.actor;
  const file = await findOwn(call, id, store.find);
  const read = (after: string | undefined, rows: number) =>
    store.listErrors(call.tx, companyId, id, which === "refused", Number(after ?? 0), rows);
  const wanted = { limit: ERRORS_A_PAGE, cursor };
  const page = await readPage(cursors, companyId, `import ${which}\n${id}`, wanted, read, ({ row }) => String(row));
  return { csv: writeErrors(file.columns ?? [], page.items, cursor === undefined), next_cursor: page.next_cursor };
}
