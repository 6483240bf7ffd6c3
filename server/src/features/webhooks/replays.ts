import type { Member, System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { after, before, DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import { conflict, invalid, notFound } from "../../kernel/errors.ts";
import { newId } from "../../platform/random.ts";
import { openChannels } from "../channels/index.ts";
import { actAs } from "../members/index.ts";
import type { CompanySchema, Schemas } from "../types/index.ts";
import * as deliveries from "./delivery-store.ts";
import { webhookReplayed } from "./events.ts";
import { readWebhookFilter } from "./filter.ts";
import { continueReplay } from "./jobs.ts";
import { makeBodies } from "./messages.ts";
import * as replays from "./replay-store.ts";
import * as store from "./store.ts";

const PER_SECOND = 50;
// A receiver that takes them more slowly is not given more.
const MAX_READY = 500;
const WAIT_MS = 5 * SECOND_MS;
const MAX_REPLAYED = 100_000;

export interface ReplayNeeds {
  schemas: Schemas;
  webhookLogDays: number;
}

interface Range {
  since: Date;
  until: Date;
  event_types: string[];
  filter: string;
  only_failed: boolean;
  with_delivered: boolean;
  target?: string | undefined;
}

export async function countReplay(needs: ReplayNeeds, call: Call<Member>, id: string, range: Range) {
  const { source } = await sourceOf(call, await needs.schemas.of(call), id, withinLog(needs, call, range));
  const count = await replays.count(call.tx, source, MAX_REPLAYED + 1);
  return { count: Math.min(count, MAX_REPLAYED), is_exact: count <= MAX_REPLAYED };
}

export async function createReplay(needs: ReplayNeeds, call: Call<Member>, id: string, given: Range): Promise<replays.ReplayRow> {
  const { tx, actor, clock } = call;
  const range = withinLog(needs, call, given);
  const { source, target } = await sourceOf(call, await needs.schemas.of(call), id, range);
  const total = await replays.count(tx, source, MAX_REPLAYED + 1);
  if (total > MAX_REPLAYED)
    throw invalid([
      { pointer: "/since", message: `A replay sends at most ${MAX_REPLAYED.toLocaleString("en")} messages. Take a shorter time.` },
    ]);
  refuseStopped(target);
  const row: replays.ReplayRow = {
    ...range,
    id: newId(),
    webhook: id,
    target: target.id,
    state: "running",
    total,
    queued: 0,
    written_in: "0",
    place: "0",
    user_id: actor.userId,
    created_at: clock.now(),
    finished_at: null,
  };
  await replays.insert(tx, actor.companyId, row);
  await call.emit(webhookReplayed, { subjectId: target.id, data: { name: target.name, messages: total } });
  await call.enqueue(continueReplay, { company: actor.companyId, replay: row.id });
  return row;
}

/** Deliveries of older events would be removed before they are sent. */
function withinLog({ webhookLogDays }: ReplayNeeds, { clock }: Call<Member>, range: Range): Range {
  const oldest = before(clock, webhookLogDays * DAY_MS);
  return range.since < oldest ? { ...range, since: oldest } : range;
}

async function sourceOf(call: Call<Member>, schema: CompanySchema, id: string, range: Range) {
  const { tx, actor } = call;
  const target = await store.find(tx, actor.companyId, range.target ?? id);
  if (!target || !(await store.find(tx, actor.companyId, id))) throw notFound("Webhook");
  const texts = [target.filter, range.filter].filter((text) => text.trim() !== "");
  const filters = [];
  for (const text of texts) filters.push([...(await readWebhookFilter(call, schema, text)).values()]);
  const source: replays.ReplaySource = {
    companyId: actor.companyId,
    since: range.since,
    until: range.until,
    eventTypes: range.event_types.length > 0 ? range.event_types : target.event_types,
    fields: target.fields,
    filters,
    failedOf: range.only_failed ? id : undefined,
    notDeliveredTo: range.with_delivered ? undefined : target.id,
    openChannels: await openChannels(tx, actor.companyId),
  };
  return { source, target };
}

/** Nothing is sent to a webhook that somebody paused or turned off. */
export function refuseStopped({ state }: store.WebhookRow): void {
  if (state === "paused" || state === "off") throw conflict("webhook_off", "This webhook sends nothing now. Turn it on first.");
}

/** Hands over the messages of the next second. */
export async function stepReplay(schemas: Schemas, systemCall: Call<System>, replayId: string): Promise<void> {
  const { tx, actor, clock } = systemCall;
  const row = await replays.lock(tx, actor.companyId, replayId);
  if (!row || row.state !== "running") return;
  const call = await actAs(systemCall, row.user_id);
  const schema = await schemas.of(call);
  const { source } = await sourceOf(call, schema, row.webhook, row);
  const next = (ms: number) => call.enqueue(continueReplay, { company: actor.companyId, replay: row.id }, after(clock, ms));
  if ((await replays.countReady(tx, actor.companyId, row.target)) >= MAX_READY) return next(WAIT_MS);
  const events = await replays.read(tx, source, row, PER_SECOND);
  const bodies = await makeBodies(tx, actor.companyId, schema, events);
  const now = clock.now();
  if (events.length > 0) {
    await deliveries.wake(tx, actor.companyId, row.target, now);
    await replays.queue(
      tx,
      actor.companyId,
      row.target,
      events.map((event) => ({ ...event, body: bodies.get(event.id) ?? "" })),
      now,
    );
  }
  const last = events.at(-1);
  const isDone = events.length < PER_SECOND;
  await replays.move(tx, actor.companyId, {
    ...row,
    queued: row.queued + events.length,
    ...(last ? { written_in: last.written_in, place: last.place } : {}),
    ...(isDone ? { state: "done", finished_at: now } : {}),
  });
  if (!isDone) await next(SECOND_MS);
}

export async function endReplay(call: Call, companyId: string, id: string, state: "stopped" | "failed"): Promise<replays.ReplayRow> {
  const row = await replays.lock(call.tx, companyId, id);
  if (!row) throw notFound("Replay");
  if (row.state !== "running") return row;
  const ended = { ...row, state, finished_at: call.clock.now() };
  await replays.move(call.tx, companyId, ended);
  return ended;
}
