import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { type DraftRule, differenceOf, differenceText, isDifferent, moved, newRule } from "./rules/draft.ts";
import { daysText, hoursText, otherwiseText, sharesOf } from "./rules/rule-text.ts";

const { createInput, leavesHost, missingOf, NEW_DESTINATION, statusesOf } = await import("./destinations/draft.ts");

const rule = (key: string, part: Partial<DraftRule> = {}): DraftRule => ({ ...newRule([], "usr_1"), key, id: key, name: key, ...part });

test("what changed between two lists is said by the names of the rules", () => {
  const before = [rule("A"), rule("B"), rule("C")];
  const none = differenceOf(before, before);
  assert.equal(isDifferent(none), false);
  assert.equal(differenceText(none), "");
  const after = [rule("C"), rule("A", { filter: "country:FR" }), rule("D")];
  const difference = differenceOf(before, after);
  assert.deepEqual(difference, { added: ["D"], removed: ["B"], changed: ["A"], isReordered: true });
  assert.equal(differenceText(difference), "Added “D”. Changed “A”. Removed “B”. Changed the order.");
});

test("taking a rule out does not count as another order", () => {
  assert.equal(differenceOf([rule("A"), rule("B"), rule("C")], [rule("A"), rule("C")]).isReordered, false);
});

test("a rule moves to its place in both directions", () => {
  assert.deepEqual(moved(["a", "b", "c", "d"], 0, 2), ["b", "c", "a", "d"]);
  assert.deepEqual(moved(["a", "b", "c", "d"], 3, 1), ["a", "d", "b", "c"]);
});

test("two new rules are told apart", () => {
  const first = newRule([], "usr_1");
  assert.notEqual(newRule([first], "usr_1").key, first.key);
});

test("shares are whole percents and add up to 100", () => {
  assert.deepEqual(sharesOf([3, 2]), [60, 40]);
  assert.deepEqual(sharesOf([1, 1, 1]), [34, 33, 33]);
  assert.deepEqual(sharesOf([]), []);
  for (const weights of [
    [1, 2, 4],
    [7, 7, 7, 7, 7, 7, 7],
    [100, 1],
    [99, 98, 3],
  ])
    assert.equal(
      sharesOf(weights).reduce((sum, share) => sum + share, 0),
      100,
    );
});

test("days are said as runs", () => {
  assert.equal(daysText([1, 2, 3, 4, 5]), "Mon to Fri");
  assert.equal(daysText([6, 7]), "Sat, Sun");
  assert.equal(daysText([5, 1, 3]), "Mon, Wed, Fri");
  assert.equal(daysText([1, 2, 3, 4, 5, 6, 7]), "Every day");
  assert.equal(
    hoursText({ zone: "Asia/Kolkata", days: [1, 2], from: "08:00", to: "18:30" }, "Europe/Berlin"),
    "Mon, Tue, 8:00 to 18:30 in Kolkata",
  );
});

test("otherwise says what keeps the rule from taking a lead, and where the lead goes then", () => {
  assert.equal(otherwiseText(rule("A")), "absent: the next rule");
  const people = [
    { user_id: "usr_1", weight: 1 },
    { user_id: "usr_2", weight: 1 },
  ];
  const full = rule("A", {
    // oxlint-disable-next-line unicorn/no-thenable -- the server's name for what a rule does
    then: { kind: "assign", how: "round_robin", people },
    per_person: [{ per: "day", most: 4 }],
    hours: { zone: "UTC", days: [1], from: "08:00", to: "18:00" },
  });
  assert.equal(otherwiseText(full), "absent, full or out of hours: the next person, then the next rule");
});

test("a destination sends only what belongs to its kind", () => {
  const email = createInput({
    ...NEW_DESTINATION,
    kind: "email",
    name: "Desk",
    email: " a@b.example ",
    url: "https://left.example",
    code: "left",
  });
  assert.deepEqual(email, { kind: "email", name: "Desk", return_days: 7, email: "a@b.example" });
  assert.deepEqual(statusesOf("200, 201 202;202"), [200, 201, 202]);
});

test("what is missing is said by field", () => {
  assert.deepEqual(Object.keys(missingOf(NEW_DESTINATION, true)), ["name", "url"]);
  assert.deepEqual(Object.keys(missingOf({ ...NEW_DESTINATION, name: "A", kind: "company" }, true)), ["code"]);
  assert.deepEqual(missingOf({ ...NEW_DESTINATION, name: "A", kind: "company" }, false), {});
});

test("stored headers are asked for again when the address leads to another host", () => {
  assert.equal(leavesHost("https://a.example/x", "https://a.example/y"), false);
  assert.equal(leavesHost("https://a.example/x", "https://b.example/x"), true);
  assert.equal(leavesHost("https://a.example/x", "https://"), false);
});
