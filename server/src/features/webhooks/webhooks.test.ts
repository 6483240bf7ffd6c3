import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { startWebhookReceiver, type WebhookReceiver } from "../../../test/outbound/webhook-receiver.ts";
import { sharedService, type Person } from "../../../test/service.ts";

/** Where nobody listens. */
const NOBODY = "http://127.0.0.1:9/hook";
const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

/** A worker that sends, for the rest of a test. */
async function startWorker() {
  const worker = await service().app.startWorker();
  return { [Symbol.asyncDispose]: () => worker.stop() };
}

const createDeal = async (ada: Person, name: string, values: Record<string, unknown> = {}) =>
  (await ada.call("records.create", { type: "deal", values: { name, ...values } })).record;

const update = (ada: Person, id: string, values: Record<string, unknown>) => ada.call("records.update", { id, values });

const create = (ada: Person, receiver: WebhookReceiver, more: Record<string, unknown> = {}) =>
  ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created", "record.updated"], ...more });

test("what happens arrives, signed, with the record and what changed", async () => {
  using receiver = await startWebhookReceiver();
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  const { webhook, secret } = await create(ada, receiver, { headers: { authorization: "Bearer abc" } });
  assert.match(String(secret), /^whsec_/);
  const deal = await createDeal(ada, "Flow metering");
  await update(ada, deal.id, { name: "Flow metering 2" });
  await receiver.until(({ length }) => length === 2);
  const [created, updated] = receiver.received;
  assert.ok(created && updated);
  assert.equal(created.message.type, "record.created");
  assert.equal(created.headers["authorization"], "Bearer abc");
  assert.equal(created.message.data.id, deal.id);
  assert.deepEqual(updated.message.data["changes"], { name: ["Flow metering", "Flow metering 2"] });
  assert.equal((updated.message.data["actor"] as { name: string }).name, "Ada Admin");
  assert.equal((updated.message.data["record"] as { title: string }).title, "Flow metering 2");
  for (const one of receiver.received) new Webhook(String(secret)).verify(one.body, one.headers);
  const isRecorded = async () => (await ada.call("webhooks.listDeliveries", { webhook: webhook.id })).items.length === 2;
  while (!(await isRecorded())) await setTimeout(20);
  const { items } = await ada.call("webhooks.listDeliveries", { webhook: webhook.id });
  assert.deepEqual(
    items.map(({ state, event }) => [state, event]),
    receiver.received.toReversed().map((one) => ["delivered", one.headers["webhook-id"]]),
  );
  const delivery = await ada.call("webhooks.getDelivery", { id: webhook.id, event: items[1]?.event ?? "" });
  assert.equal(delivery.body, created.body, "exactly the bytes that were sent");
  const { last_day: day, state } = await ada.call("webhooks.get", { id: webhook.id });
  assert.deepEqual([state, day.delivered, day.failed], ["on", 2, 0]);
});

test("event types, filter and fields decide what is sent", async () => {
  using receiver = await startWebhookReceiver();
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  await create(ada, receiver, { event_types: ["record.updated"], filter: "type:deal amount>=1000", fields: ["amount"] });
  const small = await createDeal(ada, "Small", { amount: 5 });
  const large = await createDeal(ada, "Large", { amount: 5_000 });
  const contact = await ada.call("records.create", { type: "contact", values: { name: "Someone" } });
  await update(ada, small.id, { amount: 6 }); // does not match
  await update(ada, large.id, { name: "Larger" }); // another field
  await update(ada, contact.record.id, { name: "Someone else" }); // another type
  await update(ada, large.id, { amount: 6_000 });
  await receiver.until(({ length }) => length > 0);
  await setTimeout(300);
  assert.deepEqual(
    receiver.received.map(({ message }) => [message.type, message.data.id]),
    [["record.updated", large.id]],
  );
  const { items } = await ada.call("webhooks.preview", {
    event_types: ["record.updated"],
    filter: "type:deal amount>=1000",
    fields: ["amount"],
  });
  assert.deepEqual(
    items.filter((one) => one.type === "record.updated").map((one) => one.because),
    [null, "fields", "fields", "filter"],
  );
});

test("a filter that no type understands is refused with its place", async () => {
  const ada = await service().given.admin();
  const asked = { url: NOBODY };
  await assert.rejects(ada.call("webhooks.create", { ...asked, filter: "type:deal amout>=5" }), { code: "bad_filter" });
  await assert.rejects(ada.call("webhooks.create", { ...asked, filter: "type:dael" }), { code: "unknown_type" });
  await assert.rejects(ada.call("webhooks.create", { ...asked, filter: "stage:(" }), { code: "bad_filter" });
  await assert.rejects(ada.call("webhooks.create", { ...asked, event_types: ["record.crated"] }), /record.crated/);
  await assert.rejects(ada.call("webhooks.create", { ...asked, fields: ["amout"] }), /amout/);
});

test("a webhook whose filter names a field that is gone is turned off, and goes on where it stopped", async () => {
  using receiver = await startWebhookReceiver();
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "deal", key: "colour", label: "Colour", field_type: "text" });
  const { webhook } = await create(ada, receiver, { event_types: ["record.created"], filter: "type:deal colour:red" });
  await ada.call("types.updateField", { type: "deal", field: "colour", retired: true });
  await createDeal(ada, "One");
  const read = () => ada.call("webhooks.get", { id: webhook.id });
  while ((await read()).state !== "off") await setTimeout(30);
  assert.match((await read()).reason ?? "", /filter/);
  await ada.call("webhooks.update", { id: webhook.id, filter: "type:deal" });
  await ada.call("webhooks.setState", { id: webhook.id, state: "on" });
  await receiver.until(({ length }) => length === 1);
});

test("an address that is not public and headers of our own are refused when they are saved", async () => {
  const ada = await service().given.admin();
  for (const url of [
    "https://10.0.0.1/x",
    "https://[::ffff:10.0.0.1]/",
    "https://8.8.8.8:22/",
    "http://8.8.8.8/",
    "https://user:a@8.8.8.8/",
    "file:///etc/passwd",
  ])
    await assert.rejects(ada.call("webhooks.create", { url }), { status: 422 }, url);
  const url = "https://8.8.8.8/";
  for (const headers of [
    { "x-a": "a\r\nx-b: 1" },
    { "x a": "1" },
    { "Webhook-Id": "1" },
    { host: "a" },
    { "content-length": "1" },
    { "Kith-x": "1" },
  ])
    await assert.rejects(ada.call("webhooks.create", { url, headers: headers as never }), { status: 422 }, JSON.stringify(headers));
});

test("20 identical registrations at once are one webhook, and create, list, delete leaves nothing behind", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const asked = { url: NOBODY, event_types: ["record.updated", "record.created"], filter: "type:deal", fields: [] };
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const types = at % 2 ? asked.event_types : asked.event_types.toReversed();
      const response = await service().rest(key, "POST", "/webhooks", { ...asked, event_types: types });
      assert.equal(response.status, 201);
      return (await response.json()) as { webhook: { id: string }; secret: string | null };
    }),
  );
  assert.equal(new Set(answers.map(({ webhook }) => webhook.id)).size, 1);
  assert.equal(answers.filter(({ secret }) => secret !== null).length, 1, "its secret is shown once");
  const listed = (await (await service().rest(key, "GET", "/webhooks")).json()) as { items: { id: string }[] };
  assert.equal(listed.items.length, 1);
  await ada.call("webhooks.sendTest", { id: listed.items[0]?.id ?? "" });
  assert.equal((await service().rest(key, "DELETE", `/webhooks/${listed.items[0]?.id}`)).status, 204);
  const company = (await service().database.query("select company_id from users where email = $1", [ada.email]))[0]?.["company_id"];
  for (const table of ["webhooks", "webhook_cursors", "webhook_deliveries", "webhook_hours", "webhook_replays"])
    assert.deepEqual(await service().database.query(`select from ${table} where company_id = $1`, [company]), [], table);
});

test("a new secret and the old one both verify for a day, then only the new one", async () => {
  using receiver = await startWebhookReceiver();
  const ada = await service().given.admin();
  const { webhook, secret: old } = await create(ada, receiver, { with_public_key: true });
  const { secret } = await ada.call("webhooks.rotateSecret", { id: webhook.id });
  assert.notEqual(secret, old);
  await using _worker = await startWorker();
  await createDeal(ada, "First");
  await receiver.until(({ length }) => length === 1);
  const [first] = receiver.received;
  for (const each of [String(old), secret]) new Webhook(each).verify(first?.body ?? "", first?.headers ?? {});
  const { secret: newest } = await ada.call("webhooks.rotateSecret", { id: webhook.id });
  await service().database.query("update webhooks set old_secret_until = now() - interval '1 second' where last_four = $1", [
    newest.slice(-4),
  ]);
  await createDeal(ada, "Second");
  await receiver.until(({ length }) => length === 2);
  const second = receiver.received[1];
  new Webhook(newest).verify(second?.body ?? "", second?.headers ?? {});
  assert.throws(() => new Webhook(secret).verify(second?.body ?? "", second?.headers ?? {}));
});

test("a Member reads webhooks and deliveries, but no payload, and changes nothing", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { webhook } = await ada.call("webhooks.create", { url: NOBODY });
  const { event } = await ada.call("webhooks.sendTest", { id: webhook.id });
  assert.equal((await max.call("webhooks.list", {})).items.length, 1);
  assert.equal((await max.call("webhooks.listDeliveries", {})).items[0]?.event, event);
  assert.equal((await max.call("webhooks.getDelivery", { id: webhook.id, event })).body, null);
  assert.notEqual((await ada.call("webhooks.getDelivery", { id: webhook.id, event })).body, null);
  const range = { id: webhook.id, since: "2026-01-01T00:00:00.000Z", until: "2026-02-01T00:00:00.000Z" };
  for (const [name, input] of [
    ["webhooks.create", { url: NOBODY }],
    ["webhooks.update", { id: webhook.id, name: "x" }],
    ["webhooks.delete", { id: webhook.id }],
    ["webhooks.setState", { id: webhook.id, state: "off" }],
    ["webhooks.rotateSecret", { id: webhook.id }],
    ["webhooks.sendTest", { id: webhook.id }],
    ["webhooks.resend", { id: webhook.id, event }],
    ["webhooks.createReplay", range],
    ["webhooks.preview", {}],
  ] as const)
    assert.equal((await max.post(name, input)).status, 403, name);
});

test("another company's webhooks, deliveries and replays do not exist", async () => {
  const [ada, eve] = [await service().given.admin(), await service().given.admin("Eve")];
  const { webhook } = await ada.call("webhooks.create", { url: NOBODY });
  const { event } = await ada.call("webhooks.sendTest", { id: webhook.id });
  const range = { since: "2026-01-01T00:00:00.000Z", until: "2026-02-01T00:00:00.000Z" };
  const replay = await ada.call("webhooks.createReplay", { id: webhook.id, ...range });
  const { webhook: own } = await eve.call("webhooks.create", { url: NOBODY });
  assert.equal((await eve.call("webhooks.list", {})).items.length, 1);
  for (const [name, input] of [
    ["webhooks.get", { id: webhook.id }],
    ["webhooks.update", { id: webhook.id, name: "x" }],
    ["webhooks.delete", { id: webhook.id }],
    ["webhooks.setState", { id: webhook.id, state: "off" }],
    ["webhooks.rotateSecret", { id: webhook.id }],
    ["webhooks.sendTest", { id: webhook.id }],
    ["webhooks.getDelivery", { id: own.id, event }],
    ["webhooks.resend", { id: own.id, event }],
    ["webhooks.createReplay", { id: own.id, target: webhook.id, ...range }],
    ["webhooks.createReplay", { id: webhook.id, ...range }],
    ["webhooks.stopReplay", { id: own.id, replay: replay.id }],
    ["webhooks.listReplays", { id: webhook.id }],
  ] as const)
    assert.equal((await eve.post(name, input)).status, 404, name);
  assert.deepEqual((await eve.call("webhooks.listDeliveries", { webhook: webhook.id })).items, []);
});

test("stored headers of a webhook stay with their host: a URL elsewhere needs them again", async () => {
  const ada = await service().given.admin();
  const { webhook } = await ada.call("webhooks.create", { url: NOBODY, headers: { authorization: "Bearer abc" } });
  const elsewhere = "http://127.0.0.1:10/hook";
  const update = (more: Record<string, unknown>) => ada.call("webhooks.update", { id: webhook.id, ...more });
  await assert.rejects(update({ url: elsewhere }), /entered for another host/);
  await assert.rejects(update({ url: elsewhere, headers: { authorization: null } }), /entered for another host/);
  await assert.rejects(ada.call("webhooks.save", { id: webhook.id, url: elsewhere }), /entered for another host/);
  assert.deepEqual((await update({ url: "http://127.0.0.1:9/other" })).headers, ["authorization"]);
  assert.deepEqual((await update({ url: elsewhere, headers: { authorization: "Bearer new" } })).headers, ["authorization"]);
});
