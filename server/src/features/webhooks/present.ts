import { before, DAY_MS, type Clock } from "../../kernel/clock.ts";
import type { Tx } from "../../kernel/database.ts";
import { showId } from "../../platform/ids.ts";
import type { AttemptRow, DeliveryRow } from "./delivery-store.ts";
import type { SeenBy } from "./seen-by.ts";
import * as store from "./store.ts";

/** Webhooks with their health: what waits, and what became of the last day's messages. */
export async function presentWebhooks(tx: Tx, companyId: string, rows: store.WebhookRow[], clock: Clock, seen: SeenBy, logDays: number) {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const waiting = await store.countWaiting(tx, companyId, ids);
  const hours = Map.groupBy(await store.listHours(tx, companyId, ids, before(clock, DAY_MS)), (hour) => hour.webhook_id);
  return rows.map(({ header_names, last_four, old_secret_until, rest_until, ...row }) => ({
    ...row,
    url: seen.url(row.url),
    headers: header_names,
    secret: { last_four, old_until: old_secret_until && old_secret_until > clock.now() ? old_secret_until : null },
    next_try_at: rest_until && rest_until > clock.now() ? rest_until : null,
    waiting: waiting.get(row.id) ?? { count: 0, is_exact: true, messages: 0 },
    last_day: presentDay(hours.get(row.id) ?? []),
    log_days: logDays,
  }));
}

function presentDay(hours: store.HourRow[]) {
  const sum = (count: (hour: store.HourRow) => number) => hours.reduce((total, hour) => total + count(hour), 0);
  const requests = sum((hour) => hour.delivered + hour.failed);
  return {
    delivered: sum((hour) => hour.delivered),
    failed: sum((hour) => hour.failed),
    mean_ms: requests > 0 ? Math.round(sum((hour) => hour.total_ms) / requests) : null,
    hours: hours.map(({ hour, delivered, failed }) => ({ hour, delivered, failed })),
  };
}

export function presentDelivery(
  { subject_type, subject_id, subject_name, attempt_count, last_attempt, ...row }: DeliveryRow,
  { name }: Pick<SeenBy, "name">,
) {
  const { answer: _answer, ...last } = last_attempt ? presentAttempt(last_attempt) : { answer: null };
  return {
    ...row,
    subject: { type: subject_type, id: showId(subject_type, subject_id), name: name(row.type, subject_name) },
    attempts: attempt_count,
    last_attempt: "at" in last ? last : null,
  };
}

export const presentAttempt = ({ at, ...attempt }: AttemptRow) => ({ ...attempt, at: new Date(at) });
