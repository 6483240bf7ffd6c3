import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, MINUTE_MS } from "../../../kernel/clock.ts";
import { giveChannel, messagesOf, putMails, untilTaken } from "../../../../test/inbox-items.ts";
import { mailChannel, messageRow } from "../../../../test/messages.ts";
import { smallMail, type ConnectedMailbox } from "../../../../test/mail/connected-mailbox.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { channelId } from "../../channels/shapes.ts";
import { messageId } from "../ids.ts";
import { ago } from "../../../../test/moments.ts";

// The table of threads (platform/mime/thread.test.ts) decides; here the same is seen from arriving bytes to rows, with other companies' and
// channels' ids in the same tables.
const service = sharedService();
let ada: Person;
let worker: { stop(): Promise<void> } | undefined;
test.beforeEach(async () => {
  if (worker) return;
  ada = await service().given.admin();
  worker = await service().app.startWorker();
});
test.after(() => worker?.stop());

const NOWHERE = { host: "127.0.0.1", port: 9, security: "tls" } as const;
const INES = "Ines Vos <ines@elsewhere.example>";
const EVE = "Eve <eve@evil.example>";
let minute = 0;
const at = () => ({ Date: ago(DAY_MS - ++minute * MINUTE_MS).toUTCString() });
const mail = (id: string, from: string, subject: string, answers?: string) =>
  smallMail(id, { ...at(), From: from, Subject: subject, ...(answers ? { "In-Reply-To": `<${answers}>` } : {}) });

async function take(channel: ConnectedMailbox, mails: string[]) {
  await putMails(service(), channel, mails);
  await untilTaken(service(), channel);
  return messagesOf(service(), channel);
}

/** A mailbox in which Ines asked and got an answer, whose id nobody else can guess. */
async function givenAnswered(person: Person, address: string) {
  const shown = await mailChannel(service(), person, { outgoing: NOWHERE, address });
  const [row] = await service().database.query("select company_id from channels where id = $1", [channelId.decode(shown)]);
  const channel = { companyId: String(row?.["company_id"]), id: channelId.decode(shown), address };
  await service().database.query(
    "insert into channel_folders (company_id, channel_id, path, role, uid_validity) values ($1, $2, 'INBOX', 'inbox', 1)",
    [channel.companyId, channel.id],
  );
  const [asked] = await take(channel, [mail("asked", INES, "Offer")]);
  const conversation = (await person.call("inbox.list", { filter: "Offer" })).items.find((one) => one.channel.id === shown);
  const seen = messageId.encode(String(asked?.["id"]));
  const answer = await person.call("inbox.writeMessage", { conversation: conversation?.id ?? "", text: "Here.", seen });
  const ours = String((await messageRow(service(), answer.id))["rfc_id"]);
  return { channel, conversation: conversation?.id ?? "", ours };
}

const placeOf = (messages: Record<string, unknown>[], id: string) => {
  const one = messages.find((message) => message["rfc_id"] === `${id}@elsewhere.example`);
  const first = messages.find((message) => message["rfc_id"] === "asked@elsewhere.example");
  return [one?.["conversation_id"] === first?.["conversation_id"] ? "joined" : "own", one?.["is_newcomer"] ? "newcomer" : "known"];
};

test("who joins a conversation is one of it, or is shown as a newcomer; who only names a foreign id gets a conversation of their own", async () => {
  const { channel, ours } = await givenAnswered(ada, "threads-1@ours.example");
  const messages = await take(channel, [
    mail("a", INES, "Re: Offer", ours),
    mail("b", INES, "Quite another thing", "asked@elsewhere.example"),
    mail("c", EVE, "AW: Offer", "asked@elsewhere.example"),
    mail("d", EVE, "Win a phone", "asked@elsewhere.example"),
    mail("e", EVE, "", "asked@elsewhere.example"),
    mail("f", EVE, "Re: Offer"),
    mail("g", "Colleague <col@elsewhere.example>", "Other subject", ours),
  ]);
  const places = ["a", "b", "c", "d", "e", "f", "g"].map((id) => placeOf(messages, id).join(" "));
  assert.deepEqual(places, [
    "joined known",
    "joined known",
    "joined newcomer",
    "joined known", // Eve takes part since her first mail, where everybody sees her
    "joined known",
    "own known",
    "joined newcomer",
  ]);
});

test("whoever we wrote to is no newcomer when their program writes their domain in ASCII", async () => {
  const { channel } = await givenAnswered(ada, "threads-6@ours.example");
  const to = ["Anneke@Bücher.example"];
  const shown = channelId.encode(channel.id);
  const { id } = await ada.call("inbox.writeMessage", { channel: shown, to, subject: "Books", text: "Hello", purpose: "personal" });
  const { rfc_id: ours, conversation_id: conversation } = await messageRow(service(), id);
  const messages = await take(channel, [mail("ascii", "anneke@xn--bcher-kva.example", "Re: Books", String(ours))]);
  const answer = messages.find((one) => one["rfc_id"] === "ascii@elsewhere.example");
  assert.deepEqual([answer?.["conversation_id"], answer?.["is_newcomer"]], [conversation, false]);
});

test("an id that we made joins in its own channel and company only", async () => {
  const eve = await service().given.admin();
  const mine = await givenAnswered(ada, "threads-2@ours.example");
  const theirs = await givenAnswered(eve, "threads-3@theirs.example");
  const sibling = await giveChannel(service(), ada, { address: "threads-4@ours.example" });
  for (const channel of [theirs.channel, sibling]) {
    const before = await messagesOf(service(), mine.channel);
    const messages = await take(channel, [mail("forged", INES, "Re: Offer", mine.ours)]);
    const forged = messages.find((one) => one["rfc_id"] === "forged@elsewhere.example");
    assert.equal(messages.filter((one) => one["conversation_id"] === forged?.["conversation_id"]).length, 1, "a conversation of its own");
    assert.deepEqual(await messagesOf(service(), mine.channel), before, "nothing changed where the id is from");
  }
});

test("an answer does not go to a newcomer by itself, and does when its writer names them", async () => {
  const { channel, conversation } = await givenAnswered(ada, "threads-5@ours.example");
  const messages = await take(channel, [mail("joins", EVE, "Re: Offer", "asked@elsewhere.example")]);
  assert.deepEqual(placeOf(messages, "joins"), ["joined", "newcomer"]);
  const { items } = await ada.call("inbox.messages", { id: conversation });
  const newest = items.find((one) => one.from?.address === "eve@evil.example");
  assert.equal(newest?.is_newcomer, true, "the page can show it");
  const toOf = async (id: string) =>
    ((await messageRow(service(), id))["recipients"] as { to: { address: string }[] }).to.map((one) => one.address);
  const usual = await ada.call("inbox.writeMessage", { conversation, text: "Hello", seen: newest?.id ?? "" });
  assert.deepEqual(await toOf(usual.id), ["ines@elsewhere.example"]);
  const named = await ada.call("inbox.writeMessage", { conversation, text: "Hello", seen: usual.id, to: ["eve@evil.example"] });
  assert.deepEqual(await toOf(named.id), ["eve@evil.example"]);
});
