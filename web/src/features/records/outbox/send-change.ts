import { api, ApiError } from "../../../api.ts";
import { isSameValue } from "../record.ts";
import type { Change, Verdict } from "./change.ts";
import { whoChanged } from "./who-changed.ts";

const ANSWER_MS = 20_000;

/** Sends one change and says what became of it. It never throws: whatever is not an answer is waited for. */
export async function sendChange(change: Change): Promise<Verdict> {
  try {
    return await send(change);
  } catch (error) {
    return verdictOn(change, error);
  }
}

async function send(change: Change): Promise<Verdict> {
  const { id, type, values, version } = change;
  const options = { idempotencyKey: change.key, signal: AbortSignal.timeout(ANSWER_MS) };
  if (change.kind === "delete") {
    const { operation_id: operationId } = await api.call("records.delete", { type, id }, options);
    return { kind: "saved", operationId };
  }
  const { record, operation_id: operationId } = await api.call("records.update", { type, id, values, if_version: version }, options);
  return { kind: "saved", record, operationId };
}

async function verdictOn(change: Change, error: unknown): Promise<Verdict> {
  if (!(error instanceof ApiError) || isPassing(error)) return { kind: "waiting" };
  if (error.code === "version_conflict") return compare(change);
  // The same change went out before on another version and arrived; only its answer was lost.
  if (error.code === "idempotency_mismatch") return { kind: "saved" };
  return { kind: "refused", message: Object.values(error.fields)[0] ?? error.message };
}

const PASSING = new Set(["unreachable", "sign_in_needed", "idempotency_running", "too_many_requests", "overloaded"]);
const isPassing = ({ code, status }: ApiError) => PASSING.has(code) || status === 0 || status >= 502;

/** The record is newer than the edit. Where nobody touched the same fields the edit still stands, and goes out on the new version. */
async function compare(change: Change): Promise<Verdict> {
  try {
    const record = await api.call("records.get", { id: change.id });
    const field = Object.keys(change.values).find(
      (key) =>
        key in change.before &&
        !isSameValue(record.values[key], change.before[key]) &&
        !isSameValue(record.values[key], change.values[key]),
    );
    if (field === undefined) return { kind: "again", change: { ...change, version: record.version } };
    const message = await whoChanged(record, field);
    return { kind: "refused", message, conflict: { field, theirs: record.values[field], mine: change.values[field], record } };
  } catch (error) {
    if (error instanceof ApiError && !isPassing(error)) return { kind: "refused", message: error.message };
    return { kind: "waiting" };
  }
}
