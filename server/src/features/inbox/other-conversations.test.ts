import assert from "node:assert/strict";
import { test } from "node:test";
import { giveChannel, giveConversation } from "../../../test/inbox.ts";
import { ago } from "../../../test/moments.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { channelId } from "../channels/shapes.ts";
import { conversationId } from "./ids.ts";
import { newId } from "../../platform/random.ts";

const service = sharedService();
const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

const othersOf = async (person: Person, id: string, limit?: number) => {
  const { items, count } = await person.call("inbox.listOthers", limit === undefined ? { id } : { id, limit });
  return { subjects: items.map(({ conversation }) => conversation.subject), count };
};

async function begin() {
  const ada = await service().given.admin();
  const channel = await giveChannel(service(), ada);
  let hours = 0;
  /** Each is older than the one before. */
  const give = (subject: string, more: object = {}) =>
    giveConversation(service(), ada, { channel, subject, from: "anneke@acme.example", at: ago(++hours * HOUR_MS), ...more });
  return { ada, channel, give };
}

test("beside a conversation stand the others with the same address, the latest first, and neither spam nor strangers", async () => {
  const { ada, give } = await begin();
  const { cnv } = await give("this");
  await give("closed", { state: "closed", from: "ANNEKE@Acme.example" });
  await give("spam", { state: "spam" });
  await give("open");
  await give("named in the text only", { from: "bo@acme.example", text: "Ask anneke@acme.example" });
  await give("of a longer address", { from: "anneke@acme.example.org" });
  assert.deepEqual(await othersOf(ada, cnv), { subjects: ["closed", "open"], count: 2 });
  assert.deepEqual(await othersOf(ada, cnv, 1), { subjects: ["closed"], count: 2 }, "more are counted than shown");
});

test("a contact's conversations stand together, whatever address they wrote from", async () => {
  const { ada, give } = await begin();
  const { cnv } = await give("this");
  const other = await give("from home", { from: "anneke.vos@home.example" });
  const before = await othersOf(ada, cnv);
  assert.deepEqual(before, { subjects: [], count: 0 });
  const { conversation } = await ada.call("inbox.setContact", { id: cnv });
  await ada.call("inbox.setContact", { id: other.cnv, contact: conversation.contact?.id ?? null });
  await give("of before they were a contact");
  assert.deepEqual(await othersOf(ada, cnv), { subjects: ["from home", "of before they were a contact"], count: 2 });
});

test("what was merged is not another conversation", async () => {
  const { ada, give } = await begin();
  const [one, two] = [await give("one"), await give("two")];
  await give("three");
  await ada.call("inbox.merge", { id: two.cnv, into: one.cnv });
  assert.deepEqual(await othersOf(ada, one.cnv), { subjects: ["three"], count: 1 });
  assert.deepEqual(await othersOf(ada, two.cnv), { subjects: ["three"], count: 1 }, "by its former id too");
});

test("a conversation of a channel that one does not see is neither listed nor counted, until it is shared", async () => {
  const { ada, give } = await begin();
  const { cnv } = await give("seen by all");
  const max = await service().given.member(ada, "member", "Max");
  const hidden = await give("of Max alone", { channel: await giveChannel(service(), max, "private") });
  const chosen = await give("of some", { channel: await giveChannel(service(), ada, "chosen", [max.userId, ada.userId]) });
  const eve = await service().given.member(ada, "member", "Eve");
  // By the contact as well as by the address.
  const { conversation } = await max.call("inbox.setContact", { id: hidden.cnv });
  const contact = conversation.contact?.id ?? null;
  for (const one of [cnv, chosen.cnv]) await ada.call("inbox.setContact", { id: one, contact });
  assert.deepEqual(await othersOf(max, cnv), { subjects: ["of Max alone", "of some"], count: 2 });
  assert.deepEqual(await othersOf(ada, cnv), { subjects: ["of some"], count: 1 });
  assert.deepEqual(await othersOf(eve, cnv), { subjects: [], count: 0 });
  assert.equal((await eve.post("inbox.listOthers", { id: hidden.cnv })).status, 404);
  await max.call("inbox.update", { id: hidden.cnv, is_shared: true });
  assert.deepEqual(await othersOf(eve, cnv), { subjects: ["of Max alone"], count: 1 });
  const stranger = await service().given.admin();
  assert.equal((await stranger.post("inbox.listOthers", { id: cnv })).status, 404, "another company");
});

test("how long they waited for the first answer is said, and an automatic or failed one is none", async () => {
  const { ada, channel, give } = await begin();
  const { cnv } = await give("this");
  const at = ago(5 * HOUR_MS);
  const answered = await give("answered", { at });
  await give("not answered");
  const company = (await service().database.query("select company_id from conversations where id = $1", [conversationId.decode(cnv)]))[0];
  const answer = (seconds: number, kind: string, state: string) =>
    service().database.query(
      `insert into messages (company_id, id, conversation_id, channel_id, direction, kind, state, text, at)
       values ($1, $2, $3, $4, 'out', $5, $6, 'Yes', $7)`,
      [
        company?.["company_id"],
        newId(),
        conversationId.decode(answered.cnv),
        channelId.decode(channel),
        kind,
        state,
        new Date(at.getTime() + seconds * SECOND_MS),
      ],
    );
  await answer(2, "automatic", "sent");
  await answer(60, "mail", "failed");
  await answer(1_320, "mail", "delivered");
  await answer(5_000, "mail", "sent");
  const { items } = await ada.call("inbox.listOthers", { id: cnv });
  assert.deepEqual(
    items.map(({ conversation, first_reply_seconds: seconds }) => [conversation.subject, seconds]),
    [
      ["not answered", null],
      ["answered", 1_320],
    ],
  );
});
