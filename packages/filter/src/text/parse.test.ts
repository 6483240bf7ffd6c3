import assert from "node:assert/strict";
import test from "node:test";
import { parse, print, type FilterNode, type Op } from "../index.ts";

const value = (text: string) => ({ kind: "value", text }) as const;
const word = (text: string): FilterNode => ({ kind: "text", text });
const eq = (field: string, ...texts: string[]): FilterNode => ({
  kind: "compare",
  path: field.split("."),
  op: "eq",
  values: texts.map(value),
});
const and = (...nodes: FilterNode[]): FilterNode => ({ kind: "and", nodes });
const or = (...nodes: FilterNode[]): FilterNode => ({ kind: "or", nodes });
const not = (node: FilterNode): FilterNode => ({ kind: "not", node });
const compare = (field: string, op: Op, ...texts: string[]): FilterNode => ({
  kind: "compare",
  path: field.split("."),
  op,
  values: texts.map(value),
});
const range = (field: string, ends: { from?: string; to?: string }): FilterNode => ({
  kind: "compare",
  path: [field],
  op: "eq",
  values: [{ kind: "range", ...ends }],
});

/** Every row of the language: the text, what it means, and how it is printed where that differs. */
const READ: readonly (readonly [text: string, tree: FilterNode, printed?: string])[] = [
  ["", and()],
  [" \n\t\u00a0", and(), ""],
  ["word", word("word")],
  ['"two words"', word("two words")],
  ['"word"', word("word"), "word"],
  ["mara@example.com", word("mara@example.com")],
  ["e.g.", word("e.g.")],
  ["O'Brien", word("O'Brien")],
  ["R&D", word("R&D")],
  [String.raw`"say \"hi\" \\ \n"`, word(String.raw`say "hi" \ \n`), String.raw`"say \"hi\" \\ \\n"`],
  ["stage:won", eq("stage", "won")],
  ["stage:won,lost", eq("stage", "won", "lost")],
  ['stage:"Lost, sadly",won', eq("stage", "Lost, sadly", "won")],
  ['"Close date":today', eq("Close date", "today")],
  ['organization."Close date":today', { kind: "compare", path: ["organization", "Close date"], op: "eq", values: [value("today")] }],
  ['"has":x', eq("has", "x")],
  ["website:https://example.com/?a=b#c", eq("website", "https://example.com/?a=b#c")],
  ["name:Yahoo!", eq("name", "Yahoo!")],
  ["name:Inc.", eq("name", "Inc."), 'name:"Inc."'],
  ["at:2026-11-14T09:30:00+01:00", eq("at", "2026-11-14T09:30:00+01:00")],
  ["status!=won", compare("status", "ne", "won")],
  ["status!=won,lost", compare("status", "ne", "won", "lost")],
  ["amount>5", compare("amount", "gt", "5")],
  ["amount >= 5", compare("amount", "gte", "5"), "amount>=5"],
  ["amount<-5", compare("amount", "lt", "-5")],
  ["amount<=5", compare("amount", "lte", "5")],
  ["name~acme", compare("name", "contains", "acme")],
  ["name^=acme", compare("name", "starts_with", "acme")],
  ["amount:10..20", range("amount", { from: "10", to: "20" })],
  ["amount:..20", range("amount", { to: "20" })],
  ["amount:10..", range("amount", { from: "10" })],
  ["amount:10.. open", and(range("amount", { from: "10" }), word("open"))],
  ["amount:1.5..2.5", range("amount", { from: "1.5", to: "2.5" })],
  ['name:"a b".."c d"', range("name", { from: "a b", to: "c d" })],
  ["close_date:today..+30d", range("close_date", { from: "today", to: "+30d" })],
  ["has:email", compare("email", "set")],
  ["no:organization.country", compare("organization.country", "unset")],
  ['has:"Close date"', compare("Close date", "set")],
  ["is:open", { kind: "flag", name: "open" }],
  ["a b", and(word("a"), word("b"))],
  ["a AND b", and(word("a"), word("b")), "a b"],
  ["a OR b", or(word("a"), word("b"))],
  ["NOT a", not(word("a")), "-a"],
  ["-a", not(word("a"))],
  ["--a", not(not(word("a")))],
  ["NOT(a)", not(word("a")), "-a"],
  ["-(a b)", not(and(word("a"), word("b")))],
  ["a b OR c", or(and(word("a"), word("b")), word("c"))],
  ["a (b OR c)", and(word("a"), or(word("b"), word("c")))],
  ["a AND(b OR c)", and(word("a"), or(word("b"), word("c"))), "a (b OR c)"],
  ["(a (b (c)))", and(word("a"), word("b"), word("c")), "a b c"],
  ["NOT a b", and(not(word("a")), word("b")), "-a b"],
  ["salt and pepper", and(word("salt"), word("and"), word("pepper")), 'salt "and" pepper'],
  ["organization.country:DE", eq("organization.country", "DE")],
  ["any(deals)", { kind: "related", quantifier: "any", path: ["deals"] }],
  ["none(tasks, done:false)", { kind: "related", quantifier: "none", path: ["tasks"], node: eq("done", "false") }],
  ["all(deals.tasks, a OR b)", { kind: "related", quantifier: "all", path: ["deals", "tasks"], node: or(word("a"), word("b")) }],
  ["count(deals) > 3", { kind: "count", path: ["deals"], op: "gt", value: 3 }, "count(deals)>3"],
  ["count(deals, stage:won):2", { kind: "count", path: ["deals"], node: eq("stage", "won"), op: "eq", value: 2 }],
  ["any (a)", and(word("any"), word("a")), "any a"],
  ["owner:@me", eq("owner", "@me")],
  ["[urgent] call", and(word("[urgent]"), word("call")), '"[urgent]" call'],
  ['"[]"', word("[]")],
  ['"{}":[]', eq("{}", "[]")],
];

test("each form of the language is read and printed", () => {
  for (const [text, tree, printed = text] of READ) {
    const parsed = parse(text);
    assert.deepEqual(parsed.ok ? parsed.tree : parsed.errors, tree, text);
    assert.equal(print(tree), printed);
  }
});

/** What cannot be understood: the text, the part that is underlined, and the start of what is said. */
const REFUSED: readonly (readonly [text: string, underlined: string, message: string])[] = [
  ["stage:", "stage:", "`stage:` needs a value after it."],
  ["[] ", "[]", "This begins like JSON"],
  ['{ "name":x }', '{ "name":x }', "This begins like JSON"],
  ["stage: owner:@me", ":", "`:` stands directly between"],
  ["stage :won", "stage", "`:` stands directly between"],
  ["stage:won, lost", ",", "A list has no spaces"],
  ["stage:won ,lost", "won", "A list has no spaces"],
  ["any(deals, a:b, c:d)", ",", "A list has no spaces"],
  ["stage:won,", "stage:won,", "There is nothing after this comma."],
  ["salt, pepper", ",", "A comma only stands in a list"],
  ["amount>1,000", "amount>1,000", "`>` takes one value."],
  ["amount>1..2", "amount>1..2", "`>` takes one value."],
  ["amount:..", "..", "A range has at least one end"],
  ["amount:10 .. 20", "..", "A range has no spaces"],
  ["status=won", "=", "There is no operator `=`. Did you mean `:`?"],
  ["amount:>=5", ":>=", "There is no operator `:>=`. Did you mean `>=`?"],
  ["hello!", "!", "There is no operator `!`."],
  ["> 5", ">", "`>` needs a field before it."],
  ["is!=open", "is!=open", "`is` goes with `:`"],
  ["is:", "is:", "`is:` needs a flag"],
  ["has:", "has:", "`has:` needs a field"],
  ["has:a,b", ",", "A comma only stands in a list"],
  ["a OR", "OR", "`OR` needs a condition after it."],
  ["AND a", "AND", "`AND` needs a condition before it."],
  ["a && b", "&&", "Write `AND` for `&&`."],
  ["a || b", "||", "Write `OR` for `||`."],
  ["source:form or source:ads", "or", "`or` joins conditions only in capitals: `OR`."],
  ["not stage:won", "not", "`not` joins conditions only in capitals"],
  ["Acme - Berlin", "-", "`-` stands directly before what it excludes."],
  ["a -", "-", "`-` needs a condition"],
  ["()", ")", "There is nothing between the parentheses."],
  ["a (b", "(", "This `(` is never closed."],
  ["any(deals, (a)", "(", "This `(` is never closed."],
  ["a)", ")", "This `)` closes nothing."],
  ["(a)(b)", "(a)(b)", "Conditions are separated by a space."],
  ["name:Foo(Bar)", "name:Foo(Bar)", "Conditions are separated by a space."],
  ['"a""b"', '"a""b"', "Conditions are separated by a space."],
  ["exists(tasks, done:false)", "exists(", "There is no `exists(…)`."],
  ["any()", "any(", "`any(` needs a relation"],
  ["any(deals stage:won)", "stage:won", "After `any(deals` comes a comma"],
  ["count(deals)", "count(deals)", "`count(…)` is compared with a number."],
  ["count(deals)>many", "count(deals)>many", "`count(…)` is compared with one whole number."],
  ["count(deals)~1", "count(deals)~1", "`count(…)` is compared with one whole number."],
  ['name:"Acme', '"Acme', "This quote is never closed."],
  ["name:'Acme GmbH'", "'Acme", "Text with spaces stands in double quotes"],
  ["“Acme GmbH”", "“Acme", "Text with spaces stands in double quotes"],
  ["a\0b", "\0", "A filter cannot contain the character U+0000."],
  ["a\ud800b", "\ud800", "A filter cannot contain half a character."],
];

test("what cannot be understood is an error at its place, never left out", () => {
  for (const [text, underlined, message] of REFUSED) {
    const parsed = parse(text);
    const [error] = parsed.ok ? [] : parsed.errors;
    assert.ok(error, `${text} was read as ${parsed.ok ? print(parsed.tree) : ""}`);
    assert.ok(error.message.startsWith(message), `${text}: ${error.message}`);
    assert.equal(text.slice(error.from, error.to), underlined, text);
  }
});

test("an error is one line, however long the word it is about", () => {
  const word = "9".repeat(400);
  for (const text of [`${word}pg_sleep(10)`, `${word}(`, `(${word}`, `name:${word}..`, `${word} ${word}>`, `name${"<".repeat(400)}5`]) {
    const parsed = parse(text);
    for (const { message } of parsed.ok ? [] : parsed.errors) assert.ok(message.length < 120, message);
  }
});

test("an error at the end of an unfinished text is marked as unfinished", () => {
  const isUnfinished = (text: string) => {
    const parsed = parse(text);
    return !parsed.ok && parsed.errors.every((error) => error.isUnfinished);
  };
  for (const text of ["stage:", "a OR ", "(stage:won", 'name:"Acme', "any(", "count(deals)", "stage:won,"])
    assert.ok(isUnfinished(text), text);
  for (const text of ["stage=won", "stage: won", "a)", "stage:won, lost"]) assert.ok(!isUnfinished(text), text);
});

const OVER: readonly (readonly [what: string, text: string, message: string])[] = [
  ["text", "a".repeat(3_001), "A filter is at most 3,000 bytes of text; this one has 3,001."],
  ["text in UTF-8", "é".repeat(1_501), "A filter is at most 3,000 bytes of text; this one has 3,002."],
  ["conditions", "a ".repeat(26), "A filter has at most 25 conditions; this one has 26."],
  ["depth", "-(a (b OR -(c (d OR e))))", "A filter nests at most 5 deep."],
  ["parentheses", `${"(".repeat(100)}a${")".repeat(100)}`, "A filter nests at most 5 deep."],
  ["hops", "a.b.c.d.e:1", "A filter follows at most 3 relations in a row; this one has 4."],
  ["hops in all", "any(a.b, any(c, d.e:1))", "A filter follows at most 3 relations in a row; this one has 4."],
  ["list", `a:${Array.from({ length: 101 }, (_, index) => index).join(",")}`, "A list has at most 100 values; this one has 101."],
];

test("over a bound, the error names it", () => {
  for (const [what, text, message] of OVER) {
    const parsed = parse(text);
    assert.deepEqual(parsed.ok ? [] : parsed.errors.map((error) => error.message), [message], what);
  }
});

test("at a bound, a filter is still read", () => {
  const texts = [
    "a".repeat(3_000),
    "a ".repeat(25),
    "-(a (b OR -(c d)))",
    "a.b.c.d:1",
    `a:${"1,".repeat(99)}1`,
    `${"(".repeat(20)}a${")".repeat(20)}`,
    `"\\"${"(".repeat(50)}"`,
  ];
  for (const text of texts) assert.ok(parse(text).ok, text.slice(0, 40));
});
