import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { statement } from "../../../kernel/database.ts";
import { leaseLost } from "../../../platform/follow/client.ts";
import { namedStatement } from "../../../platform/postgres/named-statement.ts";
import * as deliveries from "../delivery-store.ts";
import { webhookDisabled, webhookFailing } from "../events.ts";
import { mailWarning } from "../jobs.ts";
import type { BatchResult } from "./batch.ts";
import { HEALTH_FIELDS, OFF_WARNING } from "./health.ts";
import { FORGET_BODIES } from "./kept-bodies.ts";

// Locked in a statement of its own: what is read after it includes messages that somebody queued meanwhile.
const LOCK = statement(
  "webhooks.lock_lease",
  `select w.name, c.state from webhook_cursors c join webhooks w on w.company_id = c.company_id and w.id = c.webhook_id
   where c.company_id = $1 and c.webhook_id = $2 and c.lease_by = $3 for update of c`,
);

/** What becomes of the lease: kept, given back until the endpoint has rested, or given back. */
type LeaseAfter = "kept" | "later" | "done";

/** Writes messages and place in one transaction, if the worker still has the lease. */
export async function recordBatch(call: Call<System>, id: string, lease: string, result: BatchResult): Promise<LeaseAfter> {
  const { tx, actor, clock } = call;
  const { companyId } = actor;
  const now = clock.now();
  const after = leaseAfter(result, now);
  // They run in this order, and are sent together: waiting for the lock would cost a round trip for every batch.
  const write = async () => {
    const [[row]] = await Promise.all([
      tx.query<{ name: string; state: string }>(LOCK, [companyId, id, lease]),
      result.read.length + result.messages.length > 0 ? saveMessages(call, id, lease, result, now) : undefined,
      result.holding.length > 0 ? deliveries.hold(tx, companyId, id, result.holding) : undefined,
      result.released.length > 0 ? deliveries.release(tx, companyId, id, result.released, now) : undefined,
      moveCursor(call, id, lease, result, after),
    ]);
    if (!row) throw leaseLost(); // or the webhook is gone
    return row;
  };
  // Without the lease these write nothing, so the commit need not wait for them.
  const isWhole = result.warning === 0 && result.holding.length + result.released.length === 0;
  const row = await (isWhole ? call.finish(write) : write());
  if (STOPPED.has(row.state)) return "done";
  if (result.warning > 0) await warn(call, id, row.name, result);
  return after;
}

const STOPPED: ReadonlySet<string> = new Set(["paused", "off"]);

/** An endpoint that is off or rests is given back at once: nobody works on it. */
const leaseAfter = ({ health }: BatchResult, now: Date): LeaseAfter =>
  health.state === "off" ? "done" : health.restUntil !== null && health.restUntil > now ? "later" : "kept";

// One statement for all three: a batch often has one message, and each statement costs PostgreSQL about 4 % of it (bench:deliver).
const SAVE = statement(
  "webhooks.save_deliveries",
  `with leased as materialized (
     select from webhook_cursors where company_id = $1 and webhook_id = $2 and lease_by = $9
   ), forgotten as (
     ${FORGET_BODIES("$4")} and exists (select from leased)
   ), counted as (
     insert into webhook_hours as h (company_id, webhook_id, hour, delivered, failed, total_ms)
     select $1, $2, $5, $6, $7, $8 from leased where $6::int + $7::int > 0
     on conflict (company_id, webhook_id, hour) do update set delivered = h.delivered + $6, failed = h.failed + $7, total_ms = h.total_ms + $8
   )
   insert into webhook_deliveries as d (company_id, webhook_id, event_id, type, at, subject_type, subject_id, subject_name, written_in, place, state, body,
     attempts, attempt_count, next_at, is_overtaken)
   select $1, $2, m."eventId", m.type, m.at, m."subjectType", m."subjectId", m."subjectName", m."writtenIn"::xid8, m.place::bigint, m.state,
     convert_to(m.body, 'UTF8'), coalesce(jsonb_build_array(m.attempt), '[]'), case when m.attempt is null then 0 else 1 end, m."nextAt", m."isOvertaken"
   from leased, jsonb_to_recordset($3::jsonb) as m ("eventId" uuid, type text, at timestamptz, "subjectType" text, "subjectId" uuid, "subjectName" text,
     "writtenIn" text, place text, state text, body text, attempt jsonb, "nextAt" timestamptz, "isOvertaken" boolean)
   on conflict (company_id, webhook_id, event_id) do update set state = excluded.state, attempts = d.attempts || excluded.attempts,
     attempt_count = d.attempt_count + excluded.attempt_count, next_at = excluded.next_at, is_asked = false, is_overtaken = excluded.is_overtaken`,
);

async function saveMessages({ tx, actor }: Call<System>, id: string, lease: string, { messages, read }: BatchResult, now: Date) {
  const rows = messages.map(({ attempt, ...message }) => (attempt ? { ...message, attempt } : message));
  const tried = messages.flatMap(({ attempt }) => attempt ?? []);
  const delivered = messages.filter((message) => message.attempt && message.state === "delivered").length;
  const ms = tried.reduce((total, attempt) => total + attempt.ms, 0);
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  await tx.query(SAVE, [actor.companyId, id, JSON.stringify(rows), read, hour, delivered, tried.length - delivered, ms, lease]);
}

const PLACE = "seen = :seen, upto = :upto, written_in = :writtenIn::text::xid8, place = :place";
const LEASED = "c.company_id = :company and c.webhook_id = :id and c.lease_by = :lease";
const MOVED = ["company", "id", "lease", "seen", "upto", "writtenIn", "place", "isGivenBack", "isCaughtUp", "now"] as const;
// Somebody may have stopped it while the messages were on their way: they are written down, and its state is left alone. An endpoint that
// rests is looked at when it has rested, any other when its next message is due. One that a person asked for meanwhile waits for no rest.
const MOVE = namedStatement(
  "webhooks.move",
  [...MOVED, ...HEALTH_FIELDS],
  `with stopped as (
     update webhook_cursors c set ${PLACE}, lease_by = null where ${LEASED} and c.state in ('paused', 'off')
   )
   update webhook_cursors c set ${PLACE}, lease_by = case when :isGivenBack then null else lease_by end, state = :state, reason = :reason,
     state_since = case when state = :state then state_since else :now end, failures = :failures, failed_messages = :failedMessages,
     first_failure_at = :firstFailureAt, probes = :probes, warnings = :warnings, parallel = :parallel, is_slow = :isSlow,
     rest_until = case when waiting.is_asked then null else :restUntil::timestamptz end, last_delivery_at = :lastDeliveryAt,
     next_at = case when :state = 'off' then null when :restUntil > :now and not waiting.is_asked then :restUntil::timestamptz else waiting.next_at end,
     behind_since = case when :state = 'off' then null when :isCaughtUp and waiting.next_at is null then null else coalesce(behind_since, :now) end
   from (select min(next_at) as next_at, coalesce(bool_or(is_asked), false) as is_asked from webhook_deliveries
     where company_id = :company and webhook_id = :id and next_at is not null) as waiting
   where ${LEASED} and c.state in ('on', 'failing', 'down')`,
);

async function moveCursor({ tx, actor, clock }: Call<System>, id: string, lease: string, result: BatchResult, after: LeaseAfter) {
  const { position, health, isDone } = result;
  const isCaughtUp = isDone && position.upto === null && after === "kept";
  const given = { company: actor.companyId, id, lease, isGivenBack: after !== "kept", isCaughtUp, now: clock.now() };
  await tx.query(MOVE.statement, MOVE.values({ ...given, ...position, ...health }));
}

async function warn(call: Call<System>, id: string, name: string, { health, warning }: BatchResult): Promise<void> {
  const reason = health.reason ?? "no answer";
  if (warning === OFF_WARNING) await call.emit(webhookDisabled, { subjectId: id, data: { name, reason } });
  else {
    const since = (health.firstFailureAt ?? call.clock.now()).toISOString();
    await call.emit(webhookFailing, { subjectId: id, data: { name, reason, since } });
  }
  await call.enqueue(mailWarning, { company: call.actor.companyId, webhook: id, level: warning });
}
