import type { System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { AppError } from "../../kernel/errors.ts";
import { importFinished, importUndone } from "./events.ts";
import { isWorkbook } from "./read-head.ts";
import * as store from "./store.ts";

/** Writes down how the work on an import ended. What comes next depends on what was being done. */
export async function finish(call: Call<System>, id: string, failure: string | null = null): Promise<void> {
  const { companyId } = call.actor;
  const file = await store.find(call.tx, companyId, id);
  if (!file) throw new AppError(404, "not_found", "Import not found.");
  const data = { name: file.name, type: file.type };
  const now = call.clock.now();
  if (file.state === "reading") {
    const isOfSheets = isWorkbook(await store.readUploaded(call.tx, companyId, id, 0, 4));
    await store.forgetText(call.tx, companyId, id);
    // Nothing can be done with a workbook whose sheets are not known.
    if (isOfSheets && !file.sheets) await store.forgetFile(call.tx, companyId, id);
    await store.update(call.tx, companyId, id, { state: "failed", failure });
  } else if (file.state === "checking") {
    await store.forgetKeys(call.tx, companyId, id);
    await store.update(call.tx, companyId, id, failure ? { state: "failed", failure } : { state: "checked", total_rows: file.rows });
  } else if (file.state === "running") {
    const state = failure ? "failed" : "done";
    await store.forgetKeys(call.tx, companyId, id);
    await store.update(call.tx, companyId, id, { state, failure, finished_at: now, ...(failure ? {} : { total_rows: file.rows }) });
    const { rows, created, updated, skipped, failed } = file;
    await call.emit(importFinished, { subjectId: id, data: { ...data, state, rows, created, updated, skipped, failed } });
  } else {
    await store.update(call.tx, companyId, id, failure ? { state: "failed", failure } : { state: "undone", finished_at: now });
    await call.emit(importUndone, { subjectId: id, data: { ...data, restored: file.restored, kept: file.kept } });
  }
}
