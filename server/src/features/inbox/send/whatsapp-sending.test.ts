import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { callbackOf, postCallback, startWhatsAppDouble, type WhatsAppDouble } from "../../../../test/mail/whatsapp-double.ts";
import { letLeave, messageRow } from "../../../../test/messages.ts";
import { startService, type Person, type Service } from "../../../../test/service.ts";
import { converse } from "../../../../test/assistant/assistant.ts";
import { connectNumber, receive, untilState, type ConnectedNumber } from "../../../../test/whatsapp.ts";

const DAY_MS = 86_400_000;
const TEMPLATE = { name: "order_update", language: "en_US", values: ["2214"] };

let double: WhatsAppDouble;
let service: Service;
let worker: Awaited<ReturnType<Service["app"]["startWorker"]>>;
let ada: Person;
let number: ConnectedNumber;
before(async () => {
  double = await startWhatsAppDouble();
  service = await startService({ env: { OUTBOUND_ALLOW: "127.0.0.0/8", WHATSAPP_URL: `${double.url}/v23.0` } });
  ada = await service.given.admin();
  number = await connectNumber(service, ada);
  worker = await service.app.startWorker();
});
after(async () => {
  await worker.stop();
  await service.close();
  await double.stop();
});

let people = 0;
/** Somebody new writes, or wrote so long ago. */
async function hear(agoMs = 0) {
  const from = `3161234${String(1_000 + people++)}`;
  const at = service.clock.now().getTime() - agoMs;
  if (agoMs < DAY_MS) double.hears(from);
  const conversation = await receive(ada, number, { from, text: `Hello from ${from}`, at });
  return { from, at, conversation: conversation.id, seen: conversation.last_message ?? "" };
}

async function answer(asked: { conversation: string; seen: string }, more: object = {}, text = "It leaves tomorrow."): Promise<string> {
  const { conversation, seen } = asked;
  const { id } = await ada.call("inbox.writeMessage", { conversation, seen, text, ...more });
  await letLeave(service, id);
  return id;
}

const sentWith = (id: string) => double.sent.filter(({ opaque }) => opaque === id);
const report = () => postCallback(number.url, callbackOf([], double.takeStatuses()));

test("an answer leaves once, and its state rises with what WhatsApp reports", async () => {
  const heard = await hear();
  const id = await answer(heard);
  const sent = await untilState(service, id, "sent");
  assert.equal(sent["state"], "sent");
  const [left, ...others] = sentWith(id);
  assert.deepEqual(
    [left?.to, left?.type, left?.body["text"], others],
    [heard.from, "text", { body: "It leaves tomorrow.", preview_url: false }, []],
  );
  assert.equal(sent["external_id"], left?.id);
  await report();
  assert.equal((await untilState(service, id, "read"))["state"], "read");
});

test("an answer that is taken back never leaves", async () => {
  const { conversation, seen } = await hear();
  const { id } = await ada.call("inbox.writeMessage", { conversation, seen, text: "No" });
  await ada.call("inbox.cancelMessage", { id });
  await letLeave(service);
  await setTimeout(800);
  assert.deepEqual(sentWith(id), []);
});

test("after 24 hours free text is refused with the remedy, and a template leaves with its values", async () => {
  const heard = await hear(DAY_MS + 60_000);
  const { free_text_until: until } = await ada.call("inbox.get", { id: heard.conversation });
  assert.ok(until !== null && Date.parse(until) < service.clock.now().getTime());
  const refused = await ada.post("inbox.writeMessage", { conversation: heard.conversation, seen: heard.seen, text: "Hello?" });
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /window_closed.*24 hours.*template/s);
  const id = await answer(heard, { template: TEMPLATE }, "something else");
  const sent = await untilState(service, id, "sent");
  assert.deepEqual([sent["state"], sent["text"]], ["sent", "Your order 2214 is on its way."], "what they read, not what was given");
  const conversation = await ada.call("inbox.get", { id: heard.conversation });
  assert.equal(conversation.preview, "Your order 2214 is on its way.");
  assert.equal(sentWith(id)[0]?.type, "template");
});

test("the window is that of the person written to, and of the time when it leaves", async () => {
  const { conversation, seen, at } = await hear();
  const post = (more: object) => ada.post("inbox.writeMessage", { conversation, seen, text: "Hello", ...more });
  assert.equal((await post({ to: ["+31687654321"] })).status, 409);
  assert.equal((await post({ send_at: new Date(at + DAY_MS + 60_000).toISOString() })).status, 409);
  assert.equal((await post({ to: ["+31687654321", "+31687654322"] })).status, 422);
  assert.equal((await post({ text: "x".repeat(4_097) })).status, 422);
  const { free_text_until: until } = await ada.call("inbox.get", { id: conversation });
  // WhatsApp names the second: the message is of some moment in it.
  assert.equal(Math.floor((Date.parse(until ?? "") - DAY_MS) / 1_000), Math.floor(at / 1_000));
});

test("a template that is not approved, or lacks a value, is failed with the reason, and nothing leaves", async () => {
  const heard = await hear();
  const rejected = await answer(heard, { template: { ...TEMPLATE, name: "spring_sale", values: [] } });
  assert.match(String((await untilState(service, rejected, "failed"))["error"]), /no approved template “spring_sale”/);
  const short = await answer({ ...heard, seen: rejected }, { template: { ...TEMPLATE, values: [] } });
  assert.match(String((await untilState(service, short, "failed"))["error"]), /needs 1 values, and 0 were given/);
  assert.deepEqual([...sentWith(rejected), ...sentWith(short)], []);
});

test("an answer of WhatsApp that is lost makes the message unknown: never sent twice, and a report says that it left", async () => {
  const heard = await hear();
  double.losing.answers = 1;
  const id = await answer(heard);
  assert.equal((await untilState(service, id, "unknown", "sent"))["state"], "unknown");
  await setTimeout(1_500);
  assert.deepEqual([(await messageRow(service, id))["state"], sentWith(id).length], ["unknown", 1]);
  await report();
  const known = await untilState(service, id, "read");
  assert.deepEqual([known["state"], known["external_id"], sentWith(id).length], ["read", sentWith(id)[0]?.id, 1]);
});

test("a clear “not now” is tried again later, and a refusal is failed with WhatsApp's words", async () => {
  const heard = await hear();
  double.failures.push({ status: 429, error: { code: 130_429, message: "Rate limit hit" }, retryAfter: "7" });
  const id = await answer(heard);
  for (let tries = 0; tries < 300 && (await messageRow(service, id))["error"] === null; tries++) await setTimeout(30);
  assert.deepEqual([(await messageRow(service, id))["state"], sentWith(id).length], ["queued", 0]);
  await letLeave(service, id);
  assert.equal((await untilState(service, id, "sent"))["state"], "sent");
  double.failures.push({ status: 400, error: { code: 131_026, message: "Message undeliverable" } });
  const refused = await answer({ ...heard, seen: id });
  assert.match(String((await untilState(service, refused, "failed"))["error"]), /undeliverable/);
  assert.equal(sentWith(id).length, 1);
});

test("a conversation that we begin with a template gets their answer, also one of the same second", async () => {
  const from = "31655550001";
  const begun = { channel: number.id, to: [`+${from}`], purpose: "personal" as const, text: "", template: TEMPLATE };
  const { id, conversation } = await ada.call("inbox.writeMessage", begun);
  await letLeave(service, id);
  const { at } = await untilState(service, id, "sent");
  // WhatsApp names the second only: its beginning is before our message.
  const answered = await receive(ada, number, { from, userId: "NL.777", text: "Thank you", at: (at as Date).getTime() });
  assert.deepEqual([answered.id, answered.waits_for], [conversation, "us"]);
});

test("an assistant sends a template by its tool, and only where it was asked to send", async () => {
  const { conversation, seen } = await hear(DAY_MS + 60_000);
  const { tell } = converse(service, (await ada.key()).key);
  const asked = { conversation, seen, text: "Your order is on its way.", template: TEMPLATE };
  assert.ok((await tell("write_message", asked)).isError, "a template cannot be kept as a draft");
  assert.ok((await tell("write_message", { ...asked, template: { name: "order_update" }, send: true })).isError, "it has no language");
  const { data } = await tell("write_message", { ...asked, send: true });
  await letLeave(service, data.id);
  const sent = await untilState(service, data.id, "sent");
  assert.deepEqual([sent["state"], sent["text"]], ["sent", "Your order 2214 is on its way."]);
  assert.deepEqual(
    sentWith(data.id).map(({ type }) => type),
    ["template"],
  );
});
