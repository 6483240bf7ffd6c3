import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid, notFound } from "../../kernel/errors.ts";
import type { EventType } from "../../kernel/event.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { showId } from "../../platform/ids.ts";
import { scheduleFrom } from "./deliver/health.ts";
import { messageHeaders } from "./deliver/request.ts";
import * as operations from "./delivery-operations.ts";
import * as deliveries from "./delivery-store.ts";
import { webhookResent } from "./events.ts";
import { findWebhook, lockWebhook } from "./handlers.ts";
import { createSeenBy } from "./seen-by.ts";
import { presentAttempt, presentDelivery, presentWebhooks } from "./present.ts";
import { countReplay, createReplay, endReplay, refuseStopped, type ReplayNeeds } from "./replays.ts";
import * as replays from "./replay-store.ts";
import * as store from "./store.ts";

export function deliveryHandlers({ cursors, eventTypes, ...needs }: { cursors: Cursors; eventTypes: EventType[] } & ReplayNeeds) {
  const seenBy = createSeenBy(eventTypes);
  return handle(operations, {
    async listDeliveries({ actor, tx }, { limit, cursor, ...wanted }) {
      const seen = seenBy(actor);
      const read = (before: string | undefined, rows: number) =>
        deliveries.list(tx, actor.companyId, { ...wanted, types: seen.types }, before, rows);
      const list = `deliveries\n${JSON.stringify(wanted)}`;
      const page = await readPage(cursors, actor.companyId, list, { limit, cursor }, read, (row) => `${row.event} ${row.webhook.id}`);
      return { ...page, items: page.items.map((row) => presentDelivery(row, seen)) };
    },

    async getDelivery({ actor, tx }, { id, event }) {
      const found = await deliveries.find(tx, actor.companyId, id, event);
      const { isAdmin, types, name, url } = seenBy(actor);
      if (!found || (types && !found.is_test && !types.includes(found.type))) throw notFound("Delivery");
      const { body, attempts, attempt_count, subject_type, subject_id, subject_name, ...row } = found;
      return {
        ...row,
        url: url(row.url),
        subject: { type: subject_type, id: showId(subject_type, subject_id), name: name(row.type, subject_name) },
        // Members see what happened, and not what was said.
        body: isAdmin ? body.toString() : null,
        headers: messageHeaders(showId("evt", event), row.is_overtaken),
        attempts: attempts.map(presentAttempt).map((attempt) => (isAdmin ? attempt : { ...attempt, answer: null })),
        schedule: row.next_at ? scheduleFrom(attempt_count, row.next_at) : [],
      };
    },

    async resend(call, { id, event }) {
      const { queued } = await askAgain(call, id, [event]);
      if (queued === 0) throw notFound("Delivery");
      return {};
    },

    resendDeliveries: (call, { id, events }) => askAgain(call, id, events),

    async stopTrying(call, { id, event }) {
      const { tx, actor, clock } = call;
      await lockWebhook(call, id);
      if (!(await deliveries.giveUp(tx, actor.companyId, id, event, clock.now()))) throw notFound("Delivery that is still tried");
      return {};
    },

    countReplay: (call, { id, ...range }) => countReplay(needs, call, id, checkRange(range)),
    createReplay: async (call, { id, ...range }) => presentReplay(await createReplay(needs, call, id, checkRange(range))),

    async listReplays(call, { id, ...page }) {
      const { tx, actor } = call;
      await findWebhook(call, id);
      const read = (before: string | undefined, rows: number) => replays.list(tx, actor.companyId, id, before, rows);
      const found = await readPage(cursors, actor.companyId, `replays\n${id}`, page, read, (row) => row.id);
      return { ...found, items: found.items.map(presentReplay) };
    },

    async stopReplay(call, { id, replay }) {
      await findWebhook(call, id);
      const row = await endReplay(call, call.actor.companyId, replay, "stopped");
      if (row.webhook !== id) throw notFound("Replay");
      return presentReplay(row);
    },

    async showDeliveries({ actor, tx, clock }, { limit, ...wanted }) {
      const webhooks = await presentWebhooks(
        tx,
        actor.companyId,
        await store.list(tx, actor.companyId, undefined, undefined, 100),
        clock,
        seenBy(actor),
        needs.webhookLogDays,
      );
      const rows = await deliveries.list(tx, actor.companyId, { ...wanted, types: seenBy(actor).types }, undefined, limit);
      return {
        webhooks: webhooks
          .filter(({ id }) => !wanted.webhook || id === wanted.webhook)
          .map(({ id, name, state, reason, waiting }) => ({ id, name, state, reason, waiting: waiting.count })),
        deliveries: rows.map(({ webhook, event, type, subject_name, state, attempt_count, last_attempt: last }) => ({
          webhook: webhook.name,
          event,
          type,
          about: subject_name,
          state,
          attempts: attempt_count,
          last_answer: last && (last.error ?? String(last.status)),
        })),
      };
    },
  });
}

async function askAgain(call: Call<Member>, id: string, events: string[]) {
  const { tx, actor, clock } = call;
  const row = await lockWebhook(call, id);
  refuseStopped(row);
  const now = clock.now();
  const found = await deliveries.askAgain(tx, actor.companyId, id, events, now);
  if (found.length > 0) {
    await deliveries.wake(tx, actor.companyId, id, now);
    await call.emit(webhookResent, { subjectId: id, data: { name: row.name, messages: found.length } });
  }
  return { queued: found.length, missing: events.filter((event) => !found.includes(event)), operation_id: call.operationId };
}

function checkRange<Range extends { since: Date; until: Date }>(range: Range): Range {
  if (range.since >= range.until) throw invalid([{ pointer: "/until", message: "The end must be after the start." }]);
  return range;
}

function presentReplay({ written_in: _stamp, place: _place, user_id: _user, ...row }: replays.ReplayRow) {
  return row;
}
