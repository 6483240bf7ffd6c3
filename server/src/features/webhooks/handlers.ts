import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { after, DAY_MS } from "../../kernel/clock.ts";
import { invalid, notFound } from "../../kernel/errors.ts";
import { handle, prepared } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { newId } from "../../platform/random.ts";
import { makeSecret } from "../../platform/standard-webhooks.ts";
import type { Vault } from "../../platform/vault.ts";
import * as deliveries from "./delivery-store.ts";
import { webhookDeleted, webhookSecretRotated, webhookUpdated } from "./events.ts";
import { removeDeliveries } from "./jobs.ts";
import * as operations from "./operations.ts";
import { presentWebhooks } from "./present.ts";
import { previewEvents } from "./preview.ts";
import { refuseStopped, type ReplayNeeds } from "./replays.ts";
import * as replays from "./replay-store.ts";
import { sampleOf } from "./samples.ts";
import { checkAddress, createWebhook, readableKeyPair, unknownType, updateWebhook, type SaveNeeds } from "./save-webhook.ts";
import { createSeenBy } from "./seen-by.ts";
import { createWebhookSecrets } from "./secrets.ts";
import * as store from "./store.ts";

export interface Needs extends Omit<SaveNeeds, "secrets">, ReplayNeeds {
  cursors: Cursors;
  vault: Vault;
}

export function webhookHandlers({ cursors, vault, ...needs }: Needs) {
  const secrets = createWebhookSecrets(vault);
  const saving: SaveNeeds = { ...needs, secrets };
  const { schemas, eventTypes, webhookLogDays } = needs;
  const seenBy = createSeenBy(eventTypes);
  const show = async ({ tx, actor, clock }: Pick<Call<Member>, "tx" | "actor" | "clock">, row: store.WebhookRow) => {
    const [shown] = await presentWebhooks(tx, actor.companyId, [row], clock, seenBy(actor), webhookLogDays);
    if (!shown) throw notFound("Webhook");
    return shown;
  };
  // Made when somebody asks for one: they would be a tenth of the start.
  let made: Map<string, ReturnType<typeof sampleOf>> | undefined;
  const samples = () => (made ??= new Map(eventTypes.map((type) => [type.type, sampleOf(type)])));

  return handle(operations, {
    async list({ actor, tx, clock }, { url: given, ...page }) {
      // As it is stored: a connector looks for what it registered, in its own spelling.
      const url = given !== undefined && URL.canParse(given) ? new URL(given).href : given;
      const read = (before: string | undefined, rows: number) => store.list(tx, actor.companyId, url, before, rows);
      const found = await readPage(cursors, actor.companyId, `webhooks\n${url ?? ""}`, page, read, (row) => row.id);
      return { ...found, items: await presentWebhooks(tx, actor.companyId, found.items, clock, seenBy(actor), webhookLogDays) };
    },

    get: async (call, { id }) => show(call, await findWebhook(call, id)),

    create: prepared(
      (_, { url }) => checkAddress(saving, url),
      async (call, input) => {
        const { row, secret, isNew } = await createWebhook(saving, call, input);
        return { webhook: await show(call, row), secret, is_new: isNew };
      },
    ),

    update: prepared(
      (_, { url }) => checkAddress(saving, url),
      async (call, { id, ...changed }) => show(call, await updateWebhook(saving, call, id, changed)),
    ),

    async remove(call, { id }) {
      const { tx, actor } = call;
      // In the order of a replay's step, which locks the replay and then the cursor.
      await replays.lockOf(tx, actor.companyId, id);
      const row = await lockWebhook(call, id);
      await store.remove(tx, actor.companyId, id);
      if (!(await deliveries.removeDeliveries(tx, actor.companyId, id)))
        await call.enqueue(removeDeliveries, { company: actor.companyId, webhook: id });
      await call.emit(webhookDeleted, { subjectId: id, data: { name: row.name } });
      return {};
    },

    async setState(call, { id, state, from }) {
      await changeState(call, await lockWebhook(call, id), state, from);
      return show(call, await findWebhook(call, id));
    },

    async rotateSecret(call, { id }) {
      const { tx, actor, clock } = call;
      const { companyId } = actor;
      const row = await lockWebhook(call, id);
      const sealed = await store.findSealed(tx, companyId, id);
      if (!sealed) throw notFound("Webhook");
      const secret = makeSecret();
      const old = secrets.tryOpen(companyId, id, "secret", sealed.secret);
      const changed = {
        sealed: secrets.seal(companyId, id, "secret", secret),
        lastFour: secret.slice(-4),
        old: old === undefined ? null : secrets.seal(companyId, id, "old_secret", old),
        oldUntil: old === undefined ? null : after(clock, DAY_MS),
        ...readableKeyPair(secrets, companyId, id, sealed),
      };
      await store.replaceSecret(tx, companyId, id, changed, clock.now());
      await call.emit(webhookSecretRotated, { subjectId: id, data: { name: row.name } });
      return { webhook: await show(call, await findWebhook(call, id)), secret };
    },

    async sendTest(call, { id, event_type }) {
      const { tx, actor, clock } = call;
      const row = await lockWebhook(call, id);
      refuseStopped(row);
      const type = event_type ?? row.event_types[0] ?? "record.updated";
      const sample = samples().get(type);
      if (!sample) throw unknownType(type, [...samples().keys()], "/event_type");
      const [event, now] = [newId(), clock.now()];
      const body = JSON.stringify({ ...sample, timestamp: now.toISOString(), is_test: true });
      await deliveries.wake(tx, actor.companyId, id, now);
      await deliveries.insertTest(tx, actor.companyId, id, { eventId: event, type, name: row.name, body, now });
      return { event };
    },

    async eventTypes() {
      return { items: eventTypes.map(({ type, label, summary }) => ({ type, label, summary, sample: samples().get(type) ?? {} })) };
    },

    preview: async (call, wanted) => ({ items: await previewEvents(call, await schemas.of(call), wanted) }),

    save: prepared(
      (_, { url }) => checkAddress(saving, url),
      async (call, { id, state, url, ...changed }) => {
        if (!id && !url) throw invalid([{ pointer: "/url", message: "Say where to send: url." }]);
        const settings = { ...changed, event_types: changed.event_types ?? [], filter: changed.filter ?? "", fields: changed.fields ?? [] };
        const saved = id
          ? { row: await updateWebhook(saving, call, id, { ...changed, url }), isNew: false }
          : await createWebhook(saving, call, { ...settings, url: url ?? "", headers: {}, with_public_key: false });
        // The same webhook once more is answered as it is.
        if (state && (id || saved.isNew)) await changeState(call, await lockWebhook(call, saved.row.id), state, "stopped");
        return {
          id: saved.row.id,
          state: (await findWebhook(call, saved.row.id)).state,
          is_new: saved.isNew,
          operation_id: call.operationId,
        };
      },
    ),
  });
}

export async function findWebhook({ tx, actor }: Call<Member>, id: string): Promise<store.WebhookRow> {
  const row = await store.find(tx, actor.companyId, id);
  if (!row) throw notFound("Webhook");
  return row;
}

export async function lockWebhook({ tx, actor }: Call<Member>, id: string): Promise<store.WebhookRow> {
  const row = await store.lock(tx, actor.companyId, id);
  if (!row) throw notFound("Webhook");
  return row;
}

async function changeState(call: Call<Member>, row: store.WebhookRow, state: "on" | "paused" | "off", from: "stopped" | "now") {
  const { tx, actor, clock } = call;
  const isOn = row.state !== "paused" && row.state !== "off";
  if (state === "on") {
    if (from === "now") await store.skipToNow(tx, actor.companyId, row.id);
    if (!isOn || from === "now") await store.start(tx, actor.companyId, row.id, clock.now());
  } else if (row.state !== state) await store.stop(tx, actor.companyId, row.id, state, `by ${actor.name}`.slice(0, 200), clock.now());
  await call.emit(webhookUpdated, { subjectId: row.id, data: { name: row.name } });
}
