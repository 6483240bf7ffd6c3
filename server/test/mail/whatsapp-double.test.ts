import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { callbackOf, DOUBLE, messageOf, postCallback, startWhatsAppDouble, statusOf, type WhatsAppDouble } from "./whatsapp-double.ts";

let time = Date.parse("2026-11-17T09:00:00Z");
let double: WhatsAppDouble;
before(async () => {
  double = await startWhatsAppDouble({ now: () => time });
});
after(() => double.stop());

const headers = { authorization: `Bearer ${DOUBLE.token}`, "content-type": "application/json" };
const get = (path: string, as = headers) => fetch(path.startsWith("http") ? path : `${double.url}/v23.0/${path}`, { headers: as });
const send = (body: object) =>
  fetch(`${double.url}/v23.0/${DOUBLE.phoneNumberId}/messages`, {
    method: "POST",
    headers,
    body: JSON.stringify({ messaging_product: "whatsapp", ...body }),
  });
const statesOf = () => (double.takeStatuses() as { status: string }[]).map(({ status }) => status);

test("inside 24 hours a text is delivered; afterwards it is accepted and then reported as failed, and a template is not", async () => {
  double.hears("31612345678");
  const text = { to: "31612345678", type: "text", text: { body: "Hello" }, biz_opaque_callback_data: "msg_1" };
  assert.equal((await send(text)).status, 200);
  assert.deepEqual(statesOf(), ["sent", "delivered", "read"]);
  assert.equal(double.sent.at(-1)?.opaque, "msg_1");
  time += 24 * 3_600_000 + 1;
  assert.equal((await send(text)).status, 200);
  assert.deepEqual(statesOf(), ["failed"]);
  const components = [{ type: "body", parameters: [{ type: "text", text: "2214" }] }];
  const template = { to: "31612345678", type: "template", template: { name: "order_update", language: { code: "en_US" }, components } };
  assert.equal((await send(template)).status, 200);
  assert.deepEqual(statesOf(), ["sent", "delivered", "read"]);
  const rejected = await send({ ...template, template: { name: "spring_sale", language: { code: "en_US" } } });
  assert.equal(rejected.status, 404);
});

test("a token that is not its own is refused, and a call can be made to fail", async () => {
  assert.equal((await get(DOUBLE.phoneNumberId, { ...headers, authorization: "Bearer other" })).status, 401);
  double.failures.push({ status: 429, error: { code: 130_429, message: "Rate limit hit" }, retryAfter: "7" });
  const limited = await get(DOUBLE.phoneNumberId);
  assert.deepEqual([limited.status, limited.headers.get("retry-after")], [429, "7"]);
  assert.equal((await get(DOUBLE.phoneNumberId)).status, 200);
});

test("media have an address for five minutes, and are there for seven days", async () => {
  const id = double.addMedia(Buffer.from("picture"), "image/png");
  const { url } = (await (await get(id)).json()) as { url: string };
  assert.equal(await (await get(url)).text(), "picture");
  time += 301_000;
  assert.equal((await get(url)).status, 404);
  assert.equal((await get(id)).status, 200);
  time += 7 * 24 * 3_600_000;
  assert.equal((await get(id)).status, 404);
});

test("a callback holds several entries, changes, messages and statuses, and is signed over its bytes", async () => {
  const got: { body: Buffer; signature: string }[] = [];
  const receiver = createServer((request, response) => {
    void buffer(request).then((body) => {
      got.push({ body, signature: String(request.headers["x-hub-signature-256"]) });
      response.end();
    });
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const messages = Array.from({ length: 5 }, (_, at) => messageOf({ from: "31612345678", text: `Ünïcode ${at}` }));
  const statuses = ["read", "sent", "delivered"].map((status) => statusOf({ id: "wamid.1", to: "31612345678", status }));
  await postCallback(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, callbackOf(messages, statuses));
  const [call] = got;
  assert.equal(
    call?.signature,
    `sha256=${createHmac("sha256", DOUBLE.appSecret)
      .update(call?.body ?? "")
      .digest("hex")}`,
  );
  const { entry } = JSON.parse(String(call?.body)) as { entry: { changes: { value: { messages?: object[]; statuses?: object[] } }[] }[] };
  const values = entry.flatMap(({ changes }) => changes.map(({ value }) => value));
  assert.deepEqual([entry.length, values.length], [2, 3]);
  assert.equal(values.flatMap(({ messages: some = [] }) => some).length, 5);
  assert.equal(values.flatMap(({ statuses: some = [] }) => some).length, 3);
  receiver.close();
});
