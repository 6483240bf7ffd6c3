import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleId } from "../../../platform/ids.ts";
import { giveChannel, giveConversation, giveMessage } from "../../../../test/inbox.ts";
import { messageId } from "../ids.ts";
import { letLeave, messageRow } from "../../../../test/messages.ts";
import { sharedService } from "../../../../test/service.ts";
import { fromNow, presently } from "../../../../test/moments.ts";

const service = sharedService();

interface Problem {
  status: number;
  code: string;
  detail: string;
  errors: { pointer: string; candidates?: { id: string; detail: string }[] }[];
}
const problem = (run: Promise<unknown>) =>
  run.then(
    () => assert.fail("it was refused"),
    (error: Problem) => error,
  );

async function begin() {
  const ada = await service().given.admin();
  const channel = await giveChannel(service(), ada);
  const dueAt = fromNow(3_600_000);
  const { cnv, msg } = await giveConversation(service(), ada, { channel, subject: "Order 2214", text: "When does it arrive?", dueAt });
  return { ada, channel, conversation: cnv, message: msg };
}

test("an answer is queued for ten seconds, and cancelled it leaves the conversation as it was", async () => {
  const { ada, conversation, message } = await begin();
  const before = await ada.call("inbox.get", { id: conversation });
  const written = await ada.call("inbox.writeMessage", { conversation, text: "Tomorrow.", seen: message });
  assert.equal(written.state, "queued");
  const { at } = await messageRow(service(), written.id);
  assert.equal(Date.parse(written.send_at ?? "") - (at as Date).getTime(), 10_000);
  const after = await ada.call("inbox.get", { id: conversation });
  assert.deepEqual([after.waits_for, after.due_at, after.last_message], ["them", null, written.id]);
  assert.deepEqual((await messageRow(service(), written.id))["recipients"], {
    to: [{ name: "Anneke Vos", address: "anneke@acme.example" }],
    cc: [],
  });

  await ada.call("inbox.cancelMessage", { id: written.id });
  const { version: _one, ...undone } = await ada.call("inbox.get", { id: conversation });
  const { version: _other, ...was } = before;
  assert.deepEqual(undone, was);
  assert.equal((await messageRow(service(), written.id))["state"], "cancelled");
  assert.equal((await problem(ada.call("inbox.cancelMessage", { id: written.id }))).code, "too_late");
});

test("inbox.get names whom an answer goes to: who wrote last or their Reply-To, but nobody who joined", async () => {
  const { ada, channel, conversation } = await begin();
  const mailbox = (address: string, name = "") => ({ name, address });
  const set = (message: string, column: "recipients" | "is_newcomer", value: unknown) =>
    service().database.query(`update messages set ${column} = $2 where id = $1`, [messageId.decode(message), value]);
  /** What the page is told, and to whom an answer that names nobody then goes. */
  const check = async (expected: object[]) => {
    const { answer_to: refusals, last_message: seen } = await ada.call("inbox.get", { id: conversation });
    const { id } = await ada.call("inbox.writeMessage", { conversation, text: "Yes.", ...(seen ? { seen } : {}) });
    const { to } = (await messageRow(service(), id))["recipients"] as { to: object[] };
    await ada.call("inbox.cancelMessage", { id });
    assert.deepEqual([refusals, to], [expected, expected]);
  };
  const write = (from: string) => giveMessage(service(), ada, conversation, { channel, from, name: "Jan", at: presently() });
  await check([mailbox("anneke@acme.example", "Anneke Vos")]);
  const answered = await write("jan@acme.example");
  await check([mailbox("jan@acme.example", "Jan")]);
  const office = [mailbox("office@acme.example"), mailbox("desk@acme.example", "Desk")];
  await set(answered, "recipients", { to: [mailbox("sales@us.example")], reply_to: office });
  await check(office);
  await set(await write("eve@elsewhere.example"), "is_newcomer", true);
  await check(office);
});

test("20 answers at once to one conversation: one leaves, and 19 are told whose it is", async () => {
  const { ada, conversation, message } = await begin();
  const bo = await service().given.member(ada, "member", "Bo Berg");
  const people = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? ada : bo));
  const answers = await Promise.allSettled(
    people.map((person, at) => person.call("inbox.writeMessage", { conversation, text: `Answer ${at}`, seen: message })),
  );
  const left = answers.filter((one) => one.status === "fulfilled");
  assert.equal(left.length, 1);
  const [first] = left.map(({ value }) => value.id);
  const author = (await messageRow(service(), first ?? ""))["user_id"];
  const refusals = answers.flatMap((one) => (one.status === "rejected" ? [one.reason as Problem] : []));
  assert.equal(refusals.length, 19);
  const [who] = await service().database.query("select name from users where id = $1", [author]);
  for (const { status, code, errors, detail } of refusals) {
    assert.deepEqual([status, code, errors[0]?.candidates], [409, "newer_message", [{ id: first, detail: who?.["name"] }]]);
    assert.match(detail, /^Somebody answered meanwhile\. Nothing was sent\./);
  }
});

test("an answer has to say what its writer has read, and a message that came in meanwhile stops it", async () => {
  const { ada, channel, conversation, message } = await begin();
  assert.equal((await problem(ada.call("inbox.writeMessage", { conversation, text: "Yes" }))).errors[0]?.pointer, "/seen");
  const newer = await giveMessage(service(), ada, conversation, { channel, text: "And by the way" });
  const refused = await problem(ada.call("inbox.writeMessage", { conversation, text: "Yes", seen: message }));
  assert.deepEqual([refused.code, refused.errors[0]?.candidates?.[0]?.id], ["newer_message", newer]);
  assert.match(refused.detail, /^A message came in meanwhile/);
  assert.ok(!refused.detail.includes("by the way"), "what they wrote is not in our sentence");
  assert.equal((await ada.call("inbox.writeMessage", { conversation, text: "Yes", seen: newer })).state, "queued");
});

test("a line break in any address, subject or template name is 422, and nothing is written", async () => {
  const { ada, channel, conversation, message } = await begin();
  const evil = ["a@b.example\r\nBcc: all@c.example", "a@b.example\nX: y", "a@b.example\u2028X", "a\u0000@b.example", "a@b.example\u0085x"];
  const base = { channel, text: "Hello", purpose: "personal" as const };
  const inputs = evil.flatMap((text) => [
    { ...base, to: [text] },
    { ...base, to: ["x@y.example"], cc: [text] },
    { ...base, to: ["x@y.example"], subject: text },
    { conversation, text: "Hello", seen: message, to: [text] },
    { ...base, to: ["x@y.example"], template: { name: text, language: "en" } },
    { ...base, to: ["x@y.example"], template: { name: "order", language: text } },
  ]);
  for (const input of inputs) {
    const response = await ada.post("inbox.writeMessage", input);
    assert.equal(response.status, 422, JSON.stringify(input));
  }
  const [row] = await service().database.query(
    "select count(*)::int as count from messages m join users u on u.company_id = m.company_id where u.email = $1 and m.direction = 'out'",
    [ada.email],
  );
  assert.equal(row?.["count"], 0);
});

test("a conversation, channel or message that the caller does not see does not exist for them", async () => {
  const { ada, conversation, message } = await begin();
  const eve = await service().given.admin("Eve");
  const bo = await service().given.member(ada, "member", "Bo Berg");
  const hidden = await giveChannel(service(), ada, "chosen", [ada.userId]);
  const { cnv, msg } = await giveConversation(service(), ada, { channel: hidden });
  const secret = { conversation: cnv, message: msg };
  const written = await ada.call("inbox.writeMessage", { conversation: secret.conversation, text: "Yes", seen: secret.message });
  const refusals = [
    [eve, "inbox.writeMessage", { conversation, text: "x", seen: message }],
    [bo, "inbox.writeMessage", { conversation: secret.conversation, text: "x", seen: secret.message }],
    [bo, "inbox.writeMessage", { channel: hidden, to: ["a@b.example"], text: "x", purpose: "personal" }],
    [bo, "inbox.cancelMessage", { id: written.id }],
    [bo, "inbox.sendMessage", { id: written.id }],
    [bo, "inbox.updateDraft", { id: written.id, text: "x" }],
    [eve, "inbox.cancelMessage", { id: written.id }],
    [eve, "inbox.takeOutbound", { id: hidden }],
    [eve, "inbox.setAutoReply", { id: hidden, text: "x" }],
  ] as const;
  for (const [person, name, input] of refusals)
    assert.equal((await person.post(name, input)).status, 404, `${name} ${JSON.stringify(input)}`);
  await service().database.query(
    "update conversations set is_shared = true where id = (select conversation_id from messages where id = $1)",
    [(await messageRow(service(), written.id))["id"]],
  );
  const shared = await bo.post("inbox.writeMessage", { conversation: secret.conversation, text: "x", seen: written.id });
  assert.equal(shared.status, 403, "shared to read, not to answer");
});

test("a file or a message of elsewhere is 404 inside a body too", async () => {
  const { ada, channel, conversation, message } = await begin();
  const other = await giveConversation(service(), ada, { channel });
  const answer = { conversation, text: "Yes", seen: message };
  assert.equal((await ada.post("inbox.writeMessage", { ...answer, seen: other.msg })).status, 404);
  assert.equal((await ada.post("inbox.writeMessage", { ...answer, files: [sampleId("fil")] })).status, 404);
  const draft = await ada.call("inbox.writeMessage", { ...answer, is_draft: true });
  assert.equal((await ada.post("inbox.updateDraft", { id: draft.id, files: [sampleId("fil")] })).status, 404);
});

test("what failed can be sent again, and cancelling that leaves it as failed as it was", async () => {
  const { ada, channel, conversation, message } = await begin();
  const { id } = await ada.call("inbox.writeMessage", { conversation, text: "Yes", seen: message });
  await letLeave(service());
  await ada.call("inbox.takeOutbound", { id: channel });
  await service().database.query("update messages set state = 'failed', error = 'No such chat' where id = $1", [
    (await messageRow(service(), id))["id"],
  ]);
  assert.equal((await ada.call("inbox.sendMessage", { id })).state, "queued");
  await ada.call("inbox.cancelMessage", { id });
  const row = await messageRow(service(), id);
  assert.deepEqual([row["state"], row["error"]], ["failed", "No such chat"]);
  assert.equal((await ada.call("inbox.get", { id: conversation })).message_count, 2);
});

test("a draft is changed, sent and deleted, and leaves by nothing else", async () => {
  const { ada, channel, conversation, message } = await begin();
  const draft = await ada.call("inbox.writeMessage", { conversation, text: "Maybe", is_draft: true });
  assert.deepEqual([draft.state, draft.send_at], ["draft", null]);
  assert.equal((await ada.call("inbox.get", { id: conversation })).last_message, message, "a draft is no message yet");
  await ada.call("inbox.updateDraft", { id: draft.id, text: "Certainly" });
  await letLeave(service());
  assert.equal((await messageRow(service(), draft.id))["state"], "draft");
  assert.equal((await problem(ada.call("inbox.sendMessage", { id: draft.id }))).errors[0]?.pointer, "/seen");
  const sent = await ada.call("inbox.sendMessage", { id: draft.id, seen: message });
  assert.equal(sent.state, "queued");
  assert.equal((await messageRow(service(), draft.id))["text"], "Certainly");
  assert.equal((await problem(ada.call("inbox.updateDraft", { id: draft.id, text: "No" }))).code, "not_a_draft");

  const other = await ada.call("inbox.writeMessage", { channel, to: ["jo@example.org"], text: "Hello", is_draft: true });
  await ada.call("inbox.cancelMessage", { id: other.id });
  assert.equal((await ada.post("inbox.get", { id: other.conversation })).status, 404, "nothing else was in it");
});

test("an assistant writes a draft, and sends only when it is told to", async () => {
  const { ada, conversation, message } = await begin();
  const draft = await ada.call("inbox.assistMessage", { conversation, text: "Tomorrow." });
  assert.equal(draft.state, "draft");
  const sent = await ada.call("inbox.assistMessage", { conversation, text: "Tomorrow.", seen: message, send: true });
  assert.equal(sent.state, "queued");
});

test("a message that begins a conversation has to say what it is for, and to whom", async () => {
  const { ada, channel } = await begin();
  const pointer = async (input: object) => ((await (await ada.post("inbox.writeMessage", input)).json()) as Problem).errors[0]?.pointer;
  assert.equal(await pointer({ channel, to: ["jo@example.org"], text: "Hello" }), "/purpose");
  assert.equal(await pointer({ channel, text: "Hello", purpose: "personal" }), "/to");
  assert.equal(await pointer({ channel, to: ["jo@example.org"], text: " ", purpose: "personal" }), "/text");
  assert.equal(await pointer({ text: "Hello" }), "/conversation");
  assert.equal(
    await pointer({ channel, to: ["jo@example.org"], text: "x", purpose: "personal", send_at: "2036-01-01T00:00:00Z" }),
    "/send_at",
  );
});

test("a program takes the messages of an API channel, each once, and not before their time", async () => {
  const { ada, channel, conversation, message } = await begin();
  const written = await ada.call("inbox.writeMessage", { conversation, text: "Tomorrow.", seen: message });
  assert.deepEqual(await ada.call("inbox.takeOutbound", { id: channel }), { items: [] });
  await letLeave(service());
  const takes = await Promise.all(Array.from({ length: 5 }, () => ada.call("inbox.takeOutbound", { id: channel })));
  const taken = takes.flatMap(({ items }) => items);
  assert.deepEqual(
    taken.map(({ id, to, text }) => [id, to, text]),
    [[written.id, ["anneke@acme.example"], "Tomorrow."]],
  );
  assert.equal((await messageRow(service(), written.id))["state"], "sending");
  assert.equal((await problem(ada.call("inbox.cancelMessage", { id: written.id }))).code, "too_late");
});

test("the other surfaces: REST answers 202, and the key is kept with the message", async () => {
  const { ada, conversation, message } = await begin();
  const { key, id: keyId } = await ada.key();
  const response = await service().rest(key, "POST", "/messages", { conversation, text: "Yes", seen: message });
  assert.equal(response.status, 202);
  const { id } = (await response.json()) as { id: string };
  assert.ok((await messageRow(service(), id))["key_id"], keyId);
  assert.equal((await service().rest(key, "DELETE", `/messages/${id}`)).status, 204);
});

test("a conversation that we begin is with the contact who has the address, in whatever case", async () => {
  const { ada, channel } = await begin();
  const { record } = await ada.call("records.create", { type: "contact", values: { name: "Jo Ek", email: ["jo@example.org"] } });
  const write = (to: string[]) => ada.call("inbox.writeMessage", { channel, to, subject: "Hello", text: "Hello", purpose: "personal" });
  const contactOf = async (to: string[]) => (await ada.call("inbox.get", { id: (await write(to)).conversation })).contact?.id;
  assert.equal(await contactOf(["nobody@example.org", "Jo@Example.org"]), record.id);
  assert.equal(await contactOf(["nobody@example.org"]), undefined);
  const stranger = await service().given.admin();
  const theirs = await giveChannel(service(), stranger);
  const { conversation } = await stranger.call("inbox.writeMessage", {
    channel: theirs,
    to: ["jo@example.org"],
    text: "Hello",
    purpose: "personal",
  });
  assert.equal((await stranger.call("inbox.get", { id: conversation })).contact, null, "a contact of another company is nobody");
});

test("a variable without a value stops a message, and is named; other braces do not", async () => {
  const { ada, conversation, message } = await begin();
  const write = (text: string, more = {}) => ada.call("inbox.writeMessage", { conversation, text, seen: message, ...more });
  const refusal = await problem(write("Hello {{contact.first_name}}"));
  assert.deepEqual(
    [refusal.status, refusal.errors[0]],
    [422, { pointer: "/text", message: "Write something in place of {{contact.first_name}}: it has no value here." }],
  );
  assert.equal((await problem(write("Hello {{ me.name | there }}"))).errors[0]?.pointer, "/text");
  assert.equal((await problem(write("Hello", { subject: "For {{company.name}}" }))).errors[0]?.pointer, "/subject");
  const draft = await write("Hello {{contact.first_name}}", { is_draft: true });
  assert.equal((await problem(ada.call("inbox.sendMessage", { id: draft.id, seen: message }))).errors[0]?.pointer, "/text");
  assert.equal((await write("Use {{ order }} and {{1}} in the template.")).state, "queued");
});

test("an answer takes the place of what its writer had begun; a program's answer does not", async () => {
  const { ada, conversation: id, message } = await begin();
  const bo = await service().given.member(ada, "member", "Bo Berg");
  const begun = async (person: typeof ada) => (await person.call("inbox.getDraft", { id })).draft?.text;
  for (const person of [ada, bo]) await person.call("inbox.saveDraft", { id, text: "Dear" });
  await ada.call("inbox.writeMessage", { conversation: id, text: "Dear Anneke", seen: message });
  assert.deepEqual([await begun(ada), await begun(bo)], [undefined, "Dear"]);
  await ada.call("inbox.saveDraft", { id, text: "More" });
  const { key } = await ada.key();
  const { last_message: seen } = await ada.call("inbox.get", { id });
  const response = await service().rest(key, "POST", "/messages", { conversation: id, text: "By a program", seen });
  assert.deepEqual([response.status, await begun(ada)], [202, "More"]);
});
