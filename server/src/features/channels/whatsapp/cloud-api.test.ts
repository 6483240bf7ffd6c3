import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DOUBLE, startWhatsAppDouble, type WhatsAppDouble } from "../../../../test/mail/whatsapp-double.ts";
import { parseAllowed, type AllowedNetwork } from "../../../platform/outbound/addresses.ts";
import { createOutbound } from "../../../platform/outbound/outbound.ts";
import { checkWhatsApp, downloadMedia, listTemplates, sendWhatsApp, type WhatsAppAccount } from "./cloud-api.ts";
import { NOW } from "../../../../test/moments.ts";

const outbound = createOutbound({ allowed: [parseAllowed("127.0.0.0/8")] as AllowedNetwork[] });
let time = NOW.getTime();
let double: WhatsAppDouble;
let account: WhatsAppAccount;
before(async () => {
  double = await startWhatsAppDouble({ now: () => time });
  account = { url: `${double.url}/v23.0`, phoneNumberId: DOUBLE.phoneNumberId, businessId: DOUBLE.businessId, token: DOUBLE.token };
});
after(async () => {
  await double.stop();
  await outbound.close();
});

const send = (content: Parameters<typeof sendWhatsApp>[2]["content"], to = "+31612345678", by = account) =>
  sendWhatsApp(outbound, by, { to, content, ours: "msg_1" });

test("a text and a template leave with our own id, to a number and to a person without one", async () => {
  const outcome = await send({ text: "Hello" });
  assert.ok(outcome.outcome === "sent" && outcome.externalId === double.sent.at(-1)?.id);
  assert.deepEqual([double.sent.at(-1)?.to, double.sent.at(-1)?.opaque], ["31612345678", "msg_1"]);
  assert.equal((await send({ text: "Hello" }, "NL.134912")).outcome, "sent");
  assert.equal(double.sent.at(-1)?.body["recipient"], "NL.134912");
  assert.equal((await send({ template: { name: "order_update", language: "en_US", values: ["42"] } })).outcome, "sent");
});

test("each answer has its outcome: refused with the words, later, and unknown where it may have left", async () => {
  const refused = await send({ template: { name: "no_such", language: "en_US", values: [] } });
  assert.ok(refused.outcome === "refused" && /132001/.test(refused.words));
  const token = await send({ text: "Hello" }, "+31612345678", { ...account, token: "other" });
  assert.ok(token.outcome === "retry" && token.cause === "token");
  double.failures.push({ status: 429, error: { code: 130_429, message: "Rate limit hit" }, retryAfter: "7" });
  const limited = await send({ text: "Hello" });
  assert.deepEqual([limited.outcome, limited.outcome === "retry" && limited.afterMs], ["retry", 7_000]);
  double.failures.push({ status: 500, error: { code: 131_000, message: "Something went wrong" } });
  assert.equal((await send({ text: "Hello" })).outcome, "retry");
  double.failures.push({ status: 200, error: {} });
  assert.equal((await send({ text: "Hello" })).outcome, "unknown", "an answer without a message's id");
  double.failures.push({ status: 504, error: undefined as never });
  assert.equal((await send({ text: "Hello" })).outcome, "unknown", "a gateway that says nothing of WhatsApp's");
  const before = double.sent.length;
  double.losing.answers = 1;
  assert.deepEqual(
    [(await send({ text: "Hello" })).outcome, double.sent.length - before],
    ["unknown", 1],
    "it was taken, and nobody heard so",
  );
  assert.equal((await send({ text: "Hello" }, "+1", { ...account, url: "http://127.0.0.1:9" })).outcome, "retry");
});

test("a number is tried, its templates are listed, and a wrong token is told", async () => {
  assert.deepEqual(await checkWhatsApp(outbound, account), { phone: "+15550783881", name: "Kith" });
  const wrong = await checkWhatsApp(outbound, { ...account, token: "other" });
  assert.ok("outcome" in wrong && wrong.outcome === "retry" && wrong.cause === "token");
  assert.deepEqual(await listTemplates(outbound, account), [
    { name: "order_update", language: "en_US", text: "Your order {{1}} is on its way.", parameters: ["1"] },
  ]);
});

test("a file is fetched whole, one that is gone is refused, and the token goes to Meta's own addresses only", async () => {
  const bytes = Buffer.alloc(3_000_000, "abc");
  const found = await downloadMedia(outbound, account, double.addMedia(bytes, "image/jpeg"));
  assert.ok("bytes" in found && found.bytes.equals(bytes) && found.type === "image/jpeg");
  const old = double.addMedia(bytes, "image/jpeg");
  time += 8 * 24 * 3_600_000;
  const gone = await downloadMedia(outbound, account, old);
  assert.ok("outcome" in gone && gone.outcome === "refused");
  double.files.base = double.url.replace("127.0.0.1", "localhost");
  const elsewhere = await downloadMedia(outbound, account, double.addMedia(bytes, "image/jpeg"));
  assert.ok("outcome" in elsewhere && elsewhere.outcome === "refused" && /not its own/.test(elsewhere.words));
});
