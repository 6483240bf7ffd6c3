import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { letLeave } from "../messages.ts";
import { startService, type Person, type Service } from "../service.ts";
import { connectNumber, receive, untilState, type ConnectedNumber } from "../whatsapp.ts";
import { until } from "../mail/mail-program.ts";
import { callbackOf, messageOf, postCallback, startWhatsAppDouble, type WhatsAppDouble } from "../mail/whatsapp-double.ts";

// A token that Meta refuses: what the channel says, who may mend it, how soon it is well again, and that nothing is missing then.

const PATIENCE_S = 60;
const REFUSED = {
  state: "needs_sign_in",
  cause: "token",
  words: "WhatsApp refused the access token.",
  remedy: "Enter a new token of a system user of the business, with the permission whatsapp_business_messaging.",
};
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

const health = async () => {
  const { state, cause, words, remedy } = await ada.call("channels.get", { id: number.id });
  return { state, cause, words, remedy };
};
const untilHealth = (state: string) => until(`the channel is ${state}`, async () => (await health()).state === state, PATIENCE_S);

let people = 0;
async function answerSomebody(): Promise<string> {
  const from = `3161239${String(1_000 + people++)}`;
  double.hears(from);
  const { id: conversation, last_message: seen } = await receive(ada, number, { from, text: `Hello from ${from}` });
  const { id } = await ada.call("inbox.writeMessage", { conversation, seen: seen ?? "", text: "It leaves tomorrow." });
  return id;
}

test("a token that is refused on sending: said with its remedy, a new one is tried first, and what waited leaves", async (t) => {
  double.accepts.token = "EAAJ-token-of-tomorrow";
  const waiting = [await answerSomebody(), await answerSomebody()];
  await letLeave(service);
  await untilHealth("needs_sign_in");
  assert.deepEqual(await health(), REFUSED);
  const [row] = await service.database.query("select next_try_at - now() < interval '1 minute' as is_soon from channels");
  assert.equal(row?.["is_soon"], true);

  const wrong = await ada.post("channels.update", { id: number.id, token: "EAAJ-token-of-yesterday" });
  assert.equal(wrong.status, 422);
  assert.match(await wrong.text(), /access token/);
  assert.deepEqual(await health(), REFUSED, "a token that does not work is not saved");
  const max = await service.given.member(ada);
  assert.equal((await max.post("channels.update", { id: number.id, token: double.accepts.token })).status, 403);
  assert.equal((await ada.post("channels.update", { id: number.id, token: double.accepts.token })).status, 200);

  const mended = performance.now();
  assert.deepEqual(await health(), { state: "ok", cause: null, words: null, remedy: null });
  for (const id of waiting) assert.equal((await untilState(service, id, "sent"))["state"], "sent");
  t.diagnostic(`both had left ${Math.round(performance.now() - mended)} ms after the new token`);
  assert.deepEqual(
    waiting.map((id) => double.sent.filter(({ opaque }) => opaque === id).length),
    [1, 1],
  );
  const [stored] = await service.database.query("select * from channels");
  assert.ok(!JSON.stringify(Object.values(stored ?? {}).map(String)).includes(double.accepts.token), "not stored in the clear");
});

test("a token that is accepted again over there is noticed within a minute, and what waited leaves", async (t) => {
  const right = double.accepts.token;
  double.accepts.token = "another one";
  const id = await answerSomebody();
  await letLeave(service);
  await untilHealth("needs_sign_in");
  assert.equal((await ada.call("channels.tryNow", { id: number.id })).state, "needs_sign_in");
  double.accepts.token = right;
  const mended = performance.now();
  await untilHealth("ok");
  assert.equal((await untilState(service, id, "sent"))["state"], "sent");
  t.diagnostic(`noticed after ${Math.round(performance.now() - mended)} ms`);
});

test("a token that is refused for templates or for a file is said too, and the file is there in the end", async () => {
  const right = double.accepts.token;
  double.accepts.token = "another one";
  assert.equal((await ada.post("channels.listWhatsAppTemplates", { id: number.id })).status, 503);
  await untilHealth("needs_sign_in");
  double.accepts.token = right;
  assert.equal((await ada.call("channels.tryNow", { id: number.id })).state, "ok");

  double.accepts.token = "another one";
  const bytes = Buffer.alloc(2_000, "abc");
  const media = { kind: "image" as const, id: double.addMedia(bytes, "image/jpeg"), type: "image/jpeg", caption: "The meter" };
  await postCallback(number.url, callbackOf([messageOf({ from: "31612390099", media })]));
  await untilHealth("needs_sign_in");
  assert.deepEqual(await health(), REFUSED);
  double.accepts.token = right;
  await ada.call("channels.tryNow", { id: number.id });
  const arrived = async () =>
    (await ada.call("inbox.list", { filter: "state:open", limit: 100 })).items.find(({ preview }) => preview === "The meter");
  await until("the message", async () => (await arrived()) !== undefined, 2 * PATIENCE_S);
  const { items } = await ada.call("inbox.messages", { id: (await arrived())?.id ?? "" });
  assert.deepEqual(
    items.flatMap(({ files }) => files.map(({ size }) => size)),
    [bytes.length],
  );
});
