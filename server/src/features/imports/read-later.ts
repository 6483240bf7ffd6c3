import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict } from "../../kernel/errors.ts";
import { findOwn, isFresh } from "./find-import.ts";
import { readImport } from "./jobs.ts";
import { presentImport } from "./present.ts";
import * as store from "./store.ts";

/** A job reads the file. */
export async function readLater(call: Call<Member>, file: store.ImportRow) {
  const { sheet, failure, mapping, columns } = file;
  const change = { state: "reading", sheet, failure, mapping, columns, operation_id: call.operationId } as const;
  await store.update(call.tx, call.actor.companyId, file.id, change);
  await call.enqueue(readImport, { company: call.actor.companyId, import: file.id, operation: call.operationId });
  return presentImport({ ...file, ...change });
}

/** Another sheet of the workbook has other columns: it is read anew. */
export async function chooseSheet(call: Call<Member>, { id, sheet }: { id: string; sheet: number }) {
  const file = await findOwn(call, id, store.lock);
  if (!isFresh(file) || file.state === "checking" || !file.sheets?.[sheet])
    throw conflict("no_such_sheet", "That sheet cannot be chosen now.");
  return readLater(call, { ...file, sheet, failure: null, mapping: null, columns: null });
}
