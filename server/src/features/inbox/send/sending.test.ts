import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { startBreakingSmtp, type Break } from "../../../../test/mail/breaking-smtp.ts";
import { letLeave, mailChannel, messageRow } from "../../../../test/messages.ts";
import { startService, type Person, type Service } from "../../../../test/service.ts";
import { until } from "../../../../test/waiting.ts";

let smtp: Awaited<ReturnType<typeof startBreakingSmtp>>;
let service: Service;
let worker: Awaited<ReturnType<Service["app"]["startWorker"]>>;
let ada: Person;
let channel: string;

test.before(async () => {
  smtp = await startBreakingSmtp();
  setDefaultCACertificates([...getCACertificates("default"), smtp.ca]);
  service = await startService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
  ada = await service.given.admin();
  channel = await mailChannel(service, ada, { outgoing: { host: "127.0.0.1", port: smtp.port, security: "tls" } });
  worker = await service.app.startWorker();
});
test.after(async () => {
  await worker.stop();
  await service.close();
  await smtp.stop();
});

async function write(to: string[]): Promise<string> {
  const { id } = await ada.call("inbox.writeMessage", { channel, to, subject: "Order 2214", text: "Tomorrow.", purpose: "personal" });
  await letLeave(service, id);
  return id;
}

/** The message as soon as a worker has tried it. */
const tried = (id: string) =>
  until(async () => {
    const row = await messageRow(service, id);
    const [sending] = await service.database.query("select tries from message_sendings where message_id = $1", [row["id"]]);
    const isOver = Number(sending?.["tries"]) > 0 && row["state"] !== "sending" && row["state"] !== "queued";
    return (isOver || (row["state"] === "queued" && row["error"] !== null)) && row;
  }, `${id} is tried`);

const OUTCOMES: [Break, state: string, words: RegExp][] = [
  ["nowhere", "sent", /^null$/],
  ["greeting closes", "queued", /./],
  ["greeting 421", "queued", /./],
  ["ehlo closes", "queued", /./],
  ["auth 535", "queued", /password/],
  ["mail closes", "queued", /./],
  ["rcpt 451", "queued", /Greylisted/],
  ["rcpt 550", "failed", /No such person here/],
  ["data 354 closes", "queued", /./],
  ["data closes", "queued", /./],
  ["dot closes", "unknown", /./],
  ["dot 451", "queued", /disk is slow/],
  ["dot 550", "failed", /looks like spam/],
];

for (const [at, [place, state, words]] of OUTCOMES.entries())
  test(`a server that breaks at "${place}": the message is ${state}`, async () => {
    smtp.state.breaksAt = place;
    const before = smtp.state.accepted;
    const row = await tried(await write([`person-${at}@example.org`]));
    assert.deepEqual([row["state"], smtp.state.accepted - before], [state, state === "sent" ? 1 : 0]);
    assert.match(String(row["error"]), words);
    // Not tried again while the others are counted.
    await service.database.query("update message_sendings set next_at = now() + interval '1 day' where next_at is not null");
  });

test("an address that does not exist is not written to again, and the answer says why", async () => {
  smtp.state.breaksAt = "rcpt 550";
  await tried(await write(["gone@example.org"]));
  smtp.state.breaksAt = "nowhere";
  const again = await ada.post("inbox.writeMessage", { channel, to: ["Gone@example.org"], subject: "x", text: "x", purpose: "personal" });
  const { status, errors } = (await again.json()) as { status: number; errors: { candidates: { detail: string }[] }[] };
  assert.equal(status, 409);
  assert.match(errors[0]?.candidates[0]?.detail ?? "", /No such person here/);
  await ada.call("inbox.addConsent", { address: "gone@example.org", state: "granted", source: "They called: it works again" });
  assert.equal((await tried(await write(["gone@example.org"])))["state"], "sent");
});

test("one refused of two: it was sent, and it says to whom not", async () => {
  smtp.state.breaksAt = "one rcpt 550";
  const row = await tried(await write(["here@example.org", "gone@elsewhere.example"]));
  assert.equal(row["state"], "sent");
  assert.match(String(row["error"]), /^Not sent to gone@elsewhere\.example/);
});

test("what may have left is never sent again by itself, and by a person with the same Message-ID", async () => {
  smtp.state.breaksAt = "dot closes";
  const id = await write(["unsure@example.org"]);
  const unknown = await tried(id);
  smtp.state.breaksAt = "nowhere";
  const before = smtp.state.accepted;
  await setTimeout(1_200);
  assert.deepEqual([(await messageRow(service, id))["state"], smtp.state.accepted - before], ["unknown", 0]);
  const [conversation] = await service.database.query("select waits_for from conversations where id = $1", [unknown["conversation_id"]]);
  assert.equal(conversation?.["waits_for"], "us", "somebody has to look at it");

  await ada.call("inbox.sendMessage", { id });
  await letLeave(service, id);
  await until(async () => (await messageRow(service, id))["state"] === "sent", `${id} is sent`);
  const sent = await messageRow(service, id);
  assert.deepEqual([sent["state"], sent["rfc_id"], smtp.state.accepted - before], ["sent", unknown["rfc_id"], 1]);
  const [answered] = await service.database.query("select waits_for, message_count from conversations where id = $1", [
    unknown["conversation_id"],
  ]);
  assert.deepEqual(answered, { waits_for: "them", message_count: 1 }, "it was answered, with one message");
  assert.equal((await ada.post("inbox.sendMessage", { id })).status, 409, "sent is sent");
});

test("no text, subject, address or password of what was sent is in the log or in an event", async () => {
  const events = await service.database.query("select data::text as data from events where type like 'message.%'");
  assert.ok(events.length > 10);
  const all = [...service.logged, ...events.map((row) => String(row["data"]))].join("\n");
  assert.doesNotMatch(all, /Order 2214|Tomorrow\.|example\.org|secret-of-the-mailbox|No such person/);
});
