import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { createKith, verifyWebhook, WebhookError, type WebhookRequest } from "../../../packages/sdk/src/index.ts";
import { makeSecret, signatureHeaders } from "../../src/platform/standard-webhooks.ts";
import { sharedService } from "../service.ts";
import { ago, fromNow, presently } from "../moments.ts";
import { until } from "../waiting.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const body = '{"type":"record.updated","timestamp":"2026-11-17T09:31:01.482Z","data":{"id":"rec_1","name":"Größe 東京"}}';
const [secret, old, foreign] = [makeSecret(), makeSecret(), makeSecret()];

function signed(secrets: string[], at = presently()) {
  const headers: Record<string, string> = { ...signatureHeaders({ id: "evt_1", at, body, secrets }) };
  return headers;
}
const refused = (request: WebhookRequest, code: string, what: string) =>
  assert.rejects(verifyWebhook(request), { name: "WebhookError", code }, what);

test("what the service signs is accepted: with either of two secrets, and headers of any kind", async () => {
  const message = JSON.parse(body) as unknown;
  assert.deepEqual(await verifyWebhook({ body, headers: signed([secret]), secrets: secret }), message);
  assert.deepEqual(await verifyWebhook({ body, headers: signed([secret]), secrets: [old, secret] }), message);
  assert.deepEqual(await verifyWebhook({ body, headers: signed([secret, old]), secrets: [old] }), message, "it signs with both for a day");
  assert.deepEqual(
    await verifyWebhook({ body: new TextEncoder().encode(body), headers: new Headers(signed([secret])), secrets: secret }),
    message,
  );
  const upper = Object.fromEntries(Object.entries(signed([secret])).map(([name, value]) => [name.toUpperCase(), [value]]));
  assert.deepEqual(await verifyWebhook({ body, headers: upper, secrets: secret }), message);
});

test("it agrees with standardwebhooks, which the service agrees with too", async () => {
  const at = presently();
  const signature = new Webhook(secret).sign("evt_1", at, body);
  const headers = { "webhook-id": "evt_1", "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)), "webhook-signature": signature };
  assert.ok(await verifyWebhook({ body, headers, secrets: secret }));
  assert.ok(new Webhook(secret).verify(body, signed([secret])));
});

test("altered, old, early, foreign, reordered and unsigned messages are refused", async () => {
  const headers = signed([secret]);
  const { "webhook-id": id = "", "webhook-timestamp": timestamp = "", "webhook-signature": signature = "" } = headers;
  const ask = (change: Record<string, string | undefined>, text = body): WebhookRequest => ({
    body: text,
    headers: { ...headers, ...change },
    secrets: secret,
  });
  await refused(ask({}, `${body} `), "wrong_signature", "altered");
  await refused(ask({ "webhook-id": "evt_2" }), "wrong_signature", "another id");
  await refused(ask({ "webhook-timestamp": String(Number(timestamp) - 1) }), "wrong_signature", "another time");
  await refused({ body, headers: signed([secret], ago(HOUR_MS)), secrets: secret }, "wrong_time", "old");
  await refused({ body, headers: signed([secret], fromNow(HOUR_MS)), secrets: secret }, "wrong_time", "early");
  await refused(ask({ "webhook-signature": signed([foreign])["webhook-signature"] }), "wrong_signature", "foreign");
  // `id.time.body` is signed: moving the dots must not make another message of the same bytes.
  await refused(ask({ "webhook-id": `${id}.${timestamp}`, "webhook-timestamp": timestamp }, body), "wrong_signature", "reordered");
  await refused(ask({ "webhook-signature": signature.replace("v1,", "v1a,") }), "wrong_signature", "another scheme");
  await refused(ask({ "webhook-signature": signature.slice(0, -4) }), "wrong_signature", "cut off");
  for (const name of Object.keys(headers)) await refused(ask({ [name]: undefined }), "header_missing", name);
  await refused({ body, headers, secrets: [] }, "wrong_signature", "no secret");
  for (const bad of ["", "whsec_", "whsec_ä"]) await refused({ body, headers, secrets: bad }, "bad_secret", bad);
  const text = "not JSON";
  await refused(
    { body: text, headers: signatureHeaders({ id: "e", at: presently(), body: text, secrets: [secret] }), secrets: secret },
    "not_json",
    text,
  );
});

test("a message of the service itself is verified, before and after its secret is replaced", async (t) => {
  const received: { body: Buffer; headers: IncomingHttpHeaders }[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ body: Buffer.concat(parts), headers: request.headers });
      response.writeHead(204).end();
    });
  }).listen(0, "127.0.0.1");
  t.after(() => receiver.close());
  await once(receiver, "listening");
  const { key } = await (await service().given.admin()).key();
  const kith = createKith({ url: service().url, apiKey: key });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${randomBytes(4).toString("hex")}`;
  const registration = { url, event_types: ["record.created"], filter: "type:contact" };
  const made = await kith.webhooks.create(registration);
  const again = await kith.webhooks.create(registration);
  assert.deepEqual(
    [again.webhook.id, again.secret, again.is_new],
    [made.webhook.id, null, false],
    "the same registration is the same webhook",
  );
  const worker = await service().app.startWorker();
  t.after(() => worker.stop());

  const next = async (name: string, secrets: string[]) => {
    const before = received.length;
    await kith.records.create({ type: "contact", values: { name } });
    await until(() => received.length > before, "it is delivered", { everyMs: 20 });
    const { body: bytes, headers } = received[before] ?? assert.fail("nothing was delivered");
    const message = await verifyWebhook({ body: new Uint8Array(bytes), headers, secrets });
    assert.deepEqual([message.type, message.data["name"]], ["record.created", name]);
    await assert.rejects(verifyWebhook({ body: new Uint8Array(bytes), headers, secrets: foreign }), WebhookError);
  };
  const first = String(made.secret);
  await next("Mara", [first]);
  const { secret: second } = await kith.webhooks.rotateSecret({ id: made.webhook.id });
  await next("Ana", [first]);
  await next("Tom", [second]);
  await kith.webhooks.delete({ id: made.webhook.id });
  assert.deepEqual((await kith.webhooks.list()).items, []);
});
