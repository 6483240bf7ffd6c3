import { api, ApiError } from "../../../api.ts";
import { type CrmRecord, isSameValue } from "../../fields/index.ts";
import type { Change, Verdict as VerdictOn } from "../../../outbox/change.ts";

type Verdict = VerdictOn<CrmRecord>;

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

const LOOKED_AT = 25;

/** "Tomasz changed this amount 20 s ago." */
async function whoChanged(record: CrmRecord, field: string): Promise<string> {
  const what = field.replaceAll("_", " ");
  const { items } = await api.call("records.timeline", { id: record.id, limit: LOOKED_AT }).catch(() => ({ items: [] }));
  const event = items.find(({ changes }) => changes && field in changes);
  if (!event) return `someone changed this ${what} meanwhile.`;
  const who = event.key ? `${event.actor?.name ?? "Someone"} via key ${event.key.name}` : (event.actor?.name.split(" ", 1)[0] ?? "Someone");
  return `${who} changed this ${what} ${agoText(Date.now() - Date.parse(event.at))}.`;
}

function agoText(ms: number): string {
  const seconds = Math.max(Math.round(ms / 1000), 0);
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} d ago`;
}
