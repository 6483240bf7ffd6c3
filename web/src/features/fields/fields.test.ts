import assert from "node:assert/strict";
import { test } from "node:test";
import { field } from "../../../test/fixtures.ts";
import { found } from "./editors/editor.ts";
import { readDay } from "./editors/read-day.ts";
import { readText, textOf } from "./editors/read-text.ts";
import { countText, moneyText, numberText } from "./money-text.ts";
import { type CrmRecord, isBlank, isPerson, isRelated, isSameValue, listOf, withChanges } from "./record.ts";

const TODAY = "2026-11-15"; // a Sunday

const DAYS: [typed: string, day: string | undefined][] = [
  ["today", "2026-11-15"],
  ["Tomorrow", "2026-11-16"],
  [" tmr ", "2026-11-16"],
  ["yesterday", "2026-11-14"],
  ["+3d", "2026-11-18"],
  ["3d", "2026-11-18"],
  ["-3d", "2026-11-12"],
  ["in 3 days", "2026-11-18"],
  ["in 1 day", "2026-11-16"],
  ["2w", "2026-11-29"],
  ["in 2 weeks", "2026-11-29"],
  ["1m", "2026-12-15"],
  ["in 3 months", "2027-02-15"],
  ["1q", "2027-02-15"],
  ["-1y", "2025-11-15"],
  ["fri", "2026-11-20"],
  ["Friday", "2026-11-20"],
  ["wednesday", "2026-11-18"],
  ["thurs", "2026-11-19"],
  ["saturday", "2026-11-21"],
  ["sun", "2026-11-22"],
  ["next mon", "2026-11-23"],
  ["next sunday", "2026-11-22"],
  ["2026-11-20", "2026-11-20"],
  ["2026-1-2", "2026-01-02"],
  ["20.11.", "2026-11-20"],
  ["20/11", "2026-11-20"],
  ["1.2", "2027-02-01"],
  ["1.2.2026", "2026-02-01"],
  ["20 nov", "2026-11-20"],
  ["20. November", "2026-11-20"],
  ["nov 20", "2026-11-20"],
  ["November 20, 2027", "2027-11-20"],
  ["1 feb", "2027-02-01"],
  ["29 feb 2028", "2028-02-29"],
  ["31 feb", undefined],
  ["29.2.2027", undefined],
  ["2026-13-01", undefined],
  ["2026-11-31", undefined],
  ["nov", undefined],
  ["someday", undefined],
  ["abc", undefined],
  ["", undefined],
];

test("a day is read as people write it, and what is no day is none", () => {
  for (const [typed, day] of DAYS) assert.equal(readDay(typed, TODAY), day, typed);
});

const money = field("amount", "money");
const number = field("seats", "number");
const rating = field("rating", "rating");
const emails = field("email", "email", { is_multi: true });
const email = field("email", "email");
const phone = field("phone", "phone");

const VALUES: [of: typeof money, typed: string, value: unknown][] = [
  [money, "48000", "48000"],
  [money, "48,000.50", "48000.50"],
  [money, "€48k", "48000"],
  [money, "1.2m", "1200000"],
  [money, "2bn", "2000000000"],
  [money, "48 000 EUR", "48000"],
  [money, "-12.5", "-12.5"],
  [money, "−12.5", "-12.5"],
  [money, ".5", "0.5"],
  [money, "007", "7"],
  [money, "0.1k", "100"],
  [money, "12345678901234567.89", "12345678901234567.89"],
  [money, "  ", null],
  [number, "12.5", 12.5],
  [number, "1,200", 1200],
  [number, "3k", 3000],
  [rating, "4", 4],
  [field("name", "text"), "  Bosch ", "Bosch"],
  [field("about", "long_text"), "one\ntwo ", "one\ntwo "],
  [email, "ada@acme.example", "ada@acme.example"],
  [emails, "ada@acme.example, bo@acme.example", ["ada@acme.example", "bo@acme.example"]],
  [emails, "ada@acme.example bo@acme.example;", ["ada@acme.example", "bo@acme.example"]],
  [emails, "", []],
  [phone, "+49 30 901820", "+49 30 901820"],
];

test("what is typed becomes a value, and no figure of an amount is lost", () => {
  for (const [of, typed, value] of VALUES) assert.deepEqual(readText(of, typed), { value }, `${of.type} ${typed}`);
});

const WRONG: [of: typeof money, typed: string, fieldError: RegExp][] = [
  [money, "much", /such as 48000/],
  [money, "1.2.3", /such as 48000/],
  [number, "a dozen", /such as 12\.5/],
  [rating, "6", /whole number from 1 to 5/],
  [rating, "0", /whole number from 1 to 5/],
  [rating, "2.5", /whole number from 1 to 5/],
  [email, "ada", /needs an @/],
  [email, "ada@acme", /needs a dot/],
  [email, "ada@acme.example, bo@acme.example", /holds one value/],
  [phone, "12", /such as \+49/],
  [field("name", "text", { is_required: true, label: "Name" }), " ", /Name is needed/],
];

test("what cannot be a value is told with how to write it", () => {
  for (const [of, typed, fieldError] of WRONG) {
    const read = readText(of, typed);
    assert.match("fieldError" in read ? read.fieldError : "", fieldError, `${of.type} ${typed}`);
  }
});

test("editing begins with the value as people write it, and reads back as the same", () => {
  assert.equal(textOf(money, "1234567.50"), "1,234,567.50");
  assert.equal(textOf(number, 1200), "1,200");
  assert.equal(textOf(emails, ["a@b.example", "c@d.example"]), "a@b.example, c@d.example");
  assert.equal(textOf(money, null), "");
  assert.equal(textOf(money, undefined), "");
  for (const amount of ["0", "12", "1234.5", "1234567.89"]) assert.deepEqual(readText(money, textOf(money, amount)), { value: amount });
});

const MONEY: [amount: string | number, currency: string, text: string, compact: string][] = [
  ["48000", "EUR", "€48,000", "€48K"],
  ["48000.5", "EUR", "€48,000.50", "€48K"],
  ["2320000", "EUR", "€2.32M", "€2.32M"],
  ["-12", "USD", "-$12", "-$12"],
  [612_400, "GBP", "£612,400", "£612K"],
  ["100", "JPY", "¥100", "¥100"],
];

test("money is written with its symbol, without empty cents", () => {
  for (const [amount, currency, text, compact] of MONEY) {
    if (text !== compact) assert.equal(moneyText(amount, currency), text);
    assert.equal(moneyText(amount, currency, "compact").toUpperCase(), compact.toUpperCase());
  }
  assert.equal(moneyText("12345678901234567.89", "EUR"), "€12,345,678,901,234,567.89", "as exact as it is kept");
});

test("a count says when it is an estimate, and then claims no more than it knows", () => {
  assert.equal(countText({ value: 12_387, is_exact: true }), "12,387");
  assert.equal(countText({ value: 12_387, is_exact: false }), "about 12,400");
  assert.equal(countText({ value: 987_654, is_exact: false }), "about 988,000");
  assert.equal(countText({ value: 43, is_exact: false }), "about 43");
  assert.equal(countText({ value: 0, is_exact: false }), "about 0");
  assert.equal(numberText(1234.56789), "1,234.56789");
});

test("people and records are the same by their id, blanks are the same as one another", () => {
  const ada = { id: "usr_1", name: "Ada" };
  const SAME: [unknown, unknown][] = [
    [ada, { id: "usr_1", name: "Ada Lovelace" }],
    [[{ id: "rec_1", title: "A" }], [{ id: "rec_1", title: "B" }]],
    [null, ""],
    [undefined, []],
    ["12", 12],
    [
      ["a", "b"],
      ["a", "b"],
    ],
  ];
  const DIFFERENT: [unknown, unknown][] = [
    [ada, { id: "usr_2", name: "Ada" }],
    [
      ["a", "b"],
      ["b", "a"],
    ],
    [null, 0],
    [false, null],
    ["a", ["a"]],
  ];
  for (const [one, other] of SAME) assert.ok(isSameValue(one, other), JSON.stringify([one, other]));
  for (const [one, other] of DIFFERENT) assert.ok(!isSameValue(one, other), JSON.stringify([one, other]));
});

test("values are told apart by their shape", () => {
  assert.ok(isPerson({ id: "usr_1", name: "Ada" }));
  assert.ok(!isPerson({ id: "rec_1", title: "A" }));
  assert.ok(isRelated({ id: "rec_1", title: "A" }));
  assert.ok(!isRelated(null));
  assert.deepEqual(listOf(null), []);
  assert.deepEqual(listOf("a"), ["a"]);
  assert.deepEqual(listOf(["a", "b"]), ["a", "b"]);
  assert.deepEqual([null, undefined, "", [], 0, false, "a"].map(isBlank), [true, true, true, true, false, false, false]);
});

test("what is on its way is laid over a record, in order, and a deletion takes it away", () => {
  const deal = { id: "rec_1", title: "Old", version: 1, values: { name: "Old", amount: "1" } } as unknown as CrmRecord;
  const change = (values: Record<string, unknown>, more = {}) =>
    ({ key: "1", kind: "update", type: "deal", id: "rec_1", title: "", values, before: {}, version: 1, said: "", ...more }) as const;
  assert.equal(withChanges(deal, [change({ amount: "2" }, { id: "rec_2" })]), deal, "another record's change");
  assert.deepEqual(withChanges(deal, [change({ amount: "2" }), change({ amount: "3", name: "New" })]), {
    ...deal,
    title: "New",
    values: { name: "New", amount: "3" },
  });
  assert.equal(withChanges(deal, [{ ...change({}), kind: "delete" }]), undefined);
  assert.deepEqual(deal.values, { name: "Old", amount: "1" }, "the record itself stays as it is");
});

test("of what could be picked, words that begin as typed come first", () => {
  const items = ["Anna Bosch", "Bobby Lee", "Acme Bosch GmbH", "Zabob"].map((text) => ({ key: text, text })) as never[];
  const texts = (query: string) => found(items, query).map(({ text }) => text);
  assert.deepEqual(texts("bo"), ["Anna Bosch", "Bobby Lee", "Acme Bosch GmbH", "Zabob"]);
  assert.deepEqual(texts("bob"), ["Bobby Lee", "Zabob"]);
  assert.deepEqual(texts("ZAB"), ["Zabob"]);
  assert.deepEqual(texts("nobody"), []);
  assert.equal(texts("  ").length, 4);
});
