import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, MINUTE_MS } from "../../../kernel/clock.ts";
import { giveChannel, itemsOf, messagesOf, putMails, untilTaken } from "../../../../test/inbox-items.ts";
import { smallMail, type ConnectedMailbox } from "../../../../test/mail/connected-mailbox.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { ago } from "../../../../test/moments.ts";
import { conversationId } from "../ids.ts";

const service = sharedService();
let ada: Person;
let worker: { stop(): Promise<void> } | undefined;
test.beforeEach(async () => {
  if (worker) return;
  ada = await service().given.admin();
  worker = await service().app.startWorker();
});
test.after(() => worker?.stop());

let channels = 0;
const newChannel = () => giveChannel(service(), ada, { address: `support-${++channels}@ours.example` });

async function take(channel: ConnectedMailbox, mails: (string | Buffer)[], folder: "INBOX" | "Sent" | "Junk" = "INBOX") {
  await putMails(service(), channel, mails, folder);
  await untilTaken(service(), channel);
  return messagesOf(service(), channel);
}

const on = (daysAgo: number, minute = 0) => ({ Date: ago(daysAgo * DAY_MS - minute * MINUTE_MS).toUTCString() });

test("a mail becomes a message in a conversation that waits for us, from the contact that has its address", async () => {
  const contact = await ada.call("records.create", { type: "contact", values: { name: "Ines Vos", email: "ines@elsewhere.example" } });
  const channel = await newChannel();
  const [message] = await take(channel, [smallMail("first", on(1))]);
  assert.equal(message?.["subject"], "Mail first");
  assert.match(String(message?.["text"]), /The text of mail first\./);
  assert.deepEqual(
    [message?.["direction"], message?.["state"], message?.["conversation_state"], message?.["waits_for"]],
    ["in", "received", "open", "us"],
  );
  assert.deepEqual(message?.["sender"], { name: "Ines Vos", address: "ines@elsewhere.example" });
  assert.ok(message?.["contact_id"] && message["contact_id"] === message["conversation_contact"]);
  assert.equal(message["last_message_id"], message["id"]);
  const events = await service().database.query(
    "select type, data from events where company_id = $1 and type ~ '^(message|conversation)' and data ->> 'channel' is not null",
    [channel.companyId],
  );
  assert.ok(
    events.some((event) => event["type"] === "message.received") && events.some((event) => event["type"] === "conversation.opened"),
  );
  assert.ok(!JSON.stringify(events).includes("elsewhere.example"), "events carry ids and states only");
  assert.ok(contact);
});

test("mail from and to a contact is contact with them, and with their organization, but in a channel that not everybody sees", async () => {
  const { record: organization } = await ada.call("records.create", { type: "organization", values: { name: "Elsewhere" } });
  const make = async (name: string, email: string) =>
    (await ada.call("records.create", { type: "contact", values: { name, email, organization: organization.id } })).record.id;
  const [jo, kim] = [await make("Jo", "jo@apart.example"), await make("Kim", "kim@apart.example")];
  const timesOf = async (id: string, key: string) => (await ada.call("records.get", { id })).values[key];
  const [channel, hidden] = [await newChannel(), await newChannel()];
  await service().database.query("update channels set access = 'chosen' where id = $1", [hidden.id]);
  const [message] = await take(channel, [smallMail("contacted", { ...on(0), From: "jo@apart.example" })]);
  const at = message?.["at"];
  assert.ok(at instanceof Date);
  assert.equal(await timesOf(jo, "last_contacted"), at.toISOString());
  await take(hidden, [smallMail("hidden", { ...on(0), From: "kim@apart.example" })]);
  assert.equal(await timesOf(kim, "last_contacted"), undefined);
  const written = smallMail("written", { ...on(0, 1), From: "support@ours.example", To: "kim@apart.example" });
  await take(channel, [written], "Sent");
  assert.equal(typeof (await timesOf(kim, "last_contacted")), "string");
  assert.ok(String(await timesOf(organization.id, "last_activity_at")) >= String(await timesOf(jo, "last_contacted")));
});

test("an answer joins its conversation whatever comes first, and opens it again", async () => {
  const channel = await newChannel();
  const answer = smallMail("b", { ...on(1, 1), "In-Reply-To": "<a@elsewhere.example>", Subject: "Re: Mail a" });
  await take(channel, [answer]);
  const two = await take(channel, [smallMail("a", on(1))]);
  assert.equal(new Set(two.map((one) => one["conversation_id"])).size, 1);
  assert.equal(two[0]?.["last_message_id"], two[1]?.["id"], "the newest by its date, not by its arrival");
  await service().database.query("update conversations set state = 'closed', waits_for = 'them' where channel_id = $1", [channel.id]);
  const three = await take(channel, [
    smallMail("c", { ...on(0), References: "<a@elsewhere.example> <b@elsewhere.example>", Subject: "Re: Mail a" }),
  ]);
  assert.equal(new Set(three.map((one) => one["conversation_id"])).size, 1);
  assert.deepEqual([three[2]?.["conversation_state"], three[2]?.["waits_for"], three[2]?.["message_count"]], ["open", "us", 3]);
});

test("someone else's id joins nothing: another channel has its own conversations, and a stranger gets one of their own", async () => {
  const [one, other] = [await newChannel(), await newChannel()];
  await take(one, [smallMail("secret", { ...on(1), From: "boss@rival.example" })]);
  const forged = smallMail("forged", {
    ...on(0),
    From: "mallory@evil.example",
    "In-Reply-To": "<secret@elsewhere.example>",
    Subject: "Hello",
  });
  await take(other, [forged]);
  const there = await take(one, [forged]);
  assert.equal(new Set(there.map((message) => message["conversation_id"])).size, 2, "same channel: never joined");
  assert.equal((await messagesOf(service(), other)).length, 1);
});

test("the same mail is one message: moved away and back, copied, and numbered anew", async () => {
  const channel = await newChannel();
  const mail = smallMail("moved", on(1));
  await take(channel, [mail, mail]);
  const messages = await take(channel, [mail]);
  assert.equal(messages.length, 1);
  const items = await itemsOf(service(), channel);
  assert.deepEqual(items.map((item) => String(item["state"])).toSorted(), ["done", "duplicate", "duplicate"]);
});

test("one Message-ID with two dates is two messages, and so are two mails without any", async () => {
  const channel = await newChannel();
  const messages = await take(channel, [
    smallMail("same", on(2)),
    smallMail("same", on(1)),
    "From: a@elsewhere.example\r\nSubject: One\r\n\r\nOne\r\n",
    "From: a@elsewhere.example\r\nSubject: Two\r\n\r\nTwo\r\n",
    "From: a@elsewhere.example\r\nSubject: Two\r\n\r\nTwo\r\n",
  ]);
  assert.equal(messages.length, 4);
});

test("what a phone wrote is there as sent, and the conversation waits for them", async () => {
  const channel = await newChannel();
  await take(channel, [smallMail("q", on(1))]);
  const sent = smallMail("r", {
    ...on(0),
    From: channel.address,
    To: "ines@elsewhere.example",
    "In-Reply-To": "<q@elsewhere.example>",
    Subject: "Re: Mail q",
  });
  const messages = await take(channel, [sent], "Sent");
  assert.deepEqual([messages[1]?.["direction"], messages[1]?.["state"], messages[1]?.["waits_for"]], ["out", "sent", "them"]);
  assert.equal(messages[0]?.["conversation_id"], messages[1]?.["conversation_id"]);
});

test("spam is kept apart and announced to nobody", async () => {
  const channel = await newChannel();
  const [message] = await take(channel, [smallMail("spam", on(1))], "Junk");
  assert.equal(message?.["conversation_state"], "spam");
  const events = await service().database.query("select 1 from events where subject_id = $1", [message?.["id"]]);
  assert.equal(events.length, 0);
});

test("a mail that is taken out of Junk opens its conversation, and what a person called spam stays spam", async () => {
  const channel = await newChannel();
  const stateOf = async (message: string) =>
    (await messagesOf(service(), channel)).find((one) => one["id"] === message)?.["conversation_state"];
  const mark = (row: Record<string, unknown> | undefined, state: "open" | "spam") =>
    ada.call("inbox.update", { id: conversationId.encode(String(row?.["conversation_id"])), state });
  const mail = smallMail("no-spam", on(1, 1));
  const [message] = await take(channel, [mail], "Junk");
  const [moved] = await take(channel, [mail]);
  assert.deepEqual([moved?.["id"], moved?.["conversation_state"], moved?.["waits_for"]], [message?.["id"], "open", "us"]);
  const events = await service().database.query("select 1 from events where subject_id = $1 and type = 'message.received'", [
    message?.["id"],
  ]);
  assert.equal(events.length, 1);

  const [called, calledTwice] = [smallMail("called", on(1, 2)), smallMail("called-twice", on(1, 3))];
  const first = (await take(channel, [called])).at(-1);
  await mark(first, "spam");
  const second = (await take(channel, [calledTwice], "Junk")).at(-1);
  await mark(second, "open");
  await mark(second, "spam");
  await take(channel, [called, calledTwice]);
  for (const one of [first, second]) assert.equal(await stateOf(String(one?.["id"])), "spam");
});

test("what was in the mailbox long before it was connected is closed; an answering machine opens nothing", async () => {
  const channel = await newChannel();
  const [old] = await take(channel, [smallMail("old", on(20))]);
  assert.equal(old?.["conversation_state"], "closed");
  const away = smallMail("away", {
    ...on(0),
    "In-Reply-To": "<old@elsewhere.example>",
    Subject: "Re: Mail old",
    "Auto-Submitted": "auto-replied",
  });
  const messages = await take(channel, [away]);
  assert.deepEqual([messages[1]?.["kind"], messages[1]?.["conversation_state"]], ["automatic", "closed"]);
});

test("files of a mail are kept once and shown with it", async () => {
  const channel = await newChannel();
  const mail = [
    "Message-ID: <files@elsewhere.example>",
    "From: ines@elsewhere.example",
    "Subject: Files",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "See below.",
    ...["../../a.txt", "b.txt"].flatMap((name) => [
      "--b",
      `Content-Type: text/plain; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      "",
      "same bytes",
    ]),
    "--b--",
    "",
  ].join("\r\n");
  const [message] = await take(channel, [mail]);
  assert.equal(message?.["file_count"], 2);
  const uses = await service().database.query("select u.name, u.file_id from file_uses u where u.company_id = $1", [channel.companyId]);
  assert.equal(new Set(uses.map((use) => use["file_id"])).size, 1);
  assert.ok(uses.every((use) => !String(use["name"]).includes("/")));
});

const withFile = (name: string, bytes: number) =>
  [
    `Message-ID: <${name}@elsewhere.example>`,
    "From: ines@elsewhere.example",
    `Subject: ${name}`,
    `Date: ${on(1).Date}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    `Content-Disposition: attachment; filename="${name}.txt"`,
    "Content-Type: text/plain",
    "",
    `${name.padEnd(70, "y")}\r\n`.repeat(bytes / 72),
    "--b--",
    "",
  ].join("\r\n");

test("mails that are larger than a batch are taken with those around them, in two channels at once", async () => {
  const both = [await newChannel(), await newChannel()];
  for (const channel of both) {
    const name = (n: string) => `${n}-${channel.id}`;
    const small = ["a", "b", "c", "d"].map((n) => smallMail(name(n), on(1)));
    const large = withFile(name("x"), 2_200_000);
    const medium = ["k", "l", "m"].map((n) => withFile(name(n), 800_000));
    await putMails(service(), channel, [...small.slice(0, 2), large, ...medium, ...small.slice(2)]);
  }
  for (const channel of both) {
    await untilTaken(service(), channel);
    const [messages, items] = [await messagesOf(service(), channel), await itemsOf(service(), channel)];
    assert.deepEqual(new Set(items.map((item) => item["state"])), new Set(["done"]));
    assert.deepEqual([messages.length, messages.filter((one) => one["file_count"] === 1).length], [8, 4]);
  }
  const chunks = await service().database.query(
    `select u.name, sum(length(c.bytes))::int as bytes, f.size, count(*)::int as n from file_uses u
     join files f on f.company_id = u.company_id and f.id = u.file_id join file_chunks c on c.company_id = f.company_id and c.file_id = f.id
     where u.company_id = $1 and f.size > 500000 group by u.name, f.size`,
    [both[0]?.companyId],
  );
  assert.equal(chunks.length, 8);
  for (const { bytes, size, n } of chunks)
    assert.deepEqual([bytes, n], [Number(size), Math.ceil(Number(size) / 262_144)], "every byte is there once");
});

test("a mail that cannot be taken is tried three times, then failed with its reason, while the others go on", async () => {
  const channel = await newChannel();
  await service().database.query(`create or replace function refuse_boom() returns trigger language plpgsql as $$
    begin if new.subject = 'Boom' then raise exception 'boom'; end if; return new; end $$`);
  await service().database.query(
    "create or replace trigger refuse_boom before insert on messages for each row execute function refuse_boom()",
  );
  const mails = Array.from({ length: 9 }, (_, n) => smallMail(`good-${n}`, on(1)));
  await putMails(service(), channel, [...mails.slice(0, 5), smallMail("bad", { ...on(1), Subject: "Boom" }), ...mails.slice(5)]);
  for (let round = 0; round < 3; round++) {
    await untilTaken(service(), channel);
    assert.equal((await messagesOf(service(), channel)).length, 9);
    service().clock.advance(2 * MINUTE_MS);
  }
  await untilTaken(service(), channel);
  const failed = (await itemsOf(service(), channel)).find((item) => item["state"] !== "done");
  assert.deepEqual([failed?.["state"], failed?.["attempts"]], ["failed", 3]);
  assert.match(String(failed?.["reason"]), /went wrong/);
});

test("an API channel: one message per id however often it comes, one conversation per thread, and a late report about nothing is kept", async () => {
  const channel = await giveChannel(service(), ada, { kind: "api" });
  const message = (id: string, thread?: string) =>
    JSON.stringify({
      kind: "message",
      external_id: id,
      message: { from: { address: "visitor-1", name: "V" }, text: `Text ${id}`, thread, files: [] },
    });
  await putMails(service(), channel, [message("a", "t"), message("a", "t"), message("b", "t"), message("c")]);
  await putMails(service(), channel, [JSON.stringify({ kind: "status", status: { message: "nobody", state: "read" } })]);
  await untilTaken(service(), channel);
  const messages = await messagesOf(service(), channel);
  assert.deepEqual(messages.map((one) => String(one["external_id"])).toSorted(), ["a", "b", "c"]);
  assert.equal(new Set(messages.map((one) => one["conversation_id"])).size, 2);
  const late = (await itemsOf(service(), channel)).find((item) => item["state"] === "new");
  assert.match(String(late?.["reason"]), /sent no message with this id/);
});
