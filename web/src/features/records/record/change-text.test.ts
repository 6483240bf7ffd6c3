import "../../../../test/components.ts";
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createElement } from "react";
import { deal, field, record } from "../../../../test/fixtures.ts";
import { draw, drawText, givenAnswers, runHook } from "../../../../test/hooks.ts";
import type { Field } from "../../types/index.ts";

const { ChangeText } = await import("./change-text.tsx");
const { FormField } = await import("../create/form-field.tsx");
const { hasDraft, useDraft } = await import("./note-draft.ts");
const { useReadRecent } = await import("../frame/recent-records.ts");
const { me } = await import("../../../session.ts");

const kept = new Map<string, string>();

before(() =>
  Object.defineProperty(globalThis, "localStorage", {
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
    configurable: true,
  }),
);
beforeEach(() => kept.clear());
after(() => Reflect.deleteProperty(globalThis, "localStorage"));

const own = (key: string) => deal.fields.find((one) => one.key === key) as Field;
const names = { usr_1: "Ana Matos", rec_1: "Bosch" };

const CHANGES: [of: Field, from: unknown, to: unknown, text: string][] = [
  [own("stage"), "proposal", "won", "stage Proposal → Won"],
  [own("stage"), null, "new", "stage New"],
  [own("stage"), "gone", "new", "stage gone → New"],
  [own("amount"), "48000", "50000.50", "amount €48,000 → €50,000.50"],
  [field("seats", "number"), 1200, 1300, "seats 1,200 → 1,300"],
  [field("fit", "rating"), 3, 4, "fit 3 → 4"],
  [field("vip", "boolean"), false, true, "vip no → yes"],
  [own("close_date"), "2026-11-20", null, "close date 20 Nov 2026 → empty"],
  [own("owner"), "usr_1", "usr_9", "owner Ana Matos → someone"],
  [own("organization"), null, "rec_1", "organization Bosch"],
  [own("email"), ["a@b.example"], ["a@b.example", "c@d.example"], "email a@b.example → a@b.example, c@d.example"],
  [field("about", "long_text"), null, "x".repeat(90), `about ${"x".repeat(80)}…`],
  [field("city", "text"), "Riga", "Oslo", "city Riga → Oslo"],
];

test("a change is told in the words of its field", () => {
  for (const [of, from, to, text] of CHANGES)
    assert.equal(drawText(createElement(ChangeText, { field: of, name: of.key, from, to, names })), text, of.type);
});

const contacts = { ...field("contacts", "relation"), is_multi: true, relation: { type: "contact", inverse: null } } as unknown as Field;
const LINKS: [from: unknown, to: unknown, text: string][] = [
  [[], ["rec_1"], "added contact Bosch"],
  [["rec_1"], [], "removed contact Bosch"],
  [["rec_1"], ["rec_2", "rec_3"], "removed contact Bosch and added contacts Lund, Vos"],
];

test("a record linked to several is told as what was added and removed", () => {
  for (const [from, to, text] of LINKS) {
    const named = { ...names, rec_2: "Lund", rec_3: "Vos" };
    assert.equal(drawText(createElement(ChangeText, { field: contacts, name: "contacts", from, to, names: named, verb: "changed" })), text);
  }
});

test("a change of a field that is gone is told by its key", () => {
  assert.equal(
    drawText(createElement(ChangeText, { field: undefined, name: "lost_reason", from: "a", to: "b", names })),
    "lost reason a → b",
  );
});

const form = (of: Field, value: unknown, error?: string) =>
  draw(createElement(FormField, { field: of, value, onChange: () => {}, ...(error ? { error } : {}) }));

test("in a form, what is typed has its box at once", () => {
  assert.match(form(field("city", "text"), "Riga"), /<input[^>]* aria-label="City"[^>]* value="Riga"/);
  assert.match(form(field("about", "long_text"), "one"), /<textarea[^>]*>one<\/textarea>/);
  assert.match(form(own("amount"), "1234.5"), /value="1,234.5"[^>]*/);
  assert.match(form(own("amount"), "1"), /inputmode="decimal"/i);
  assert.match(form(field("phone", "phone"), null), /inputmode="tel"/i);
  assert.match(form(own("email"), null), /inputmode="email"[^>]*/i);
  assert.match(form(own("email"), null), /placeholder="Separate several with commas"/);
  assert.match(form(field("site", "url"), null), /inputmode="url"/i);
  assert.doesNotMatch(form(field("city", "text"), null), /inputmode|placeholder/i);
  assert.match(form(own("close_date"), "2026-11-20"), /value="20\/11\/2026"/);
});

test("in a form, a rating has its stars at once", () => {
  assert.match(form(field("fit", "rating"), 2), /role="radiogroup" aria-label="Fit"/);
});

test("in a form, what is chosen is a button that says what is chosen", () => {
  assert.match(form(own("stage"), null), /<button[^>]*>.*Stage.*Choose.*<\/button>/s);
  assert.match(form(own("stage"), "won"), /<button[^>]*>.*Won.*<\/button>/s);
  assert.match(form(own("owner"), { id: "usr_1", name: "Ana Matos" }), /<button[^>]*>.*Ana.*<\/button>/s);
  assert.doesNotMatch(form(own("organization"), { id: "rec_1", title: "Bosch" }), /<a /, "no link inside a button");
});

test("what is wrong with a field of a form is announced", () => {
  assert.match(form(field("city", "text"), null, "City is required."), /role="alert"[^>]*>City is required\.</);
});

test("a note that is not saved is kept until it is, or is as it was", () => {
  assert.equal(hasDraft("rec_1"), false);
  const [text] = runHook(() => useDraft("rec_1", "before"), [([, change]) => change("after")]);
  assert.equal(text, "after");
  assert.equal(hasDraft("rec_1"), true);
  assert.equal(hasDraft("rec_2"), false, "a note belongs to one record");
  const [again] = runHook(() => useDraft("rec_1", "before"));
  assert.equal(again, "after", "a reload finds it");
  runHook(() => useDraft("rec_1", "before"), [([, change]) => change("before")]);
  assert.equal(hasDraft("rec_1"), false);
});

const recent = () =>
  runHook(useReadRecent, [], givenAnswers([me, { user: { id: "usr_1", name: "Ana" }, company: { id: "com_1", name: "Acme" } }]))();
const PLACE = "kith.recent.com_1.usr_1";

test("the records opened last are those of this person in this company", () => {
  kept.set(PLACE, JSON.stringify([{ id: "rec_1", type: "deal", title: "Bosch" }]));
  kept.set("kith.recent.com_2.usr_1", JSON.stringify([{ id: "rec_2", type: "deal", title: "Other company" }]));
  assert.deepEqual(recent(), [{ id: "rec_1", type: "deal", title: "Bosch" }]);
});

test("what a browser kept wrongly is left out, and no more than eight are shown", () => {
  assert.deepEqual(recent(), []);
  kept.set(PLACE, "{not json");
  assert.deepEqual(recent(), []);
  kept.set(PLACE, JSON.stringify({ id: "rec_1" }));
  assert.deepEqual(recent(), []);
  const { id, type, title } = record("rec_1");
  kept.set(PLACE, JSON.stringify([null, 5, { id }, { id, type, title: 5 }, { id, type, title }]));
  assert.deepEqual(recent(), [{ id, type, title }]);
  kept.set(PLACE, JSON.stringify(Array.from({ length: 20 }, (_, at) => ({ id: `rec_${at}`, type, title }))));
  assert.equal(recent().length, 8);
});
