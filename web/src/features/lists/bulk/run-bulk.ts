import type { InputOf } from "@kith/server/contract";
import { api, ApiError } from "../../../api.ts";
import { newChangeKey } from "../../../outbox/storage.ts";
import type { Values } from "../../fields/index.ts";

const MAX_BATCH = 1_000;
const MAX_PAGE = 100;

/** What to do with many records: some by their ids, or all that match a filter. */
export interface BulkJob {
  type: string;
  target: { ids: string[] } | { filter: string; except: string[] };
  /** Set these values; without them the records go to the trash, or come back from it. */
  values?: Values;
  isRestore?: boolean;
}

export interface BulkProgress {
  phase: "collecting" | "working";
  done: number;
  /** Unknown while they are being collected. */
  total: number | undefined;
}

export interface BulkOutcome {
  done: number;
  operationIds: string[];
  /** The first field errors, each for one record. */
  fieldErrors: string[];
  failed: number;
}

/**
 * Works through many records in batches of at most a thousand. All ids are collected before the first change: a change can take a record
 * out of the filter, and the list must not shrink while it is being read.
 */
export async function runBulk(job: BulkJob, onProgress: (progress: BulkProgress) => void, isStopped: () => boolean): Promise<BulkOutcome> {
  const ids = "ids" in job.target ? job.target.ids : await collect(job.type, job.target, onProgress, isStopped);
  const outcome: BulkOutcome = { done: 0, operationIds: [], fieldErrors: [], failed: 0 };
  for (let at = 0; at < ids.length && !isStopped(); at += MAX_BATCH) {
    onProgress({ phase: "working", done: at, total: ids.length });
    await runBatch(job, ids.slice(at, at + MAX_BATCH), outcome);
  }
  return outcome;
}

async function runBatch({ type, values, isRestore = false }: Omit<BulkJob, "target">, ids: string[], outcome: BulkOutcome): Promise<void> {
  if (isRestore) return restore(ids, outcome);
  if (!values) {
    const { operation_id: operationId, deleted } = await insist("records.deleteBatch", { type, ids });
    outcome.operationIds.push(operationId);
    outcome.done += deleted;
    outcome.failed += ids.length - deleted;
    return;
  }
  const answer = await insist("records.batch", { type, items: ids.map((id) => ({ id, values })) }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "too_much_text" && ids.length > 1) return undefined;
    throw error;
  });
  if (!answer) {
    // The records have much text: half of them at a time.
    const half = Math.ceil(ids.length / 2);
    for (const some of [ids.slice(0, half), ids.slice(half)]) await runBatch({ type, values }, some, outcome);
    return;
  }
  const { operation_id: operationId, results } = answer;
  const failed = results.filter((result) => result.status === "failed");
  outcome.operationIds.push(operationId);
  outcome.done += results.length - failed.length;
  outcome.failed += failed.length;
  outcome.fieldErrors.push(...failed.flatMap(({ errors }) => errors[0]?.message ?? []).slice(0, 3));
}

/** One by one: a record may be refused on its own, because it was merged or a unique value of it is taken by now. */
async function restore(ids: string[], outcome: BulkOutcome): Promise<void> {
  for (const id of ids) {
    try {
      const { operation_id: operationId } = await insist("records.restore", { id });
      outcome.operationIds.push(operationId);
      outcome.done++;
    } catch (error) {
      if (!(error instanceof ApiError && error.status >= 400 && error.status < 429)) throw error;
      outcome.failed++;
      outcome.fieldErrors.push(error.message);
    }
  }
}

const PAUSES_MS = [500, 2_000, 5_000];

/** Asks again when nobody answered. The key stays the same, so a batch whose answer was lost is not done twice. */
async function insist<Name extends "records.batch" | "records.deleteBatch" | "records.restore">(name: Name, input: InputOf<Name>) {
  const idempotencyKey = newChangeKey();
  for (const pause of PAUSES_MS) {
    try {
      return await api.call(name, input, { idempotencyKey });
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 0 || error.status === 503))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return api.call(name, input, { idempotencyKey });
}

async function collect(
  type: string,
  { filter, except }: { filter: string; except: string[] },
  onProgress: (progress: BulkProgress) => void,
  isStopped: () => boolean,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    onProgress({ phase: "collecting", done: ids.length, total: undefined });
    const page = await api.call("records.list", {
      type,
      // By creation: nothing that happens to a record meanwhile moves it in this order.
      sort: "created_at",
      fields: ["name"],
      count: "none",
      limit: MAX_PAGE,
      ...(filter ? { filter } : {}),
      ...(cursor ? { cursor } : {}),
    });
    ids.push(...page.items.map((record) => record.id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor && !isStopped());
  const left = new Set(except);
  return ids.filter((id) => !left.has(id));
}
