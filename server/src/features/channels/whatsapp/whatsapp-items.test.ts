import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { callbackOf, DOUBLE, messageOf, statusOf } from "../../../../test/mail/whatsapp-double.ts";
import { isSignedBy, splitCallback } from "./callback.ts";
import { officialPhone } from "./phones.ts";
import { readApiItem } from "../adapters/api.ts";
import { readWhatsAppItem } from "./read-item.ts";
import { mediaOf, toStore, withFile } from "./stored-item.ts";

const sign = (body: Buffer, secret: string) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
const at = Date.parse("2026-11-17T09:00:00Z");

test("only the bytes that were signed with the app's secret are believed", () => {
  const body = callbackOf([messageOf({ from: "31612345678", text: "Hello" })]);
  assert.equal(isSignedBy(body, sign(body, DOUBLE.appSecret), DOUBLE.appSecret), true);
  const changed = Buffer.from(body);
  changed.write("j", 3);
  for (const [given, header] of [
    [body, undefined],
    [body, ""],
    [body, sign(body, "another secret")],
    [body, sign(body, DOUBLE.appSecret).slice(0, -1)],
    [body, sign(body, DOUBLE.appSecret).replace("sha256=", "sha1=")],
    [changed, sign(body, DOUBLE.appSecret)],
  ] as const)
    assert.equal(isSignedBy(given, header, DOUBLE.appSecret), false, String(header));
});

test("every message and status of a batch is one item, and a batch that comes again has the same keys", () => {
  const messages = Array.from({ length: 7 }, (_, n) =>
    messageOf({ from: `3161234567${n}`, id: `wamid.${n}`, text: `Text ${n}`, name: `Person ${n}` }),
  );
  const statuses = ["sent", "delivered", "read", "failed"].map((status) => statusOf({ id: "wamid.out", to: "31612345678", status }));
  const items = splitCallback(callbackOf(messages, statuses));
  assert.equal(items.length, 11);
  assert.equal(new Set(items.map(({ sourceKey }) => sourceKey)).size, 11);
  assert.deepEqual(splitCallback(callbackOf(messages, statuses)), items);
  const read = items.map(({ bytes }) => readWhatsAppItem(bytes));
  for (const [n, item] of read.filter(({ kind }) => kind === "message").entries())
    assert.ok(item.kind === "message" && item.text === `Text ${n}` && item.from.name === `Person ${n}`, JSON.stringify(item));
});

test("one odd message costs the others nothing, and is kept to be looked at", () => {
  const body = JSON.parse(String(callbackOf([messageOf({ from: "31612345678", id: "wamid.1", text: "Hello" })]))) as {
    entry: { changes: { value: { messages: unknown[] } }[] }[];
  };
  body.entry[0]?.changes[0]?.value.messages.push({ id: 5 }, "text", null);
  body.entry.push({
    changes: [
      { field: "messages", value: { odd: true } },
      { field: "account_update", value: {} },
    ],
  } as never);
  const items = splitCallback(Buffer.from(JSON.stringify(body)));
  assert.equal(items.length, 5);
  const read = items.filter(({ bytes }) => {
    try {
      return readWhatsAppItem(bytes);
    } catch {
      return false;
    }
  });
  assert.deepEqual(
    read.map(({ sourceKey }) => sourceKey),
    ["message/wamid.1"],
  );
});

const readOne = (given: Parameters<typeof messageOf>[0]) =>
  readWhatsAppItem(splitCallback(callbackOf([messageOf(given)]))[0]?.bytes ?? Buffer.alloc(0));

test("a person is known by the id in this business first; the phone number may be absent", () => {
  const both = readOne({ from: "31612345678", userId: "NL.134912", text: "Hi", at });
  assert.ok(both.kind === "message");
  assert.deepEqual([both.from.address, both.thread, both.at], ["+31612345678", "NL.134912", "2026-11-17T09:00:00.000Z"]);
  const hidden = readOne({ from: "", userId: "NL.134912", text: "Hi" });
  assert.ok(hidden.kind === "message" && hidden.from.address === "NL.134912" && hidden.thread === both.thread);
});

test("numbers of Brazil, Mexico and Argentina have their official spelling", () => {
  assert.equal(officialPhone("553188887777"), "+5531988887777");
  assert.equal(officialPhone("5531988887777"), "+5531988887777");
  assert.equal(officialPhone("5215512345678"), "+525512345678");
  assert.equal(officialPhone("525512345678"), "+525512345678");
  assert.equal(officialPhone("5491123456789"), "+5491123456789");
  assert.equal(officialPhone("541123456789"), "+5491123456789");
  assert.equal(officialPhone("31612345678"), "+31612345678");
});

test("a message is kept in the shape of an API channel's, with its file's bytes unchanged, or a word about it", () => {
  const media = { kind: "document", id: "555", type: "application/pdf", name: "offer.pdf", caption: "Our offer" } as const;
  const [item] = splitCallback(callbackOf([messageOf({ from: "31612345678", media, id: "wamid.1" })]));
  const stored = toStore(item?.bytes ?? Buffer.alloc(0));
  assert.ok(stored.hasFile);
  assert.deepEqual(mediaOf(stored.bytes), { id: "555", type: "application/pdf", name: "offer.pdf" });
  const file = Buffer.alloc(2_000_000, Buffer.from([0, 10, 13, 255]));
  const read = readApiItem(withFile(stored.bytes, file));
  assert.ok(read.kind === "message" && read.external_id === "wamid.1" && read.message.text === "Our offer");
  assert.deepEqual(
    read.message.files.map(({ name, base64 }) => [name, Buffer.from(base64, "base64").equals(file)]),
    [["offer.pdf", true]],
  );
  const lost = readApiItem(withFile(stored.bytes, null));
  assert.ok(lost.kind === "message" && lost.message.files.length === 0);
  assert.match(lost.message.text, /^Our offer\n\[offer\.pdf could not be fetched/);
  assert.match(stored.bytes.toString(), /"original":/);
});

test("a report is kept with our own id, and what cannot be read as it came", () => {
  const [item] = splitCallback(callbackOf([], [statusOf({ id: "wamid.1", to: "31612345678", status: "read", opaque: "msg_1" })]));
  const read = readApiItem(toStore(item?.bytes ?? Buffer.alloc(0)).bytes);
  assert.ok(read.kind === "status");
  assert.deepEqual([read.status.message, read.status.external_id, read.status.state], ["msg_1", "wamid.1", "read"]);
  const odd = Buffer.from('{"kind":"unknown"}');
  assert.deepEqual(toStore(odd), { bytes: odd, hasFile: false });
  assert.throws(() => readApiItem(odd));
});

test("a failed message says why", () => {
  const [item] = splitCallback(callbackOf([], [statusOf({ id: "wamid.1", to: "31612345678", status: "failed", opaque: "msg_1" })]));
  const read = readWhatsAppItem(item?.bytes ?? Buffer.alloc(0));
  assert.ok(read.kind === "status");
  assert.match(read.error ?? "", /More than 24 hours .*\(131047\)/);
  assert.equal(read.ours, "msg_1");
});
