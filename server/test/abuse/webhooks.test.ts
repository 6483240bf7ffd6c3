import assert from "node:assert/strict";
import { createPublicKey, verify } from "node:crypto";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { findBinaries } from "../../../scripts/postgres.ts";
import { makeKeyPair, makeSecret, signatureHeaders } from "../../src/platform/standard-webhooks.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { startWebhookReceiver, type Received } from "../outbound/webhook-receiver.ts";
import { inService, sharedService } from "../service.ts";
import { ago, fromNow, NOW, presently } from "../moments.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const BODY = '{"type":"record.updated","data":{"a":1,"b":2}}';

test("the receivers' library accepts our signature, and refuses what is altered, reordered, old, future or foreign", () => {
  const secret = makeSecret();
  const sign = (at: Date, secrets = [secret]) => signatureHeaders({ id: "evt_1", at, body: BODY, secrets });
  const now = presently();
  const receiver = new Webhook(secret);
  receiver.verify(BODY, sign(now));
  const refused = (body: string, headers: Record<string, string>) => assert.throws(() => receiver.verify(body, headers));
  refused(BODY.replace("1", "3"), sign(now));
  refused('{"type":"record.updated","data":{"b":2,"a":1}}', sign(now));
  refused(BODY, sign(ago(HOUR_MS)));
  refused(BODY, sign(fromNow(HOUR_MS)));
  refused(BODY, sign(now, [makeSecret()]));
  refused(BODY, { ...sign(now), "webhook-id": "evt_2" });
  refused(BODY, { ...sign(now), "webhook-signature": "v1,AAAA" });
  // Two live secrets: either is enough, and a list with one bad signature is still good.
  const next = makeSecret();
  const both = sign(now, [next, secret]);
  receiver.verify(BODY, both);
  new Webhook(next).verify(BODY, both);
  refused(BODY, sign(now, [next]));
});

test("v1a is checked from the public key alone", () => {
  const { signingKey, publicKey } = makeKeyPair();
  const headers = signatureHeaders({ id: "evt_1", at: NOW, body: BODY, secrets: [makeSecret()], signingKey });
  const [, v1a = ""] = /v1a,(\S+)/.exec(headers["webhook-signature"] ?? "") ?? [];
  assert.match(publicKey, /^whpk_/);
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey.slice("whpk_".length), "base64").toString("base64url") },
    format: "jwk",
  });
  const check = (body: string) =>
    verify(null, Buffer.from(`evt_1.${headers["webhook-timestamp"]}.${body}`), key, Buffer.from(v1a, "base64"));
  assert.ok(check(BODY));
  assert.ok(!check(`${BODY} `));
});

/** Whether one of a message's signatures was made with this secret, whenever that was. */
const isSignedWith = (secret: string, { headers, body }: Received) =>
  (headers["webhook-signature"] ?? "")
    .split(" ")
    .includes(new Webhook(secret).sign(headers["webhook-id"] ?? "", new Date(Number(headers["webhook-timestamp"]) * 1_000), body));

test(
  "both secrets sign for 24 hours after a rotation, and then the new one alone; v1a is checked from the webhook's public key",
  inService(
    async (held) => {
      using receiver = await startWebhookReceiver();
      const ada = await held.given.admin();
      const asked = { url: receiver.url, event_types: ["record.created"], with_public_key: true };
      const { webhook, secret: old } = await ada.call("webhooks.create", asked);
      const { secret: next } = await ada.call("webhooks.rotateSecret", { id: webhook.id });
      const worker = await held.app.startWorker();
      const signedBy: string[] = [];
      for (const wait of [0, DAY_MS - 5 * MINUTE_MS, 10 * MINUTE_MS]) {
        held.clock.advance(wait);
        const count = receiver.received.length;
        await ada.call("records.create", { type: "deal", values: { name: "One" } });
        await receiver.until(({ length }) => length > count);
        const message = receiver.received.at(-1);
        assert.ok(message);
        signedBy.push([old, next].map((secret) => isSignedWith(String(secret), message)).join());
        const { public_key } = await ada.call("webhooks.get", { id: webhook.id });
        assert.ok(isSignedByKey(String(public_key), message));
        assert.ok(!isSignedByKey(String(public_key), { ...message, body: `${message.body} ` }));
      }
      await worker.stop();
      assert.deepEqual(signedBy, ["true,true", "true,true", "false,true"]);
    },
    { env: { OUTBOUND_ALLOW: "127.0.0.1" } },
  ),
);

/** A receiver that has no secret checks v1a with what the webhook shows. */
function isSignedByKey(publicKey: string, { headers, body }: Received): boolean {
  const [, signature = ""] = /v1a,(\S+)/.exec(headers["webhook-signature"] ?? "") ?? [];
  const x = Buffer.from(publicKey.slice("whpk_".length), "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return verify(null, Buffer.from(content), key, Buffer.from(signature, "base64"));
}

test("a secret and the values of headers are in no dump, log, metric, list, event or tool", async () => {
  using receiver = await startWebhookReceiver((_, response) => void response.writeHead(500).end("no"));
  const ada = await service().given.admin();
  const given = { url: receiver.url, event_types: ["record.created"], headers: { authorization: "Bearer canary-of-a-header" } };
  const { webhook, secret } = await ada.call("webhooks.create", { ...given, with_public_key: true });
  const { secret: rotated } = await ada.call("webhooks.rotateSecret", { id: webhook.id });
  const worker = await service().app.startWorker();
  await ada.call("records.create", { type: "deal", values: { name: "One" } });
  await receiver.until(({ length }) => length > 0);
  const [first] = receiver.received;
  assert.equal(first?.headers["authorization"], "Bearer canary-of-a-header", "the receiver gets it");
  while ((await ada.call("webhooks.listDeliveries", {})).items.length === 0) await setTimeout(20);
  await worker.stop();

  const { key } = await ada.key();
  const tool = async (name: string, input: object) =>
    (await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } })).text();
  const [delivery] = (await ada.call("webhooks.listDeliveries", {})).items;
  const event = delivery?.event ?? "";
  const places: Record<string, string> = {
    dump: execFileSync(join(findBinaries(), "pg_dump"), [service().database.superuserUrl], { maxBuffer: 1e9 }).toString("latin1"),
    log: service().logged.join(""),
    metrics: await (await fetch(`${service().url}/metrics`)).text(),
    list: JSON.stringify(await ada.call("webhooks.list", {})),
    get: JSON.stringify(await ada.call("webhooks.get", { id: webhook.id })),
    update: JSON.stringify(await ada.call("webhooks.update", { id: webhook.id, name: "Other", headers: { authorization: null } })),
    deliveries: JSON.stringify(await ada.call("webhooks.listDeliveries", {})),
    delivery: JSON.stringify(await ada.call("webhooks.getDelivery", { id: webhook.id, event })),
    rest: await (await service().rest(key, "GET", `/webhooks/${webhook.id}/deliveries/${event}`)).text(),
    preview: JSON.stringify(await ada.call("webhooks.preview", {})),
    export: JSON.stringify(await ada.call("records.changes", { limit: 100 })),
    "the requests of a key": JSON.stringify(await ada.call("requests.list", {})),
    events: JSON.stringify(await ada.call("events.list", { limit: 100 })),
    resend_deliveries: await tool("resend_deliveries", { id: webhook.id, events: [event] }),
    save_webhook: await tool("save_webhook", { id: webhook.id, filter: "" }),
    "save_webhook of a new one": await tool("save_webhook", { url: `${receiver.url}/new` }),
    list_deliveries: await tool("list_deliveries", {}),
  };
  assert.ok(places["dump"]?.includes(webhook.name), "the dump is complete");
  for (const [place, text] of Object.entries(places)) {
    assert.doesNotMatch(text, /whsec_/, place);
    assert.ok(!text.includes("canary-of-a-header"), place);
    for (const one of [String(secret), rotated]) assert.ok(!text.includes(one.slice("whsec_".length)), place);
  }
  for (const place of ["save_webhook", "list_deliveries", "resend_deliveries"])
    assert.doesNotMatch(places[place] ?? "", /isError":true|\\"changes\\"/, `${place}: no raw body ${places[place]}`);
});

test("an endpoint that repeats what it was sent leaves no secret in the delivery log", async () => {
  using receiver = await startWebhookReceiver((received, response) => void response.writeHead(500).end(JSON.stringify(received.headers)));
  const ada = await service().given.admin();
  const { webhook } = await ada.call("webhooks.create", { url: receiver.url, headers: { authorization: "Bearer canary-of-an-echo" } });
  const { event } = await ada.call("webhooks.sendTest", { id: webhook.id });
  const worker = await service().app.startWorker();
  const read = () => ada.call("webhooks.getDelivery", { id: webhook.id, event });
  while ((await read()).attempts.length === 0) await setTimeout(20);
  await worker.stop();
  const [{ answer } = { answer: "" }] = (await read()).attempts;
  assert.match(answer ?? "", /"authorization":"\[hidden\]".*webhook-id/);
  const rows = await service().database.query(
    "select attempts::text as text from webhook_deliveries where attempts::text like '%canary-of-an-echo%'",
  );
  assert.equal(rows.length, 0);
});

test("a header's name that is refused says why", async () => {
  const ada = await service().given.admin();
  const create = (headers: Record<string, string>) => ada.call("webhooks.create", { url: "https://93.184.216.34/", headers });
  await assert.rejects(create({ host: "elsewhere" }), /This header is set by Kith/);
  await assert.rejects(create({ "not a name": "x" }), /letters, digits and hyphens/);
});

test("what the network behind an address says is told as a class, and the answer only to Admins", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  using receiver = await startWebhookReceiver((_, response) => void response.writeHead(500).end("internal detail 10.0.0.7"));
  const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
  const { event } = await ada.call("webhooks.sendTest", { id: webhook.id });
  const worker = await service().app.startWorker();
  const read = () => ada.call("webhooks.getDelivery", { id: webhook.id, event });
  while ((await read()).attempts.length === 0) await setTimeout(20);
  await worker.stop();
  assert.equal((await read()).attempts[0]?.answer, "internal detail 10.0.0.7");
  const seen = JSON.stringify([
    await max.call("webhooks.getDelivery", { id: webhook.id, event }),
    await max.call("webhooks.get", { id: webhook.id }),
  ]);
  assert.doesNotMatch(seen, /internal detail/);
});
