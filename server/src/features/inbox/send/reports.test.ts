import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { giveConversation } from "../../../../test/inbox.ts";
import { letLeave, mailChannel, messageRow } from "../../../../test/messages.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { companyOf } from "../../../../test/website-leads.ts";
import { defineFeature } from "../../../kernel/feature.ts";
import { handle } from "../../../kernel/handle.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { Bounce } from "../../../platform/mime/read-mail-types.ts";
import { conversationId } from "../ids.ts";
import { applyBounce } from "./apply-bounce.ts";
import { applyStatus, noteInSent, type StatusReport } from "./apply-status.ts";
import { answerAutomatically, type FirstMessage } from "./auto-reply.ts";

// What comes back about messages, without a mail server: the worker that takes incoming mail calls these in its own transaction.

const report = defineOperation({
  name: "trial.report",
  summary: "What a worker finds in incoming mail",
  access: "system",
  effect: "write",
  input: z.strictObject({ channel: z.string(), bounce: z.unknown(), status: z.unknown(), sent: z.unknown(), first: z.unknown() }).partial(),
  output: z.strictObject({ answer: z.unknown() }),
});
const trial = defineFeature({
  operations: { report },
  handlers: () =>
    handle(
      { report },
      {
        async report(call, { channel = "", bounce, status, sent, first }) {
          if (bounce) return { answer: await applyBounce(call, channel, bounce as Bounce) };
          if (status) return { answer: await applyStatus(call, channel, status as StatusReport) };
          if (sent) return { answer: await noteInSent(call, channel, sent as Parameters<typeof noteInSent>[2]) };
          return { answer: await answerAutomatically(call, (first as FirstMessage).channel.id, [first as FirstMessage]) };
        },
      },
    ),
});

const service = sharedService({ extraFeatures: [trial] });
const NOWHERE = { host: "127.0.0.1", port: 9, security: "tls" } as const;

async function begin() {
  const ada = await service().given.admin();
  const shown = await mailChannel(service(), ada, { outgoing: NOWHERE });
  const company = await companyOf(service(), ada);
  const [row] = await service().database.query("select id from channels where company_id = $1", [company]);
  const call = asSystem(service().app.execute, company);
  return { ada, shown, company, channel: String(row?.["id"]), tell: (input: object) => call(report, input) };
}

/** A message that has left. */
async function sentTo(ada: Person, channel: string, address: string, state = "sent") {
  const { id } = await ada.call("inbox.writeMessage", { channel, to: [address], subject: "Offer", text: "Here.", purpose: "personal" });
  await letLeave(service(), id);
  const row = await messageRow(service(), id);
  await service().database.query("update messages set state = $2 where id = $1", [row["id"], state]);
  return { id, row };
}

const failed = (address: string, status = "5.1.1") => ({ address, action: "failed", status, words: "550 5.1.1 No such user" });
const stateOf = async (id: string) => (await messageRow(service(), id))["state"];

test("a bounce that names the envelope ends its message with the server's words, and suppresses the address", async () => {
  const { ada, shown, channel, tell } = await begin();
  const { id, row } = await sentTo(ada, shown, "gone@example.org");
  await tell({ channel, bounce: { envelopeId: row["envelope_id"], originalMessageId: null, recipients: [failed("Gone@Example.org")] } });
  const after = await messageRow(service(), id);
  assert.deepEqual([after["state"], after["error"]], ["failed", "550 5.1.1 No such user"]);
  const again = { channel: shown, to: ["gone@example.org"], subject: "x", text: "x", purpose: "personal" };
  assert.equal((await ada.post("inbox.writeMessage", again)).status, 409);
});

test("a bounce by Message-ID counts too; one for somebody else, of another channel or of a delay changes nothing", async () => {
  const { ada, shown, channel, tell } = await begin();
  const other = await begin();
  const { id, row } = await sentTo(ada, shown, "here@example.org");
  const about = { envelopeId: null, originalMessageId: row["rfc_id"] };
  await tell({ channel, bounce: { ...about, recipients: [failed("victim@example.org")] } });
  await tell({ channel, bounce: { ...about, recipients: [{ ...failed("here@example.org"), action: "delayed" }] } });
  await other.tell({
    channel: other.channel,
    bounce: { envelopeId: row["envelope_id"], originalMessageId: row["rfc_id"], recipients: [failed("here@example.org")] },
  });
  assert.equal(await stateOf(id), "sent");
  assert.deepEqual((await ada.call("inbox.listConsents", {})).items, []);
  await tell({ channel, bounce: { ...about, recipients: [failed("here@example.org", "4.2.2")] } });
  assert.equal(await stateOf(id), "failed");
  assert.deepEqual((await ada.call("inbox.listConsents", {})).items, [], "only 5.x suppresses");
});

test("reports come three times and shuffled, and no state falls", async () => {
  const { ada, shown, channel, tell } = await begin();
  const { id } = await sentTo(ada, shown, "jo@example.org", "sending");
  const states = ["read", "sent", "delivered", "sent", "read", "delivered", "failed", "sent", "delivered"];
  for (const state of states) await tell({ channel, status: { message: id, state, externalId: "theirs-1" } });
  assert.equal(await stateOf(id), "read");
  const answer = await tell({ channel, status: { message: "theirs-1", state: "read" } });
  assert.ok(answer.answer, "known by the other side's own id from then on");
  assert.equal((await tell({ channel, status: { message: "nobody's", state: "read" } })).answer, undefined);
});

test("a channel sent when its program first says that a message arrived, and not again when it was read", async () => {
  const { ada, shown, channel, tell } = await begin();
  const { id } = await sentTo(ada, shown, "jo@example.org", "sending");
  const sentAt = async () => (await ada.call("channels.get", { id: shown })).last_sent_at;
  assert.equal(await sentAt(), null);
  await tell({ channel, status: { message: id, state: "delivered" } });
  assert.notEqual(await sentAt(), null);
  await service().database.query("update channels set last_sent_at = null where id = $1", [channel]);
  await tell({ channel, status: { message: id, state: "read" } });
  assert.equal(await sentAt(), null);
});

test("a message of which nobody knew is found in Sent: it left", async () => {
  const { ada, shown, channel, tell } = await begin();
  const { id, row } = await sentTo(ada, shown, "jo@example.org", "unknown");
  assert.equal((await tell({ channel, sent: { messageId: "other@example.org", kithMessage: null } })).answer, false);
  assert.equal(await stateOf(id), "unknown");
  await service().database.query("update conversations set waits_for = 'us' where id = $1", [row["conversation_id"]]);
  assert.equal((await tell({ channel, sent: { messageId: row["rfc_id"], kithMessage: null } })).answer, true);
  assert.equal(await stateOf(id), "sent");
  const [conversation] = await service().database.query("select waits_for from conversations where id = $1", [row["conversation_id"]]);
  assert.equal(conversation?.["waits_for"], "them", "nobody has to look at it any more");
});

test("one address gets five automatic answers a day, without a return path and said to be automatic", async () => {
  const { ada, shown, channel, company, tell } = await begin();
  await ada.call("inbox.setAutoReply", { id: shown, text: "We got your email." });
  for (let times = 0; times < 8; times++) {
    const { cnv } = await giveConversation(service(), ada, { channel: shown, subject: "Hello" });
    const first = {
      rfcId: `${times}@example.org`,
      from: { name: "Jo", address: "jo@example.org" },
      subject: "Hello",
      kind: "mail",
      isList: false,
    };
    const where = {
      channel: { id: channel, kind: "email", address: "help@kith.example", name: "Help" },
      conversationId: conversationId.decode(cnv),
    };
    await tell({ first: { ...first, ...where } });
  }
  const rows = await service().database.query(
    "select m.kind, s.purpose, s.headers ->> 'inReplyTo' as answered from messages m join message_sendings s on s.message_id = m.id where m.company_id = $1 order by m.id",
    [company],
  );
  assert.deepEqual(
    rows,
    [0, 1, 2, 3, 4].map((at) => ({ kind: "automatic", purpose: "automatic", answered: `${at}@example.org` })),
  );
  const [open] = (await ada.call("inbox.list", {})).items;
  assert.equal(open?.waits_for, "us", "they still wait for an answer");
});
