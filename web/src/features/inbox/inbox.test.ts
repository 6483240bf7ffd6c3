import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressesIn, readDraft, withBack } from "./draft.ts";
import { type Consent, consentMarks } from "./consent-text.ts";
import { dueIn, lengthText } from "./due-text.ts";
import { localTime, zonesOf } from "./local-time.ts";
import { splitQuote } from "./quote.ts";
import { newestOf } from "./newest.ts";
import { addressesText, answerText, isSameSubject, personOf } from "./names.ts";
import { instantOf, snoozeTimes } from "./snooze-times.ts";
import { otherText } from "./other-text.ts";
import type { Conversation, Message } from "./read.ts";
import { isStopped, isTroubled, troubleLabel, troubleText } from "./trouble-text.ts";
import { writtenAgain } from "./written-again.ts";

const { isChanged, queueToSave, searchOf, withQueue } = await import("./queues.ts");
const { isGrouped, readInboxSearch, sortsOf, tabOf, wholeFilter } = await import("./search.ts");

type SavedQueue = Parameters<typeof searchOf>[0];

const MINUTE_MS = 60_000;
const now = new Date("2026-11-17T10:00:00Z");
const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS).toISOString();

test("a queue keeps the whole filter and its order, and a link that only names it means what is saved", () => {
  const search = readInboxSearch({ tab: "unassigned", channel: "chn_a", filter: "tag:vip", sort: "newest" });
  const kept = queueToSave(search);
  assert.deepEqual(kept, { type: "conversation", filter: "is:open no:assignee channel:chn_a tag:vip", sort: "newest" });
  const saved = { ...kept, id: "view_a", name: "VIP" } as SavedQueue;
  const opened = searchOf(saved);
  assert.deepEqual([wholeFilter(opened), opened.sort, isChanged(opened, saved)], [kept.filter, "newest", false]);
  assert.deepEqual(withQueue({ queue: "view_a" }, [saved]), opened);
  assert.deepEqual(withQueue({ queue: "view_a" }, []), { queue: "view_a" }, "somebody else's");
  const emptied = withQueue({ queue: "view_a", filter: "" }, [saved]);
  assert.deepEqual([wholeFilter(emptied), isChanged(emptied, saved)], ["", true]);
  assert.equal(isChanged({ ...opened, sort: undefined }, saved), true);
});

test("the time to answer is said to the minute, and in red once it is over", () => {
  assert.deepEqual(dueIn(after(108), now), { text: "1 h 48 min left", tone: "soon" });
  assert.deepEqual(dueIn(after(160), now), { text: "2 h 40 min left", tone: "later" });
  assert.deepEqual(dueIn(after(-12), now), { text: "12 min over", tone: "late" });
  assert.deepEqual(
    [0, 60, 25 * 60, 72 * 60].map((minutes) => lengthText(minutes * MINUTE_MS)),
    ["1 min", "1 h", "25 h", "3 days"],
  );
});

test("a snooze ends in the morning of the company's zone, also over a change of the clocks", () => {
  // Berlin puts its clocks back on 25 October 2026 and forward on 28 March 2027.
  assert.equal(instantOf("2026-10-24", "09:00", "Europe/Berlin").toISOString(), "2026-10-24T07:00:00.000Z");
  assert.equal(instantOf("2026-10-25", "09:00", "Europe/Berlin").toISOString(), "2026-10-25T08:00:00.000Z");
  assert.equal(instantOf("2027-03-28", "09:00", "Europe/Berlin").toISOString(), "2027-03-28T07:00:00.000Z");
  assert.equal(instantOf("2026-11-18", "09:00", "America/New_York").toISOString(), "2026-11-18T14:00:00.000Z");
  assert.equal(instantOf("2026-11-18", "09:00", "Pacific/Kiritimati").toISOString(), "2026-11-17T19:00:00.000Z");
});

test("snoozing offers later today only while there is a later today, and next Monday never twice", () => {
  const labels = (at: string) => snoozeTimes(new Date(at), "UTC").map(({ label }) => label);
  assert.deepEqual(labels("2026-11-17T10:00:00Z"), ["Later today", "Tomorrow", "Next Monday", "In a week"]);
  assert.deepEqual(labels("2026-11-17T16:00:00Z"), ["Tomorrow", "Next Monday", "In a week"]);
  assert.deepEqual(labels("2026-11-22T20:00:00Z"), ["Tomorrow", "In a week"], "on a Sunday");
  const [, , monday] = snoozeTimes(now, "UTC");
  assert.equal(monday?.at.toISOString(), "2026-11-23T09:00:00.000Z");
});

test("a quote is folded, and what somebody wrote never is", () => {
  const text = "Yes.\n\nOn Monday Mara wrote:\n> Is it?";
  assert.deepEqual(splitQuote(text, 6), { own: "Yes.", quote: "On Monday Mara wrote:\n> Is it?" });
  assert.deepEqual(splitQuote("> Is it?", 0), { own: "> Is it?", quote: "" }, "nothing but a quote is shown whole");
  assert.deepEqual(splitQuote("  \n> Is it?", 3), { own: "  \n> Is it?", quote: "" });
  assert.deepEqual(splitQuote(text, null), { own: text, quote: "" });
});

test("addresses are read as people type them", () => {
  assert.deepEqual(addressesIn("Anneke Vos <a@x.example>, b@y.example; c@z.example,"), ["a@x.example", "b@y.example", "c@z.example"]);
  assert.deepEqual(addressesIn("  "), []);
});

test("a draft that cannot be read is an empty one", () => {
  assert.equal(readDraft("{").text, "");
  assert.equal(readDraft(null).text, "");
  assert.deepEqual(readDraft('{"text":"Hello"}').files, []);
});

test("a tab of the address is a filter, and an unknown one is everything open", () => {
  assert.equal(wholeFilter(readInboxSearch({ tab: "mine", filter: " invoice " })), "is:open assignee:@me invoice");
  assert.equal(tabOf(readInboxSearch({ tab: "constructor" })), "open");
  assert.equal(wholeFilter(readInboxSearch({ filter: 3 })), "is:open");
  assert.equal(wholeFilter(readInboxSearch({ tab: "mine", filter: "offer OR tag:vip" })), "is:open assignee:@me (offer OR tag:vip)");
});

test("a list has the order of its tab, or that of the last message, which has no groups", () => {
  const titles = (tab: string) => sortsOf(readInboxSearch({ tab })).map(({ title }) => title);
  assert.deepEqual(titles("mine"), ["Due first", "Newest first", "Oldest first"]);
  assert.deepEqual(titles("closed"), ["Newest first", "Oldest first"], "none twice");
  assert.deepEqual(titles("snoozed"), ["Next to return", "Newest first", "Oldest first"]);
  const isOne = [{}, { sort: "newest" }, { sort: "by name" }, { tab: "closed" }].map((search) => isGrouped(readInboxSearch(search)));
  assert.deepEqual(isOne, [true, false, true, false]);
});

test("a person has a name as long as anything is known of them", () => {
  const contact = { id: "rec_1", type: "contact", title: "Anneke Vos" };
  assert.equal(personOf({ contact, from: { name: "anneke", address: "a@x.example" } }), "Anneke Vos");
  assert.equal(personOf({ contact: null, from: { name: "", address: "a@x.example" } }), "a@x.example");
  assert.equal(personOf({ contact: null, from: null }), "Somebody unknown");
  assert.equal(
    addressesText({ to: [{ name: "Sales", address: "sales@f.example" }], cc: [{ name: "", address: "legal@a.example" }] }),
    "to sales@f.example, cc legal@a.example",
  );
});

test("the composer names whom an answer goes to, with the address where it is not the correspondent's own", () => {
  const from = { name: "Anneke Vos", address: "anneke@customer.example" };
  const text = (...to: { name: string; address: string }[]) => answerText({ contact: null, from, answer_to: to });
  assert.equal(text(from), "Anneke Vos");
  assert.equal(text({ name: "Anneke Vos", address: "anneke@elsewhere.example" }), "Anneke Vos <anneke@elsewhere.example>");
  assert.equal(text({ name: "", address: "office@customer.example" }, from), "office@customer.example, Anneke Vos");
  assert.equal(text(), "Anneke Vos");
});

test("a subject is repeated above a message only where it is another one", () => {
  assert.equal(isSameSubject("Re: Offer 2214", "Offer 2214"), true);
  assert.equal(isSameSubject("AW: Re[2]: Offer 2214", "WG: Offer 2214"), true);
  assert.equal(isSameSubject("Offer 2215", "Offer 2214"), false);
});

test("a channel that does not work says what becomes of an answer, and whom to ask", () => {
  const channel = { name: "Service", words: "The mail server refuses the password.", remedy: "Enter the new password." };
  const text = (state: "paused" | "failing" | "needs_sign_in", canChange: boolean) =>
    troubleText({ ...channel, state, sending: null, can_change: canChange });
  assert.equal(text("paused", false), "“Service” is paused: nothing is sent or received. What you write is kept. Ask an Admin.");
  assert.match(text("needs_sign_in", true), /refuses the password\. What you write is kept\. Enter the new password\.$/);
  assert.match(text("needs_sign_in", false), /What you write is kept\. Ask an Admin\.$/);
  assert.match(text("failing", false), /tried again by itself; what you send leaves then\.$/);
  assert.deepEqual(
    (["ok", "failing", "paused", "needs_sign_in"] as const).map((state) => isStopped({ state, sending: null })),
    [false, false, true, true],
  );
});

test("a mailbox that is read and whose sending is refused sends nothing, and one whose sending only fails is tried again", () => {
  const since = now.toISOString();
  const sendingOf = (cause: "password" | "unreachable", words: string) => ({
    cause,
    words,
    remedy: "Enter it anew.",
    since,
    next_try_at: null,
  });
  const mailbox = { name: "Service", words: null, remedy: null, can_change: true, state: "ok" as const };
  const refused = { ...mailbox, sending: sendingOf("password", "The mail server refused the password.") };
  const failing = { ...mailbox, sending: sendingOf("unreachable", "The server does not answer.") };
  assert.deepEqual([refused, failing].map(isStopped), [true, false]);
  assert.deepEqual([refused, failing, { ...mailbox, sending: null }].map(isTroubled), [true, true, false]);
  assert.match(
    troubleText(refused),
    /^“Service” sends nothing\. The mail server refused the password\. What you write is kept\. Enter it anew\.$/,
  );
  assert.match(troubleText({ ...refused, can_change: false }), /Ask an Admin\.$/);
  assert.match(troubleText(failing), /^“Service” has trouble\. The server does not answer\. It is tried again by itself/);
  const both = { ...refused, state: "failing" as const, words: "The server is busy." };
  assert.match(troubleText(both), /refused the password/, "what a person has to mend comes first");
  assert.deepEqual([refused, failing, { ...refused, state: "paused" as const }].map(troubleLabel), ["sends nothing", undefined, "paused"]);
});

test("consent is told by the way they can be reached: what they agreed to together, what they do not want one by one", () => {
  const line = (kind: "email" | "whatsapp", state: Consent["state"], address = "a@x.example", at = now.toISOString()): Consent => {
    return { id: `cns_${kind}`, kind, address, state, source: "Form", text: "", message: null, recorded_by: null, at };
  };
  const texts = (...lines: Consent[]) => consentMarks(lines, () => "17 Nov").map(({ text, tone }) => `${tone} ${text}`);
  assert.deepEqual(texts(line("email", "granted"), line("whatsapp", "granted")), ["good Email, WhatsApp"]);
  assert.deepEqual(texts(line("email", "granted"), line("email", "granted", "b@x.example")), ["good Email"]);
  assert.deepEqual(texts(line("email", "bounced"), line("whatsapp", "withdrawn")), ["bad Email comes back", "bad WhatsApp withdrawn"]);
  assert.deepEqual(texts(line("email", "granted"), line("email", "complained", "b@x.example")), ["good Email", "bad Email complained"]);
  assert.deepEqual(texts(), []);
  const days = [line("whatsapp", "withdrawn"), line("email", "granted"), line("whatsapp", "granted", "+31205550147", after(-1_440))];
  assert.deepEqual(
    consentMarks(days, (at) => at.slice(8, 10)).map(({ text, when }) => `${text} ${when}`),
    ["Email since 17", "WhatsApp since 16", "WhatsApp withdrawn 17"],
    "each of its own day",
  );
  assert.equal(consentMarks([line("email", "granted")], () => "17 Nov")[0]?.title, "a@x.example: Form, 17 Nov");
});

test("another conversation is told by its state, who had it and how long they waited for the first answer", () => {
  const conversation = { state: "closed", last_at: after(-30), assignee: { id: "usr_1", name: "Ines Carvalho" } } as Conversation;
  const text = (seconds: number | null, more: Partial<Conversation> = {}) =>
    otherText({ conversation: { ...conversation, ...more }, first_reply_seconds: seconds }, now, "UTC");
  assert.equal(text(1_320), "Closed 09:30, Ines, first reply 22 min");
  assert.equal(text(null, { state: "open", assignee: null, last_at: after(-1_440) }), "Open Yesterday");
  assert.equal(text(4 * 3_600, { state: "snoozed" }), "Snoozed 09:30, Ines, first reply 4 h");
});

test("their time is told where one is certain: by a time zone, or by a country that has only one", () => {
  const at = (values: Record<string, string>, moment = now) => localTime(zonesOf({ values }), moment, "Europe/Berlin");
  assert.equal(at({ country: "NL" }), "11:00");
  assert.equal(at({ country: "Germany" }), "11:00", "two zones, one time");
  assert.equal(at({ country: "Holland" }), "11:00");
  assert.equal(at({ country: "JP" }, new Date("2026-11-17T18:00:00Z")), "Wed 03:00", "another day there");
  for (const country of ["US", "Spain", "ZZ", "Atlantis", ""]) assert.equal(at({ country }), undefined, country);
  assert.equal(at({ country: "US", time_zone: "America/New_York" }), "05:00", "a time zone says more than a country");
  assert.equal(at({ country: "PL", time_zone: "by appointment" }), "11:00");
  assert.equal(at({ city: "NL" }), undefined);
});

test("a message that is taken back has its files and its own receivers again, in front of what was begun meanwhile", () => {
  const [file, other] = ["a.pdf", "b.pdf"].map((name) => ({ id: `fil_${name}`, name, type: "application/pdf", size: 1 }));
  assert.ok(file && other);
  const people = (...addresses: string[]) => addresses.map((address) => ({ name: "", address }));
  const sent = {
    text: "Here it is.",
    to: people("a@x.example", "b@x.example"),
    cc: people("c@x.example"),
    files: [{ ...file, content_id: null }],
  };
  const again = writtenAgain(sent, { answer_to: people("a@x.example") });
  assert.deepEqual(again, { text: "Here it is.", to: "a@x.example, b@x.example", cc: "c@x.example", files: [file] });
  assert.equal(writtenAgain(sent, { answer_to: people("A@x.example", "b@x.example") }).to, "", "an answer goes there anyway");
  const empty = readDraft(null);
  assert.deepEqual(withBack(empty, again), { ...again, subject: "" });
  const begun = { ...empty, text: "And", to: "d@x.example", files: [other, file] };
  const both = withBack(begun, again);
  assert.deepEqual([both.text, both.to, both.files], ["Here it is.\n\nAnd", "d@x.example", [file, other]]);
});

test("an answer can be written when only notes are loaded, and not to a message that is not on the page yet", () => {
  const at = (minutes: number, id: string) => ({ id, at: after(minutes) }) as Message;
  const loaded = [at(1, "msg_note1"), at(2, "msg_note2")];
  const newest = (id: string | null, minutes: number) => newestOf({ last_message: id, last_at: after(minutes) }, loaded);
  assert.deepEqual(newest("msg_asked", 0), { id: "msg_asked", message: undefined }, "further up");
  assert.equal(newest("msg_late", 3), undefined, "on its way to the page");
  assert.equal(newest(null, 0), undefined, "there is none");
  const [first] = loaded;
  assert.deepEqual(newest("msg_note1", 1), { id: "msg_note1", message: first });
  assert.equal(newestOf({ last_message: "msg_asked", last_at: after(0) }, undefined), undefined, "nothing is loaded");
});
