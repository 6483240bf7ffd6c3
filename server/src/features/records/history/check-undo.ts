import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError } from "../../../kernel/errors.ts";
import { countOperation, eventsOfOperation, undoneAmong } from "../../events/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { undoCall, type OtherUndo } from "./undo-call.ts";
import { UndoRefused, type Kept } from "./undo.ts";
import { dataOf } from "./undo-trash.ts";

// What one check costs at most: the changes of an operation that are tried, and of all operations of a call.
const MAX_TRIED = 100;
const MAX_TRIED_TOGETHER = 400;
// As many as undo takes, and one more.
const MAX_COUNTED = 5_001;
// A row that somebody holds would hold up the whole page.
const LOCK_MS = 200;

const ALREADY = "It was undone already.";

/** What undo would answer to each of these operations now: it is tried and rolled back, so there is no second set of rules. */
export async function checkUndo(call: Call<Member>, schema: CompanySchema, others: OtherUndo, ids: string[]) {
  const { tx, actor } = call;
  const undone = await undoneAmong(call, ids);
  const checks = [];
  let left = MAX_TRIED_TOGETHER;
  for (const id of ids) {
    const counted = await countOperation(tx, actor.companyId, id, MAX_COUNTED);
    const part = await partTried(call, id, counted.events, Math.min(MAX_TRIED, left));
    left -= Math.min(counted.events, MAX_TRIED);
    const refusal = undone.has(id) ? new AppError(409, "cannot_undo", ALREADY) : part && (await tried(call, schema, others, id, part.only));
    checks.push({
      operation_id: id,
      can_undo: refusal === undefined,
      reason: refusal?.message ?? null,
      records: counted.records,
      in_the_way: refusal instanceof UndoRefused ? shown(refusal.kept) : null,
    });
  }
  return checks;
}

const shown = ({ id, type, title, reason, fields }: Kept) => ({ id, type, title, reason, fields });

/**
 * What of an operation is tried: all of it, or as many of its records as can be undone without the others. If one of them stands in the way,
 * all are refused. Nothing once enough was tried: whoever presses undo is then told.
 */
async function partTried({ tx, actor }: Call<Member>, id: string, count: number, most: number): Promise<{ only?: string[] } | undefined> {
  // Too many are refused before they are undone.
  if (count <= most || count >= MAX_COUNTED) return {};
  if (most <= 0) return undefined;
  const events = await eventsOfOperation(tx, actor.companyId, id, undefined, most);
  if (events.some((event) => event.type === "record.merged" || dataOf(event).unmerged_from)) return undefined;
  const first = events.filter(({ subject_type, type }) => subject_type === "rec" && type.startsWith("record."));
  return first.length > 0 ? { only: [...new Set(first.map(({ subject_id }) => subject_id))] } : undefined;
}

/** Why undo refuses it, or nothing. */
async function tried(
  call: Call<Member>,
  schema: CompanySchema,
  others: OtherUndo,
  id: string,
  only: string[] | undefined,
): Promise<AppError | undefined> {
  await call.tx.query("savepoint tried");
  await call.tx.query(`set local lock_timeout = ${LOCK_MS}`);
  try {
    await undoCall(call, schema, others, id, only);
    return undefined;
  } catch (error) {
    // Somebody changes it at this moment. Undo would wait for them.
    if (error instanceof AppError && error.status === 503) return undefined;
    if (!(error instanceof AppError)) throw error;
    return error;
  } finally {
    // The setting goes with it.
    await call.tx.query("rollback to savepoint tried");
  }
}
