import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseConversation, comparable, idsNamedBy, type Known, type KnownId } from "./thread.ts";

const HERE = { companyId: "cmp_1", channelId: "chn_1" };
const ADA = "ada@fernhill.example";
const EVE = "eve@elsewhere.example";

/** The conversation "Calibration" with Ada: her first mail (a1), our answer (k1), her reference to a mail we never saw (unseen). */
const calibration = (rfcId: string, isOurs = false, over: Partial<KnownId> = {}): KnownId => ({
  ...HERE,
  rfcId,
  isOurs,
  conversationId: "cnv_calibration",
  subject: "Calibration",
  people: [ADA, "sales@kith.example"],
  ...over,
});
const invoice = (rfcId: string, isOurs = false, over: Partial<KnownId> = {}): KnownId =>
  calibration(rfcId, isOurs, { conversationId: "cnv_invoice", subject: "Invoice 2214", people: ["ben@oakridge.example"], ...over });

const KNOWN: Known = {
  ...HERE,
  ids: [
    calibration("a1@fernhill"),
    calibration("k1@kith", true),
    calibration("unseen@fernhill"),
    invoice("b1@oakridge"),
    invoice("k2@kith", true),
    calibration("none@x", false, { conversationId: "cnv_untitled", subject: "", people: ["zoe@x.example"] }),
    // What no query of ours hands over, and what would not be used if it did.
    calibration("other-channel@kith", true, { channelId: "chn_2", conversationId: "cnv_private" }),
    calibration("other-company@kith", true, { companyId: "cmp_2", conversationId: "cnv_theirs" }),
    calibration("other-channel-foreign@x", false, { channelId: "chn_2", conversationId: "cnv_private" }),
    calibration("other-company-foreign@x", false, { companyId: "cmp_2", conversationId: "cnv_theirs" }),
    calibration("both@x", false, { channelId: "chn_2", conversationId: "cnv_private" }),
    invoice("both@x"),
  ],
};

interface Given {
  from?: string | null;
  subject?: string;
  to?: string[];
  refs?: string[];
  id?: string | null;
}
const C = "cnv_calibration";
const I = "cnv_invoice";
const many = (last: string[]) => [...Array.from({ length: 199 }, (_, at) => `old${at}@x`), ...last];

/** What arrives, and where it belongs: a conversation, or "new". */
const CASES: [name: string, mail: Given, expected: string][] = [
  ["a first mail", {}, "new"],
  ["an answer to our message", { to: ["k1@kith"] }, C],
  ["an answer to our message, references only", { refs: ["a1@fernhill", "k1@kith"] }, C],
  ["an answer to our message, oldest reference only", { refs: ["k1@kith", "x1@x", "x2@x"] }, C],
  ["an answer to our message with a new subject", { to: ["k1@kith"], subject: "Something else" }, C],
  ["an answer to our message from a colleague of theirs", { to: ["k1@kith"], from: "bob@fernhill.example" }, `${C}, newcomer`],
  ["an answer to our message from another address of theirs", { to: ["k1@kith"], from: "ada@home.example" }, `${C}, newcomer`],
  ["an answer to our message without a sender", { to: ["k1@kith"], from: null }, `${C}, newcomer`],
  ["an automatic answer without a subject", { to: ["k1@kith"], subject: "" }, C],
  ["a forward of our message back to us", { refs: ["k1@kith"], subject: "Fwd: Calibration", from: EVE }, `${C}, newcomer`],
  ["a second mail of the sender that names their first", { to: ["a1@fernhill"] }, C],
  ["a second mail of the sender with a new subject", { to: ["a1@fernhill"], subject: "Another thing" }, C],
  ["a second mail of the sender in capitals", { to: ["a1@fernhill"], from: "ADA@Fernhill.example" }, C],
  ["an answer to a mail we never saw, by a person of the conversation", { to: ["unseen@fernhill"] }, C],
  ["an answer to a mail we never saw, by someone else, same subject", { to: ["unseen@fernhill"], from: EVE }, `${C}, newcomer`],
  ["an answer to a mail we never saw, by someone else, other subject", { to: ["unseen@fernhill"], from: EVE, subject: "Hi" }, "new"],
  ["an answer to a mail nobody knows", { to: ["nowhere@x"] }, "new"],
  ["an answer to a mail nobody knows, with a known ancestor", { to: ["nowhere@x"], refs: ["a1@fernhill", "nowhere@x"] }, C],
  ["Re: in English", { to: ["a1@fernhill"], from: EVE, subject: "Re: Calibration" }, `${C}, newcomer`],
  ["AW: in German", { to: ["a1@fernhill"], from: EVE, subject: "AW: Calibration" }, `${C}, newcomer`],
  ["SV: in Swedish", { to: ["a1@fernhill"], from: EVE, subject: "SV: Calibration" }, `${C}, newcomer`],
  ["RÉP: in French", { to: ["a1@fernhill"], from: EVE, subject: "RÉP: Calibration" }, `${C}, newcomer`],
  ["回复 in Chinese", { to: ["a1@fernhill"], from: EVE, subject: "回复：Calibration" }, `${C}, newcomer`],
  ["Odp: in Polish", { to: ["a1@fernhill"], from: EVE, subject: "Odp: Calibration" }, `${C}, newcomer`],
  ["marks of two languages", { to: ["a1@fernhill"], from: EVE, subject: "AW: RE: Sv: Calibration" }, `${C}, newcomer`],
  ["a list's name in front", { to: ["a1@fernhill"], from: EVE, subject: "[Labs] Re: calibration" }, `${C}, newcomer`],
  ["a forward by someone else, same subject", { refs: ["a1@fernhill"], from: EVE, subject: "Fwd: Calibration" }, `${C}, newcomer`],
  ["a forward by someone else, own subject", { refs: ["a1@fernhill"], from: EVE, subject: "Please look" }, "new"],
  ["a forward by the sender", { refs: ["a1@fernhill"], subject: "WG: Calibration" }, C],
  ["the same subject and no id", { subject: "Calibration" }, "new"],
  ["the same subject with Re: and no id", { subject: "Re: Calibration" }, "new"],
  ["the same subject and no id, by someone else", { subject: "Re: Calibration", from: EVE }, "new"],
  ["a foreign id, named by a stranger", { to: ["a1@fernhill"], from: EVE, subject: "Win a phone" }, "new"],
  ["a foreign id, named by a stranger without a subject", { to: ["a1@fernhill"], from: EVE, subject: "" }, "new"],
  ["a foreign id, named by a stranger with only Re:", { to: ["a1@fernhill"], from: EVE, subject: "Re:" }, "new"],
  ["a foreign id of an untitled conversation, by a stranger without a subject", { to: ["none@x"], from: EVE, subject: "" }, "new"],
  ["a foreign id without a sender", { to: ["a1@fernhill"], from: null, subject: "Hm" }, "new"],
  ["a foreign id without a sender, same subject", { to: ["a1@fernhill"], from: null }, `${C}, newcomer`],
  ["an id of another conversation", { to: ["b1@oakridge"] }, "new"],
  ["an id of another conversation, then one of their own", { to: ["b1@oakridge"], refs: ["a1@fernhill"] }, C],
  ["our id of another conversation", { to: ["k2@kith"] }, `${I}, newcomer`],
  ["two of our ids: the one answered counts", { to: ["k1@kith"], refs: ["k2@kith"] }, C],
  ["two of our ids in references: the newest counts", { refs: ["k1@kith", "k2@kith"] }, `${I}, newcomer`],
  ["two ids in In-Reply-To: the first that may join", { to: ["b1@oakridge", "a1@fernhill"] }, C],
  ["200 references, the last is ours", { refs: many(["k1@kith"]) }, C],
  ["200 references, the first is ours", { refs: ["k1@kith", ...many([])] }, C],
  ["200 references, none known", { refs: many(["x@x"]) }, "new"],
  ["200 references, one of the sender's own", { refs: many(["a1@fernhill"]) }, C],
  ["200 references, one of a stranger's conversation", { refs: many(["b1@oakridge"]) }, "new"],
  ["an original that arrives after the answer to it", { id: "unseen@fernhill" }, C],
  ["an original that arrives late, by someone else, same subject", { id: "unseen@fernhill", from: EVE }, `${C}, newcomer`],
  ["an original that arrives late, by someone else, other subject", { id: "unseen@fernhill", from: EVE, subject: "No" }, "new"],
  ["a stranger's mail that carries our id as its own", { id: "k1@kith", from: EVE, subject: "Mine now" }, "new"],
  ["our id of another channel", { to: ["other-channel@kith"] }, "new"],
  ["our id of another company", { to: ["other-company@kith"] }, "new"],
  ["a foreign id of another channel, same sender", { to: ["other-channel-foreign@x"] }, "new"],
  ["a foreign id of another company, same sender and subject", { to: ["other-company-foreign@x"] }, "new"],
  ["other channel's ids in references beside one of here", { to: ["other-channel@kith"], refs: ["other-company@kith", "a1@fernhill"] }, C],
  ["an id known in two channels", { to: ["both@x"], from: "ben@oakridge.example" }, I],
  ["an id known in two channels, by a person of the other one", { to: ["both@x"], subject: "Hello" }, "new"],
  ["an id that differs in its case", { to: ["A1@fernhill"] }, "new"],
  ["an answer to itself", { id: "self@x", to: ["self@x"] }, "new"],
  ["no id at all, from a person of two conversations", { id: null, subject: "Invoice 2214" }, "new"],
];

for (const [name, given, expected] of CASES)
  test(`threads: ${name}`, () => {
    const from = given.from === undefined ? ADA : given.from;
    const mail = {
      messageId: given.id === undefined ? "new@x" : given.id,
      inReplyTo: given.to ?? [],
      references: given.refs ?? [],
      from: from === null ? null : { name: "Someone", address: from },
      subject: given.subject ?? "Re: Calibration",
    };
    const choice = chooseConversation(mail, KNOWN);
    const words = choice.conversationId === null ? "new" : `${choice.conversationId}${choice.isNewcomer ? ", newcomer" : ""}`;
    assert.equal(words, expected);
  });

test("an address is one person's in whichever way its domain is written", () => {
  assert.equal(comparable("Jörg@Müller.example"), comparable("jörg@xn--mller-kva.example"));
  assert.notEqual(comparable("jorg@müller.example"), comparable("jorg@muller.example"));
  assert.equal(comparable("no address"), "no address");
});

test("the table has sixty cases", () => {
  assert.ok(CASES.length >= 60, String(CASES.length));
});

test("ids are looked for from the nearest to the oldest, each once, and the mail's own last", () => {
  assert.deepEqual(idsNamedBy({ messageId: "me", inReplyTo: ["c"], references: ["a", "b", "c"] }), ["c", "b", "a", "me"]);
});
