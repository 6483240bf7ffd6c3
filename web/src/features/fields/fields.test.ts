import assert from "node:assert/strict";
import { test } from "node:test";
import { field } from "../../../test/fixtures.ts";
import { isFound, isNamed } from "./editors/create-related.ts";
import { found } from "./editors/editor.ts";
import { readText, textOf } from "./editors/read-text.ts";
import { amountText, numberText } from "../../ui/formats.ts";
import { countText, moneyText } from "./money-text.ts";
import { type CrmRecord, isBlank, isPerson, isRelated, isSameValue, listOf, withChanges } from "./record.ts";

const money = field("amount", "money");
const number = field("seats", "number");
const rating = field("rating", "rating");
const emails = field("email", "email", { is_multi: true });
const email = field("email", "email");
const phone = field("phone", "phone");

const VALUES: [of: typeof money, typed: string, value: unknown][] = [
  [money, "48000", 48000],
  [money, "48,000.50", 48000.5],
  [money, "€48k", 48000],
  [money, "1.2m", 1200000],
  [money, "2bn", 2000000000],
  [money, "48 000 EUR", 48000],
  [money, "-12.5", -12.5],
  [money, "−12.5", -12.5],
  [money, ".5", 0.5],
  [money, "007", 7],
  [money, "0.1k", 100],
  [money, "1234567890123.45", 1234567890123.45],
  [money, "$1,200.50", { amount: 1200.5, currency: "USD" }],
  [money, "1200 gbp", { amount: 1200, currency: "GBP" }],
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
  [money, "much", /Try 48000/],
  [money, "1.2.3", /Try 48000/],
  [money, "12345678901234567.89", /at most 15 digits/],
  [money, "100 kr", /DKK or .* SEK/],
  [number, "a dozen", /Try 48000/],
  [rating, "6", /whole number from 1 to 5/],
  [rating, "0", /whole number from 1 to 5/],
  [rating, "2.5", /whole number from 1 to 5/],
  [email, "ada", /^“ada” is not an email address\. It needs an @\.$/],
  [emails, "not an address", /^“not an address” is not/],
  [emails, "ada@acme.example bo", /^“bo” is not/],
  [email, "ada@acme", /needs a dot/],
  [email, "ada@acme.example, bo@acme.example", /takes one value/],
  [phone, "12", /such as \+49/],
  [field("name", "text", { is_required: true, label: "Name" }), " ", /Name is required/],
];

test("what cannot be a value is told with how to write it", () => {
  for (const [of, typed, fieldError] of WRONG) {
    const read = readText(of, typed);
    assert.match("fieldError" in read ? read.fieldError : "", fieldError, `${of.type} ${typed}`);
  }
});

test("editing begins with the value as people write it, and reads back as the same", () => {
  assert.equal(textOf(money, "1234567.50"), "1,234,567.5");
  assert.equal(textOf(money, { amount: "1200.5", currency: "USD", converted: "1080" }), "1,200.5 USD");
  assert.equal(textOf(number, 1200), "1,200");
  assert.equal(textOf(emails, ["a@b.example", "c@d.example"]), "a@b.example, c@d.example");
  assert.equal(textOf(money, null), "");
  assert.equal(textOf(money, undefined), "");
  for (const amount of ["0", "12", "1234.5", "1234567.89"])
    assert.deepEqual(readText(money, textOf(money, amount)), { value: Number(amount) });
});

const MONEY: [amount: string | number, currency: string, text: string, compact: string][] = [
  ["48000", "EUR", "€48,000", "€48,000"],
  ["48000.5", "EUR", "€48,000.50", "€48,000.50"],
  ["2320000", "EUR", "€2,320,000", "€2.32M"],
  ["-12", "USD", "-$12", "-$12"],
  ["20", "CAD", "CA$20", "CA$20"],
  [612_400, "GBP", "£612,400", "£612,400"],
  ["100", "JPY", "¥100", "¥100"],
];

test("money is written with its symbol, without empty cents", () => {
  for (const [amount, currency, text, compact] of MONEY) {
    assert.equal(amountText(amount, currency), text);
    assert.equal(amountText(amount, currency, "compact"), compact);
  }
  assert.equal(moneyText("12345678901234567.89"), "€12,345,678,901,234,567.89", "as exact as it is kept");
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

test("what was typed is found when every word is in a name or beside it, and is never taken for something near", () => {
  const records = [{ title: "Neue Werft AG", detail: "werft.example" }, { title: "Ångström Nord" }];
  assert.ok(isFound(records, "werft neue"));
  assert.ok(isFound(records, "angstrom"));
  assert.ok(isFound(records, "werft.example"));
  assert.ok(isFound(records, "+49 30 901820"), "a number is not shown, and finds its record");
  assert.ok(!isFound(records, "Alte Werft AG"));
  assert.ok(!isFound([], "Neue Werft AG"));
  assert.ok(isNamed(records, " neue  werft ag"));
  assert.ok(!isNamed(records, "Neue Werft"));
});
