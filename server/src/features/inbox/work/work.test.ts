import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { download, giveFile } from "../../../../test/give-file.ts";
import { giveChannel, giveConversation } from "../../../../test/inbox.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { companyOf } from "../../../../test/website-leads.ts";
import { defineFeature } from "../../../kernel/feature.ts";
import { handle } from "../../../kernel/handle.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../kernel/clock.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { channelId } from "../../channels/shapes.ts";
import { messageReceived } from "../events.ts";
import { conversationId, messageId } from "../ids.ts";
import { announceOverdue } from "../work-operations.ts";
import { until } from "../../../../test/waiting.ts";

/** Announces a message that is there, as taking does. */
const announce = defineOperation({
  name: "announcing.receive",
  summary: "Announce a message",
  access: "system",
  effect: "write",
  input: z.strictObject({ channel: channelId, conversation: conversationId, message: messageId }),
  output: z.strictObject({}),
});
const operations = { announce };
const announcing = defineFeature({
  operations,
  handlers: () =>
    handle(operations, {
      async announce(call, { channel, conversation, message }) {
        await call.emit(messageReceived, { subjectId: message, data: { channel, is_shared: false, conversation } });
        return {};
      },
    }),
});

const service = sharedService({ extraFeatures: [announcing] });

async function givenConversation(at?: Date) {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const channel = await giveChannel(service(), ada);
  const { cnv: id, msg: message } = await giveConversation(service(), ada, { channel, ...(at ? { at } : {}) });
  return { ada, max, channel, id, message };
}

test("what somebody begins to write is theirs, and is there again with its files until it is emptied", async () => {
  const { ada, max, id, message } = await givenConversation();
  const file = await giveFile(service(), max, "an offer");
  assert.equal((await max.call("inbox.getDraft", { id })).draft, null);
  await max.call("inbox.saveDraft", { id, text: "Dear" });
  await max.call("inbox.saveDraft", { id, text: "Dear Anneke", to: "a@b.example", seen: message, files: [file] });
  const { draft } = await max.call("inbox.getDraft", { id });
  assert.deepEqual([draft?.text, draft?.to, draft?.seen, draft?.files[0]?.id], ["Dear Anneke", "a@b.example", message, file]);
  assert.equal((await ada.call("inbox.getDraft", { id })).draft, null, "nobody else sees it");
  assert.equal((await download(service(), ada, file)).status, 404);

  // The upload is a day old: the draft still shows its file.
  const company = await companyOf(service(), ada);
  await service().database.query("update file_uses set created_at = now() - interval '25 hours' where company_id = $1", [company]);
  await service().database.query("update files set created_at = now() - interval '25 hours' where company_id = $1", [company]);
  await service().app.housekeep();
  assert.equal((await download(service(), max, file)).status, 200);
  await max.call("inbox.saveDraft", { id, text: "Without it" });
  await service().app.housekeep();
  assert.equal((await download(service(), max, file)).status, 404);

  await max.call("inbox.saveDraft", { id, text: "  " });
  assert.equal((await max.call("inbox.getDraft", { id })).draft, null);
});

test("a draft of a conversation that one no longer sees is out of reach", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const channel = await giveChannel(service(), ada, "chosen", [max.userId, ada.userId]);
  const { cnv: id } = await giveConversation(service(), ada, { channel });
  await max.call("inbox.saveDraft", { id, text: "Dear" });
  await ada.call("channels.update", { id: channel, members: [ada.userId] });
  for (const [name, input] of [
    ["inbox.getDraft", { id }],
    ["inbox.saveDraft", { id, text: "More" }],
    ["inbox.attend", { id, doing: "reading" }],
    ["inbox.saveSignature", { channel, text: "Max" }],
  ] as const)
    assert.equal((await max.post(name, input)).status, 404, name);
});

test("a signature is for one channel or for all, and each member has their own", async () => {
  const { ada, max, channel } = await givenConversation();
  await max.call("inbox.saveSignature", { channel: null, text: "Max" });
  await max.call("inbox.saveSignature", { channel, text: "Max, Sales" });
  const { items } = await max.call("inbox.saveSignature", { channel: null, text: "Max Member" });
  assert.deepEqual(items, [
    { channel: null, text: "Max Member" },
    { channel, text: "Max, Sales" },
  ]);
  assert.deepEqual((await max.call("inbox.saveSignature", { channel, text: "" })).items, [{ channel: null, text: "Max Member" }]);
  assert.deepEqual((await ada.call("inbox.listSignatures", {})).items, []);
});

test("two people in one conversation see each other, until one leaves or is silent for half a minute", async () => {
  const { ada, max, id } = await givenConversation();
  assert.deepEqual((await ada.call("inbox.attend", { id, doing: "reading" })).others, []);
  const { others } = await max.call("inbox.attend", { id, doing: "writing" });
  assert.deepEqual(
    others.map(({ id: who, doing }) => [who, doing]),
    [[ada.userId, "reading"]],
  );
  assert.deepEqual((await ada.call("inbox.attend", { id, doing: "reading" })).others[0]?.doing, "writing");
  await max.call("inbox.attend", { id, doing: "gone" });
  assert.deepEqual((await ada.call("inbox.attend", { id, doing: "reading" })).others, []);
  await max.call("inbox.attend", { id, doing: "reading" });
  service().clock.advance(31_000);
  assert.deepEqual((await ada.call("inbox.attend", { id, doing: "reading" })).others, []);
});

async function receive(ada: Person, given: { channel: string; conversation: string; message: string }): Promise<string | null> {
  await asSystem(service().app.execute, await companyOf(service(), ada))(announce, given);
  return (await ada.call("inbox.get", { id: given.conversation })).due_at;
}

test("an answer is due after so much working time: the first one, and every further one by its own time", async () => {
  const friday = new Date("2026-11-20T15:30:00Z"); // 16:30 in Berlin
  const { ada, channel, id, message } = await givenConversation(friday);
  const given = { channel, conversation: id, message };
  assert.equal(await receive(ada, given), null, "without a policy nothing is due");
  await ada.call("inbox.saveClockPolicy", { is_on: true, first_minutes: 60, next_minutes: 120 });
  const days = [1, 2, 3, 4, 5].map((day) => ({ day, from: "08:00", to: "17:00" }));
  await ada.call("leadSending.saveCompanyHours", { hours: { zone: "Europe/Berlin", days } });
  assert.equal(await receive(ada, given), "2026-11-23T07:30:00.000Z", "half an hour on Friday, half an hour on Monday");
  assert.equal(await receive(ada, given), "2026-11-23T07:30:00.000Z", "a second message gives no more time");

  const row = conversationId.decode(id);
  await service().database.query("update conversations set due_at = null where id = $1", [row]);
  await service().database.query(
    `insert into messages (company_id, id, conversation_id, channel_id, direction, state, at)
     select company_id, gen_random_uuid(), id, channel_id, 'out', 'sent', now() from conversations where id = $1`,
    [row],
  );
  assert.equal(await receive(ada, given), "2026-11-23T08:30:00.000Z", "it was answered before: two hours");
  assert.equal(
    (await (await service().given.member(ada)).post("inbox.saveClockPolicy", { is_on: false, first_minutes: 1, next_minutes: 1 })).status,
    403,
  );
});

test("the first answers of today are said beside the goal, in working time, and those of yesterday and of machines are not", async () => {
  const { ada, max, channel } = await givenConversation();
  const hidden = await giveChannel(service(), ada, "chosen", [ada.userId]);
  // Three o'clock of the next day, so that no midnight lies between two looks.
  const midnight = Math.ceil(service().clock.now().getTime() / DAY_MS) * DAY_MS;
  service().clock.advance(midnight + 15 * HOUR_MS - service().clock.now().getTime());
  const at = (hours: number) => new Date(midnight + hours * HOUR_MS);
  const asked = async (hours: number, where = channel) => (await giveConversation(service(), ada, { channel: where, at: at(hours) })).cnv;
  const answer = (cnv: string, hours: number, kind = "mail", state = "sent") =>
    service().database.query(
      `insert into messages (company_id, id, conversation_id, channel_id, direction, state, kind, at)
       select company_id, gen_random_uuid(), id, channel_id, 'out', $3, $2, $4 from conversations where id = $1`,
      [conversationId.decode(cnv), kind, state, at(hours)],
    );
  const shown = async (person: Person) => {
    const { first_reply_minutes: first, goal_minutes: goal } = await person.call("inbox.replyTimes", {});
    return [first, goal];
  };
  assert.deepEqual(await shown(ada), [null, null]);
  await ada.call("inbox.saveClockPolicy", { is_on: true, first_minutes: 60, next_minutes: 120 });
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: "08:00", to: "17:00" }));
  await ada.call("leadSending.saveCompanyHours", { hours: { zone: "UTC", days } });

  const overnight = await asked(16.5 - 24);
  await answer(overnight, 16.6 - 24, "automatic");
  await answer(overnight, 8.5);
  assert.deepEqual(await shown(ada), [60, 60], "half an hour yesterday, half an hour today");
  await answer(overnight, 10);
  await answer(await asked(9, hidden), 9.25);
  await answer(await asked(9), 9.1, "mail", "failed");
  await answer(await asked(9 - 24), 9.1 - 24);
  const both = [await shown(ada), await shown(max)];
  assert.deepEqual(both[0], [38, 60], "between the two that she sees");
  assert.deepEqual(both[1], [60, 60]);
});

test("of many first answers those of the whole day count, not only the latest", async () => {
  const { ada, channel } = await givenConversation();
  const midnight = Math.ceil(service().clock.now().getTime() / DAY_MS) * DAY_MS;
  service().clock.advance(midnight + 15 * HOUR_MS - service().clock.now().getTime());
  // A minute apart: those of the morning took ten minutes, those of the afternoon, fewer, an hour.
  await service().database.query(
    `with answered as (
       insert into conversations (company_id, id, channel_id, last_at, created_at)
       select $1, gen_random_uuid(), $2, $3::timestamptz + place * interval '1 minute', $3 from generate_series(1, 599) as place
       returning id, last_at
     )
     insert into messages (company_id, id, conversation_id, channel_id, direction, state, at)
     select $1, gen_random_uuid(), answered.id, $2, message.direction, message.state, last_at - message.before
     from answered cross join lateral (values
       ('out', 'sent', interval '0'),
       ('in', 'received', case when last_at <= $3::timestamptz + interval '320 minutes' then interval '10 minutes' else interval '1 hour' end)
     ) as message (direction, state, before)`,
    [await companyOf(service(), ada), channelId.decode(channel), new Date(midnight + 2 * HOUR_MS)],
  );
  assert.equal((await ada.call("inbox.replyTimes", {})).first_reply_minutes, 10);
});

test("a conversation says in what time its answer should be given: the first one, or a further one", async () => {
  const { ada, channel, id, message } = await givenConversation();
  const goal = async () => (await ada.call("inbox.get", { id })).goal_minutes;
  await ada.call("inbox.saveClockPolicy", { is_on: true, first_minutes: 60, next_minutes: 120 });
  assert.equal(await goal(), null, "nothing is due");
  await receive(ada, { channel, conversation: id, message });
  assert.equal(await goal(), 60);
  await service().database.query(
    `insert into messages (company_id, id, conversation_id, channel_id, direction, state, at)
     select company_id, gen_random_uuid(), id, channel_id, 'out', 'sent', now() from conversations where id = $1`,
    [conversationId.decode(id)],
  );
  assert.equal(await goal(), 120);
});

test("what is overdue is announced once, by whichever worker looks, and again when a later message is", async () => {
  const { ada, id } = await givenConversation();
  const company = await companyOf(service(), ada);
  const due = (at: Date) => service().database.query("update conversations set due_at = $2 where id = $1", [conversationId.decode(id), at]);
  const announced = async () =>
    Number(
      (
        await service().database.query("select count(*)::int as n from events where company_id = $1 and type = 'conversation.overdue'", [
          company,
        ])
      )[0]?.["n"],
    );
  await due(new Date(service().clock.now().getTime() + MINUTE_MS));
  const look = () => asSystem(service().app.execute, company)(announceOverdue, { most: 10 });
  assert.equal((await look()).announced, 0);
  service().clock.advance(2 * MINUTE_MS);
  const worker = await service().app.startWorker();
  try {
    await until(async () => (await announced()) > 0, "it is announced");
  } finally {
    await worker.stop();
  }
  const both = await Promise.all([look(), look()]);
  assert.deepEqual([await announced(), both[0].announced + both[1].announced], [1, 0]);
  await due(service().clock.now());
  service().clock.advance(1_000);
  assert.equal((await look()).announced, 1);
});
