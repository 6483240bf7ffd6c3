import assert from "node:assert/strict";
import test from "node:test";
import { fromJson, print, toJson } from "../index.ts";

const rule = (op: string, value?: unknown) => ({ field: "amount", op, ...(value !== undefined && { value }) });

/** JSON, the same as text, and how it is written back where that differs. */
const READ: readonly (readonly [json: unknown, text: string, written?: unknown])[] = [
  [[], "", { and: [] }],
  [{ and: [] }, ""],
  [{ text: "two words" }, '"two words"'],
  [{ is: "open" }, "is:open"],
  [rule("eq", 10_000), "amount:10000"],
  [rule("eq", "10000"), "amount:10000", rule("eq", 10_000)],
  [rule("eq", "010"), "amount:010"],
  [rule("eq", "today"), "amount:today"],
  [rule("eq", true), "amount:true"],
  [rule("eq", 1e21), "amount:1e+21"],
  [rule("ne", 1), "amount!=1"],
  [rule("lt", 1), "amount<1"],
  [rule("lte", 1), "amount<=1"],
  [rule("gt", 1), "amount>1"],
  [rule("gte", 1), "amount>=1"],
  [rule("in", ["a", "b"]), "amount:a,b"],
  [rule("in", ["a"]), "amount:a", rule("eq", "a")],
  [rule("in", [{ from: 1, to: 2 }, 5]), "amount:1..2,5"],
  [rule("not_in", [1, 2]), "amount!=1,2"],
  [rule("not_in", [{ from: 1 }]), "amount!=1.."],
  [rule("between", [1, 2]), "amount:1..2"],
  [rule("between", [null, 2]), "amount:..2"],
  [rule("contains", "a"), "amount~a"],
  [rule("starts_with", "a"), "amount^=a"],
  [rule("set"), "has:amount"],
  [rule("unset"), "no:amount"],
  [rule("equals", 1), "amount:1", rule("eq", 1)],
  [rule("notEquals", 1), "amount!=1", rule("ne", 1)],
  [rule("notIn", [1, 2]), "amount!=1,2", rule("not_in", [1, 2])],
  [rule("isNull"), "no:amount", rule("unset")],
  [rule("isNotNull", true), "has:amount", rule("set")],
  [rule("hasSome", [1, 2]), "amount:1,2", rule("in", [1, 2])],
  [rule("hasNone", [1, 2]), "amount!=1,2", rule("not_in", [1, 2])],
  [rule("inLastDays", 14), "amount:-14d..now", rule("between", ["-14d", "now"])],
  [{ field: "deals", op: "any" }, "any(deals)"],
  [{ field: "deals", op: "none", where: { is: "won" } }, "none(deals, is:won)"],
  [{ field: "deals.tasks", op: "all", where: rule("gt", 1) }, "all(deals.tasks, amount>1)"],
  [{ field: "deals", op: "count", compare: "gt", value: 3 }, "count(deals)>3"],
  [{ field: "deals", op: "count", where: { is: "won" }, compare: "eq", value: 0 }, "count(deals, is:won):0"],
  [{ field: ["a.b", "c"], op: "set" }, 'has:"a.b".c'],
  [{ not: rule("set") }, "-has:amount"],
  [{ or: [{ text: "a" }, { and: [{ text: "b" }, { text: "c" }] }] }, "a OR b c"],
  [[{ text: "a" }, [{ text: "b" }], { and: [{ text: "c" }] }], "a b c", { and: [{ text: "a" }, { text: "b" }, { text: "c" }] }],
];

test("each form of JSON is read and written", () => {
  for (const [json, text, written = json] of READ) {
    const parsed = fromJson(json);
    assert.equal(parsed.ok ? print(parsed.tree) : parsed.errors[0]?.message, text);
    if (parsed.ok) assert.deepEqual(toJson(parsed.tree), written, text);
  }
});

test("the example of the documentation is the same in both spellings", () => {
  const parsed = fromJson({
    and: [
      { field: "stage", op: "in", value: ["proposal", "negotiation"] },
      { or: [{ field: "amount", op: "gte", value: 10_000 }, { not: { field: "owner", op: "set" } }] },
    ],
  });
  assert.equal(parsed.ok && print(parsed.tree), "stage:proposal,negotiation (amount>=10000 OR -has:owner)");
});

const deep = (levels: number): unknown => (levels === 0 ? { text: "a" } : { not: deep(levels - 1) });

/** What cannot be understood: the pointer, and the start of what is said. */
const REFUSED: readonly (readonly [json: unknown, pointer: string, message: string])[] = [
  [null, "", "This is not a filter."],
  ["stage:won", "", "This is not a filter."],
  [{}, "", "This is not a filter."],
  [{ nand: [] }, "", "This is not a filter."],
  [{ and: [{ text: "a" }], or: [{ text: "b" }] }, "", "This is not a filter."],
  [{ or: [] }, "/or", "A group needs filters in it."],
  [{ and: {} }, "/and", "A group needs filters in it."],
  [{ and: [{ text: "a" }, 5] }, "/and/1", "This is not a filter."],
  [[{ text: "a" }, []], "/1", "A group needs filters in it."],
  [{ field: "a" }, "/op", "A rule has an `op`."],
  [{ op: "eq", value: 1 }, "/field", "`field` is the name of a field."],
  [{ field: ["a", 5], op: "set" }, "/field", "`field` is the name of a field."],
  [rule("eq"), "/value", "A value is a text, a number, or true or false."],
  [rule("eq", null), "/value", "null is not a value."],
  [rule("eq", [1]), "/value", "A value is a text"],
  [rule("eq", NaN), "/value", "A value is a text"],
  [rule("eq", "a\0"), "/value", "A filter cannot contain the character U+0000."],
  [rule("in", 1), "/value", "This needs a list of values."],
  [rule("in", []), "/value", "This needs a list of values."],
  [rule("in", [1, null]), "/value/1", "null is not a value."],
  [rule("in", [{ from: 1, until: 2 }]), "/value/0", "A range in a list has `from` and `to`."],
  [rule("between", [1]), "/value", "`between` takes two ends."],
  [rule("between", [null, null]), "/value", "A range has at least one end."],
  [rule("set", 5), "/value", "This operator takes no value."],
  [rule("inLastDays", "14"), "/value", "`inLastDays` takes a number of days."],
  [rule("startsWith", "a"), "/op", "There is no operator `startsWith`. Did you mean `starts_with`?"],
  [{ field: "a", op: { toString: 1 } }, "/op", "A rule has an `op`."],
  [{ ...rule("eq", 1), "a/b": 2 }, "/a~1b", "This rule cannot have `a/b`."],
  [JSON.parse('{"field":"a","op":"set","__proto__":1}'), "/__proto__", "This rule cannot have `__proto__`."],
  [{ field: "a", op: "count", value: 1 }, "/compare", "`count` says how to `compare`."],
  [{ field: "a", op: "count", compare: "gt", value: -1 }, "/value", "`count` is compared with one whole number."],
  [{ field: "a", op: "any", where: { is: "x", not: 1 } }, "/where", "This is not a filter."],
  [{ and: Array.from({ length: 26 }, () => ({ text: "a" })) }, "/and", "A filter has at most 25 conditions; this one has 26."],
  [
    rule(
      "in",
      Array.from({ length: 101 }, () => 1),
    ),
    "/value",
    "A list has at most 100 values; this one has 101.",
  ],
  [deep(6), "/not/not/not/not/not", "A filter nests at most 5 deep."],
  [deep(5_000), "/not".repeat(21), "A filter nests at most 5 deep."],
  [{ text: "a".repeat(3_001) }, "", "A filter is at most 3,000 bytes of text; this one has 3,001."],
];

test("what cannot be understood is an error with a pointer", () => {
  for (const [json, pointer, message] of REFUSED) {
    const parsed = fromJson(json);
    const [error] = parsed.ok ? [] : parsed.errors;
    assert.ok(error?.message.startsWith(message), `${message} was: ${error?.message ?? "read"}`);
    assert.equal(error?.pointer, pointer, message);
  }
});
