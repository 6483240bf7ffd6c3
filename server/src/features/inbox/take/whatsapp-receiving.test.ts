import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import {
  callbackOf,
  messageOf,
  postCallback,
  startWhatsAppDouble,
  statusOf,
  type WhatsAppDouble,
} from "../../../../test/mail/whatsapp-double.ts";
import { letLeave, messageRow } from "../../../../test/messages.ts";
import { startService, type Person, type Service } from "../../../../test/service.ts";
import { connectNumber, receive, untilState, type ConnectedNumber } from "../../../../test/whatsapp.ts";
import { presently } from "../../../../test/moments.ts";

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

const RANK: Record<string, number> = { queued: 0, sending: 1, sent: 2, delivered: 3, read: 4 };

/** Reads the states of messages again and again until told to stop. Answers every fall that it saw. */
function watchStates(ids: string[]) {
  const falls: string[] = [];
  const last = new Map<string, string>();
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const rows = await service.database.query(
        "select shown_id('msg', id) as id, state from messages where shown_id('msg', id) = any($1)",
        [ids],
      );
      for (const { id, state } of rows as { id: string; state: string }[]) {
        const before = last.get(id);
        if (before !== undefined && (RANK[state] ?? -1) < (RANK[before] ?? -1)) falls.push(`${id}: ${before} → ${state}`);
        last.set(id, state);
      }
      await setTimeout(15);
    }
  })();
  return async () => {
    over.abort();
    await watching;
    return falls;
  };
}

test("callbacks three times and shuffled: one message per id, no state falls", async () => {
  const people = Array.from({ length: 5 }, (_, n) => `3162345670${n}`);
  const sent: { id: string; wamid: string; to: string }[] = [];
  for (const from of people) {
    double.hears(from);
    const { id: conversation, last_message: seen } = await receive(ada, number, { from, text: `First of ${from}` });
    const { id } = await ada.call("inbox.writeMessage", { conversation, seen: seen ?? "", text: "Yes" });
    await letLeave(service, id);
    const row = await untilState(service, id, "sent");
    sent.push({ id, wamid: String(row["external_id"]), to: from });
  }
  const texts = Array.from({ length: 40 }, (_, n) => messageOf({ from: people[n % 5] ?? "", id: `wamid.f18.${n}`, text: `Text ${n}` }));
  // Half of the reports name our own id, the others only Meta's.
  const statuses = sent.flatMap(({ id, wamid, to }, n) =>
    ["sent", "delivered", "read"].map((status) => statusOf({ id: wamid, to, status, opaque: n % 2 === 0 ? id : undefined })),
  );
  const stop = watchStates(sent.map(({ id }) => id));
  const calls = Array.from({ length: 3 }, () => batches(shuffled(texts), shuffled(statuses))).flat();
  for (const body of shuffled(calls)) assert.equal((await postCallback(number.url, body)).status, 200);
  for (const { id } of sent) assert.equal((await untilState(service, id, "read"))["state"], "read");
  const taken = () =>
    service.database.query("select external_id, text from messages where external_id like 'wamid.f18.%' order by external_id");
  for (let tries = 0; tries < 600 && (await taken()).length < texts.length; tries++) await setTimeout(50);
  await setTimeout(500);
  const rows = await taken();
  assert.deepEqual([rows.length, new Set(rows.map((row) => row["external_id"])).size], [40, 40]);
  assert.deepEqual(await stop(), []);
  const [left] = await service.database.query("select count(*)::int as n from inbound_items where state in ('new', 'failed')");
  assert.equal(left?.["n"], 0);
  const [conversations] = await service.database.query("select count(*)::int as n from conversations");
  assert.equal(conversations?.["n"], people.length, "one person is one conversation");
});

test("a late “failed” or “sent” about a message that was read changes nothing", async () => {
  const [row] = await service.database.query(
    "select shown_id('msg', id) as id, external_id from messages where direction = 'out' and state = 'read' limit 1",
  );
  const [id, wamid] = [String(row?.["id"]), String(row?.["external_id"])];
  const at = presently(1_000).getTime();
  const late = ["sent", "failed"].map((status) => statusOf({ id: wamid, to: "31623456700", status, at, opaque: id }));
  assert.equal((await postCallback(number.url, callbackOf([], late))).status, 200);
  await setTimeout(1_500);
  assert.deepEqual([(await messageRow(service, id))["state"], (await messageRow(service, id))["error"]], ["read", null]);
});

test("a received file is a file of the message: bytes unchanged, its name cleaned, and never shown as a page", async () => {
  const bytes = Buffer.from("<script>alert(1)</script>");
  const media = {
    kind: "document",
    id: double.addMedia(bytes, "text/html"),
    type: "text/html",
    name: "../../offer.html",
    caption: "Our offer",
  } as const;
  const { id } = await receive(ada, number, { from: "31634567001", media, text: "Our offer" });
  const { items } = await ada.call("inbox.messages", { id });
  const [message] = items;
  const [file, ...others] = message?.files ?? [];
  assert.deepEqual([message?.text, others.length], ["Our offer", 0]);
  assert.equal(file?.size, bytes.length);
  assert.doesNotMatch(file?.name ?? "/", /[/\\]/);
  const { key } = await ada.key();
  const response = await service.rest(key, "GET", `/files/${file?.id ?? ""}`);
  assert.equal(response.status, 200);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
  assert.match(response.headers.get("content-disposition") ?? "", /^attachment/);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
});

test("a file leaves with its text, as bytes that were not changed", async () => {
  const from = "31634567002";
  double.hears(from);
  const { id: conversation, last_message: seen } = await receive(ada, number, { from, text: "The data sheet, please" });
  const bytes = Buffer.alloc(70_000, Buffer.from([0, 10, 13, 255, 45, 45]));
  const uploaded = await upload(bytes);
  const { id } = await ada.call("inbox.writeMessage", { conversation, seen: seen ?? "", text: "Here", files: [uploaded] });
  await letLeave(service, id);
  assert.equal((await untilState(service, id, "sent", "failed"))["state"], "sent");
  const left = double.sent.find(({ opaque }) => opaque === id);
  const document = left?.body["document"] as { id: string; caption: string; filename: string };
  assert.deepEqual([left?.type, document.caption, document.filename], ["document", "Here", "sheet.pdf"]);
  assert.ok(double.mediaOf(document.id)?.equals(bytes));
  const two = await ada.post("inbox.writeMessage", {
    conversation,
    seen: id,
    text: "Both",
    files: [uploaded, await upload(Buffer.from("b"))],
  });
  assert.equal(two.status, 422);
});

async function upload(bytes: Buffer): Promise<string> {
  const { key } = await ada.key();
  const response = await fetch(`${service.url}/api/v1/files?name=sheet.pdf`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/pdf" },
    body: new Uint8Array(bytes),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function batches(messages: ReturnType<typeof messageOf>[], statuses: object[], size = 4): Buffer[] {
  const calls: Buffer[] = [];
  for (let at = 0; at < Math.max(messages.length, statuses.length); at += size)
    calls.push(callbackOf(messages.slice(at, at + size), statuses.slice(at, at + size)));
  return calls;
}
