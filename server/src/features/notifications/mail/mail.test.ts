import assert from "node:assert/strict";
import { test } from "node:test";
import { giveChannel, giveConversation } from "../../../../test/inbox.ts";
import { giveMailed, mailingService, readMail } from "../../../../test/notification-mails.ts";
import type { Person } from "../../../../test/service.ts";
import { until } from "../../../../test/waiting.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { keyRowsUnusual } from "../../keys/events.ts";

const { service, team, choose, working, letMinutePass, mailsTo, nextLetter, endLetter } = mailingService();

const give = async (ada: Person, owner: Person, name: string) =>
  (await ada.call("records.create", { type: "deal", values: { name, owner: owner.userId } })).record;

const untilNotified = (person: Person, isThere: (items: { count: number; kind: string; is_read: boolean }[]) => boolean) =>
  until(async () => isThere((await person.call("notifications.list", {})).items), "it is told");

test("what is assigned within a minute is one email, with text, HTML and a link that turns such emails off", async () => {
  const { ada, max } = await team();
  await choose(max, { assignment: "now" });
  await working(async () => {
    for (let part = 0; part < 3; part++) {
      const items = Array.from({ length: 500 }, (_, at) => ({ values: { name: `Deal ${part} ${at}`, owner: max.userId } }));
      await ada.call("records.batch", { type: "deal", items });
    }
    await untilNotified(max, ([one]) => one?.count === 1_500);
    assert.deepEqual(mailsTo(max), [], "not before the minute is over");
    letMinutePass();
    await until(() => mailsTo(max).length > 0, "the email arrives");
    // More of the same grows the line, which was mailed and is unread.
    await give(ada, max, "One more");
    await untilNotified(max, ([one]) => one?.count === 1_501);
    letMinutePass();
    service().clock.advance(2 * HOUR_MS);
  });
  assert.equal(await nextLetter(max), null);
  const [sent, ...others] = mailsTo(max);
  assert.deepEqual(others, []);
  const mail = await readMail(sent?.raw ?? "");
  assert.equal(mail.subject, "Something was assigned to you");
  assert.match(mail.text ?? "", /^Anna Berg assigned 1,500 deals to you\r?\nhttp:\/\/localhost\/records\/deal\?filter=owner%3A%40me/);
  assert.match(
    mail.html ?? "",
    /<a href="http:\/\/localhost\/records\/deal\?filter=owner%3A%40me"[^>]*>Anna Berg assigned 1,500 deals to you<\/a>/,
  );
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
  assert.match(headers.get("list-unsubscribe") ?? "", /^<http:\/\/localhost\/unsubscribe\/[\w-]{92}>$/);
  assert.equal(headers.get("list-unsubscribe-post"), "List-Unsubscribe=One-Click");
  assert.equal(headers.get("auto-submitted"), "auto-generated");
  assert.match(headers.get("message-id") ?? "", /^<ntm_\w{26}@kith\.invalid>$/);
});

test("what was read meanwhile, is in the trash, or may no longer be seen, is in no email", async () => {
  const { ada, max } = await team();
  await choose(max, { assignment: "now", mention: "now" });
  const channel = await giveChannel(service(), ada, "chosen", [ada.userId, max.userId]);
  const { cnv: id } = await giveConversation(service(), ada, { channel, subject: "Secret" });
  await working(async () => {
    await ada.call("inbox.addNote", { id, text: "@Max", mentions: [max.userId] });
    await untilNotified(max, (items) => items.length === 1);
    await give(ada, max, "Stays");
    await untilNotified(max, (items) => items.length === 2);
  });
  const [assigned] = (await max.call("notifications.list", {})).items;
  await ada.call("channels.update", { id: channel, members: [ada.userId] });
  letMinutePass();
  const first = await nextLetter(max);
  assert.ok(first && first.text.includes("“Stays”") && !first.text.includes("Secret"), first?.text);
  // It is not sent, as if the worker had died: what is read by then is no longer in it.
  await max.call("notifications.markRead", { ids: [assigned?.id ?? ""] });
  assert.equal(await nextLetter(max), null);
  await max.call("notifications.markRead", { ids: [assigned?.id ?? ""], is_read: false });
  letMinutePass();
  assert.equal(await nextLetter(max), null, "what was put into an email is not mailed again");
});

test("an email that was not written down as sent is sent again as the same one, and then the next one", async () => {
  const { ada, max } = await team();
  await choose(max, { assignment: "now" });
  await working(async () => {
    await give(ada, max, "First");
    await untilNotified(max, (items) => items.length === 1);
  });
  letMinutePass();
  const first = await nextLetter(max);
  assert.equal((await nextLetter(max))?.id, first?.id);
  await giveMailed(service(), max, { record: (await max.call("records.create", { type: "deal", values: { name: "Second" } })).record.id });
  const again = await nextLetter(max);
  assert.deepEqual([again?.id, again?.text.includes("Second")], [first?.id, false], "the same Message-ID is the same mail");
  await endLetter(max, first?.id ?? "");
  const second = await nextLetter(max);
  assert.ok(second && second.id !== first?.id && second.text.includes("Second") && !second.text.includes("First"), second?.text);
});

test("messages of an unread conversation are mailed again, an hour after the last email at the earliest", async () => {
  const { ada, max } = await team();
  await choose(max, { reply: "now" });
  const { id: channel } = await ada.call("channels.create", { kind: "api", name: "Shop", access: "everyone" });
  const receive = (key: string) =>
    ada.call("channels.putInbound", {
      id: channel,
      external_id: key,
      thread: "t1",
      from: { name: "Anneke", address: "anneke@acme.example" },
      text: "The content of a message",
    });
  const replies = (count: number) =>
    untilNotified(max, (items) => items.some((one) => one.kind === "reply" && one.count === count && !one.is_read));
  await working(async () => {
    await receive("1");
    const conversation = await until(async () => (await ada.call("inbox.list", {})).items[0], "the message is taken");
    await ada.call("inbox.update", { id: conversation.id, assignee: max.userId });
    await untilNotified(max, (items) => items.some((one) => one.kind === "assignment"));
    await max.call("notifications.markRead", {});
    await receive("2");
    await replies(1);
    letMinutePass();
    await until(() => mailsTo(max).length === 1, "the email arrives");
    await receive("3");
    await replies(2);
    letMinutePass();
  });
  assert.equal(await nextLetter(max), null, "not within the hour");
  service().clock.advance(HOUR_MS);
  const letter = await nextLetter(max);
  assert.match(letter?.text ?? "", /^2 new messages in your conversation\n/);
  assert.ok(!letter?.text.includes("The content") && !letter?.html.includes("The content"));
});

test("names that people choose are text in an email: no link, no line, no markup", async () => {
  const { ada, max } = await team();
  await choose(max, { assignment: "now" });
  await ada.call("members.rename", { name: "Eve <b>x</b>" });
  await working(async () => {
    await give(ada, max, 'http://evil.example/<script>alert("1")</script>');
    await untilNotified(max, (items) => items.length === 1);
  });
  letMinutePass();
  const letter = await nextLetter(max);
  assert.ok(letter);
  assert.ok(!letter.html.includes("<b>") && !letter.html.includes("<script"), letter.html);
  for (const text of [letter.text, letter.html]) assert.ok(!/evil\.example|http:\/\/evil/i.test(text), text);
  assert.equal(letter.subject, "Something was assigned to you");
});

test("a key that reads far too much is mailed at once without a choice, other kinds are not", async () => {
  const { ada, max } = await team();
  assert.deepEqual((await max.call("notifications.mailChoices", {})).by_mail, {
    mention: "daily",
    assignment: "daily",
    reply: "daily",
    due: "daily",
    finished: "off",
    key: "now",
  });
  const { id } = await max.key("sync");
  await service().database.query(
    `insert into events (company_id, id, at, type, subject_type, subject_id, via, operation, operation_id, request_id, data)
     select company_id, gen_random_uuid(), $2, $3, 'key', id, 'system', 'keys.storeUsage', gen_random_uuid(), gen_random_uuid(), '{"name":"sync","rows":90000,"usual":100}'
     from api_keys where user_id = (select id from users where email = $1)`,
    [max.email, service().clock.now(), keyRowsUnusual.type],
  );
  await working(async () => {
    await give(ada, max, "Not mailed");
    await untilNotified(max, (items) => items.length === 2);
  });
  letMinutePass();
  const letter = await nextLetter(max);
  assert.ok(
    id && letter?.text.startsWith("Your key has read far more than it usually does in a day: “sync”\nhttp://localhost/profile/api"),
  );
  assert.ok(letter && !letter.text.includes("Not mailed"));
});

test("nobody is mailed whose address is not verified, or who was disabled meanwhile", async () => {
  const { ada, max } = await team();
  const mia = await service().given.member(ada, "member", "Mia Member");
  for (const person of [max, mia]) await choose(person, { assignment: "now" });
  await service().database.query("update users set email_verified_at = null where email = $1", [mia.email]);
  await working(async () => {
    for (const person of [max, mia]) await give(ada, person, "Mailed");
    for (const person of [max, mia]) await untilNotified(person, (items) => items.length === 1);
  });
  await ada.call("members.update", { id: max.userId, disabled: true });
  letMinutePass();
  for (const person of [max, mia]) assert.equal(await nextLetter(person), null);
  assert.equal((await mia.call("notifications.mailChoices", {})).is_verified, false);
});

test("choices are a member's own, over REST too, and what is left out stays", async () => {
  const { ada, max } = await team();
  const { key } = await max.key();
  const saved = await service().rest(key, "PATCH", "/notifications/email", { by_mail: { due: "now", key: "off" } });
  assert.equal(saved.status, 200);
  const { by_mail: chosen } = (await (await service().rest(key, "GET", "/notifications/email")).json()) as { by_mail: object };
  assert.deepEqual(chosen, { mention: "daily", assignment: "daily", reply: "daily", due: "now", finished: "off", key: "off" });
  for (const body of [{ by_mail: { due: "weekly" } }, { by_mail: { everything: "now" } }, {}])
    assert.equal((await service().rest(key, "PATCH", "/notifications/email", body)).status, 422);
  assert.equal((await ada.call("notifications.mailChoices", {})).by_mail.due, "daily");
});
