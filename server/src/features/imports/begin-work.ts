import type { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict } from "../../kernel/errors.ts";
import { typeNamed } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { checkMapping } from "./check-mapping.ts";
import { importStarted } from "./events.ts";
import { findOwn, isFresh } from "./find-import.ts";
import { workOnImport } from "./jobs.ts";
import type { check } from "./operations.ts";
import { presentImport } from "./present.ts";
import { readHead } from "./read-head.ts";
import { BATCH_ROWS } from "./run-batch.ts";
import * as store from "./store.ts";

const NOTHING = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0, warned: 0, by_field: {}, repeats: { rows: 0, groups: [] } };

/** Reads every row without writing a record, and counts what would become of them. */
export async function checkFile(schemas: Schemas, call: Call<Member>, { id, ...plan }: z.output<(typeof check)["input"]>) {
  const file = await findOwn(call, id, store.lock);
  if (!isFresh(file)) throw conflict("not_ready", whyNotFresh(file));
  const schema = await schemas.of(call);
  const type = typeNamed(schema, file.type);
  const { encoding, delimiter, columns, firstByte, firstRow } = await readHead(call.tx, call.actor.companyId, file, plan);
  const { mapping, match } = checkMapping(schema, type, columns, plan);
  await store.forgetErrors(call.tx, call.actor.companyId, id);
  await store.forgetKeys(call.tx, call.actor.companyId, id); // of an earlier check that this one replaces
  return beginWork(call, file, {
    state: "checking",
    bad_cells: plan.bad_cells,
    repeated_rows: plan.repeated_rows,
    encoding,
    delimiter,
    columns,
    mode: plan.mode,
    match,
    mapping,
    ...NOTHING,
    next_byte: firstByte,
    next_row: firstRow,
    total_rows: null,
    failure: null,
    operation_id: call.operationId,
  });
}

const whyNotFresh = ({ state }: store.ImportRow) =>
  state === "uploading" ? "Parts of the file are still missing." : "This file has been imported already. Upload it again.";

/** Imports what was checked. */
export async function startImport(call: Call<Member>, { id }: { id: string }) {
  const file = await findOwn(call, id, store.lock);
  if (file.state !== "checked") throw conflict("not_checked", "Check the file first; then import it.");
  const shape = { encoding: file.encoding ?? undefined, delimiter: file.delimiter ?? undefined };
  const { firstByte, firstRow } = await readHead(call.tx, call.actor.companyId, file, shape);
  await store.forgetErrors(call.tx, call.actor.companyId, id);
  await call.emit(importStarted, { subjectId: id, data: { name: file.name, type: file.type } });
  const begun = { operation_id: call.operationId, started_at: call.clock.now() };
  return beginWork(call, file, { state: "running", ...NOTHING, next_byte: firstByte, next_row: firstRow, ...begun });
}

export async function undoImport(call: Call<Member>, { id }: { id: string }) {
  const file = await findOwn(call, id, store.lock);
  if (!file.started_at || !["done", "failed"].includes(file.state))
    throw conflict("cannot_undo", "Only an import that has run can be undone, and only once.");
  return beginWork(call, file, { state: "undoing", undo_operation_id: call.operationId, undo_user_id: call.actor.userId });
}

/** A job does the work, batch by batch, as this call's operation. */
async function beginWork(call: Call<Member>, file: store.ImportRow, change: Parameters<typeof store.update>[3]) {
  await store.update(call.tx, call.actor.companyId, file.id, { batch_rows: BATCH_ROWS, ...change });
  await call.enqueue(workOnImport, { company: call.actor.companyId, import: file.id, operation: call.operationId });
  return presentImport({ ...file, ...change });
}
