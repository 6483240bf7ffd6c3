import assert from "node:assert/strict";
import test from "node:test";
import { PEOPLE, lookup } from "../../test/sample.ts";
import { mentionsDeleted, print, readFilter, type CheckedNode } from "../index.ts";

const read = (filter: unknown, type = "deal") => readFilter(filter, { type, lookup, people: PEOPLE });

/** A filter as it runs, in a short notation: what `check` made of it. */
function show(node: CheckedNode): string {
  switch (node.kind) {
    case "and":
    case "or":
      return `${node.kind}(${node.nodes.map(show).join(", ")})`;
    case "not":
      return `not ${show(node.node)}`;
    case "text":
      return JSON.stringify(node.text);
    case "deleted":
      return "deleted";
    case "set":
      return `set ${node.field.key}`;
    case "any":
      return `any ${node.field.key}${node.node ? ` (${show(node.node)})` : ""}`;
    case "count":
      return `count ${node.path.map(({ key }) => key).join(".")}${node.node ? ` (${show(node.node)})` : ""} ${node.op} ${node.value}`;
  }
  const { of, op, ...rest } = node.test;
  return `${node.field.key} ${of} ${op} ${Object.values(rest)
    .map((part) => JSON.stringify(part))
    .join("..")}`;
}

/** The text, what runs, and its one spelling where that differs. */
const CHECKED: readonly (readonly [text: string, checked: string, spelling?: string])[] = [
  ["", "and()"],
  ['"Straße 1"', '"straße 1"'],
  ["name:ACME", 'name text in ["acme"]'],
  ["Name:ACME", 'name text in ["acme"]', "name:ACME"],
  ['"close DATE":2026', 'close_date day in [{"kind":"date","unit":"year","text":"2026"}]', "close_date:2026"],
  ["name:2026-11", 'name text in ["2026-11"]'],
  ["name!=a", 'not name text in ["a"]'],
  ["name>=b", 'name text gte "b"'],
  ["name~B", 'name match contains "b"'],
  ["notes^=B", 'notes match starts_with "b"'],
  ["name:a..c", 'name text between "a".."c"'],
  ["amount:10000", "amount number in [10000]"],
  ["amount:+5,1.50,-0,1e3", "amount number in [5,1.5,0,1000]", "amount:5,1.5,0,1000"],
  ["amount:1..5,7,9..", "or(amount number in [7], amount number between 1..5, amount number between 9)"],
  ["amount!=1..5,7", "not or(amount number in [7], amount number between 1..5)"],
  ["amount<=2.5", "amount number lte 2.5"],
  ["is_hot:TRUE", "is_hot boolean in [true]", "is_hot:true"],
  ["stage:Proposal,won", 'stage option in ["proposal","won"]', "stage:proposal,won"],
  ['stage:"lost to a competitor"', 'stage option in ["lost"]', "stage:lost"],
  ["tags:true,today", 'tags option in ["true","today"]'],
  ["close_date>=-14d", 'close_date day gte {"kind":"relative","amount":-14,"unit":"d"}'],
  ["created_at<Today", 'created_at instant lt {"kind":"period","unit":"day","offset":0}', "created_at<today"],
  ["owner:@me", 'owner user in [{"kind":"me"}]'],
  ["owner:@unassigned", "not set owner"],
  ["owner!=@unassigned", "not not set owner"],
  ["owner:@me,@unassigned", 'or(owner user in [{"kind":"me"}], not set owner)'],
  [
    'owner:@mara,"joel adeyemi",INES@example.com,usr_joel2',
    'owner user in [{"kind":"user","id":"usr_mara"},{"kind":"user","id":"usr_joel"},{"kind":"user","id":"usr_ines"},{"kind":"user","id":"usr_joel2"}]',
    "owner:usr_mara,usr_joel,usr_ines,usr_joel2",
  ],
  ["has:name", "set name"],
  ["no:name", "not set name"],
  ["has:tasks", "any tasks"],
  ["no:organization", "not any organization"],
  ["organization:rec_1", 'organization record in ["rec_1"]'],
  ['organization:Acme,"two words"', 'any organization (name text in ["acme","two words"])', 'organization.name:Acme,"two words"'],
  ["organization!=Acme", 'not any organization (name text in ["acme"])', "organization.name!=Acme"],
  ["organization.country:DE", 'any organization (country option in ["DE"])'],
  ["organization.country!=de", 'not any organization (country option in ["DE"])', "organization.country!=DE"],
  ["no:organization.country", "not any organization (set country)"],
  [
    "organization.contacts.email:MARA@example.com",
    'any organization (any contacts (email text in ["mara@example.com"]))',
    "organization.contacts.email:mara@example.com",
  ],
  ['People.phone:"+49 (30) 12-34"', 'any contacts (phone text in ["+49301234"])', "contacts.phone:+49301234"],
  ["People.phone~301", 'any contacts (phone match contains "301")', "contacts.phone~301"],
  ["any(contacts, email~example)", 'any contacts (email match contains "example")'],
  ["none(tasks, done:false)", "not any tasks (done boolean in [false])"],
  ["all(tasks, done:true)", "not any tasks (not done boolean in [true])"],
  ["any(organization.contacts, name:a)", 'any organization (any contacts (name text in ["a"]))'],
  ["none(organization.contacts)", "not any organization (any contacts)"],
  ["count(organization.contacts, name:a)>=2", 'count organization.contacts (name text in ["a"]) gte 2'],
  ["is:open", 'or(stage option in ["new","proposal","negotiation"], not set stage)'],
  ["is:WON", 'stage option in ["won"]', "is:won"],
  ["is:mine", 'owner user in [{"kind":"me"}]'],
  ["is:unassigned", "not set owner"],
  ["is:deleted", "deleted"],
  ["-is:deleted", "not deleted"],
  ["any(tasks, is:overdue)", 'any tasks (and(due_at instant lt {"kind":"now"}, not done boolean in [true]))'],
  ['"has":x', 'has text in ["x"]'],
];

test("a filter is resolved to keys, ids and values of the field's type", () => {
  for (const [text, expected, spelling = text] of CHECKED) {
    const result = read(text);
    assert.equal(result.ok ? show(result.checked) : result.errors[0]?.message, expected, text);
    assert.equal(result.ok && print(result.tree), spelling);
  }
});

/** The text, the part that is underlined, what is said, and the suggestions. */
const REFUSED: readonly (readonly [text: string, underlined: string, message: string, suggestions?: readonly string[]])[] = [
  ["amout:5", "amout", "Deals have no field `amout`. Did you mean `amount`?", ["amount"]],
  ["close:today", "close", "Deals have no field `close`. Did you mean `close_date`?", ["close_date"]],
  ["People.emial~a", "emial", "Contacts have no field `emial`. Did you mean `email`?", ["email"]],
  ["organization.contry:DE", "contry", "Organizations have no field `contry`. Did you mean `country`?", ["country"]],
  ["xyz:1", "xyz", "Deals have no field `xyz`.", []],
  ["__proto__:1", "__proto__", "Deals have no field `__proto__`.", []],
  ["https://example.com", "https", "Deals have no field `https`.", []],
  ["Note:x", "Note", "2 fields are called `Note`. Use a key: `stage_note`, `other_note`.", ["stage_note", "other_note"]],
  ["amount.x:1", "amount", "`amount` is an amount of money, not a relation.", ["organization", "contacts", "tasks"]],
  ["any(amount, x:1)", "amount", "`amount` is an amount of money, not a relation.", ["organization", "contacts", "tasks"]],
  ["amount~5", "amount~5", "`amount` is an amount of money and has no `~`."],
  ["stage>won", "stage>won", "`stage` is a stage and has no `>`."],
  ["stage:new..won", "new..won", "`stage` takes no range."],
  ["amount:abc", "abc", "`abc` is not an amount."],
  ["amount:10,000", "000", "`10,000` can be one number or several."],
  ["amount:10,500", "500", "`10,500` can be one number or several."],
  ["amount:7,0500", "0500", "`0500` is not a number."],
  ["amount:1234567890123456", "1234567890123456", "A number has at most 15 digits."],
  ["amount:20..10", "20..10", "The range `20..10` ends before it starts."],
  ["is_hot:yes", "yes", "`yes` is not true or false."],
  ["stage:propsal", "propsal", "`stage` has no option `propsal`. Did you mean `proposal`?", ["proposal"]],
  ["close_date:2026-02-30", "2026-02-30", "`2026-02-30` is not on the calendar."],
  ["close_date:14d", "14d", "`14d` is not a date. Did you mean `-14d` or `+14d`?", ["-14d", "+14d"]],
  ["close_date:thismonth", "thismonth", "`thismonth` is not a date. Did you mean `this_month`?", ["this_month"]],
  ["close_date>-101y", "-101y", "`-101y` is not a date."],
  ["owner:@nobody", "@nobody", "There is no person `@nobody`."],
  ["owner:me", "me", "There is no person `me`. Did you mean `@me`?", ["@me"]],
  ["owner:@joel", "@joel", "2 people are called `@joel`. Use an email address.", ["joel@example.com", "j.brandt@example.com"]],
  ["People.email:acme", "acme", "`acme` is not an email address."],
  ["People.phone:abc", "abc", "`abc` is not a phone number."],
  ["organization:rec_1,Acme.", "Acme.", "`Acme.` is not the id of a record."],
  ['name:""', '""', "An empty text is not a value."],
  ['""', '""', "There is nothing between these quotes."],
  ["all(tasks)", "all(tasks)", "`all(…)` needs a condition after the relation."],
  ["is:opne", "opne", "Deals have no flag `opne`. Did you mean `open`?", ["open"]],
  ["any(organization, is:open)", "open", "Organizations have no flag `open`.", []],
];

test("what does not fit the type is an error at its place, with the nearest names", () => {
  for (const [text, underlined, message, suggestions] of REFUSED) {
    const result = read(text);
    const [error] = result.ok ? [] : result.errors;
    assert.equal(error?.message, message, text);
    assert.equal(text.slice(error?.from, error?.to), underlined, text);
    if (suggestions) assert.deepEqual(error?.suggestions, suggestions, text);
  }
});

test("records that are meant by name are told with their places, for who can look them up", () => {
  const names = (text: string) => {
    const result = read(text);
    return result.ok ? result.names.map(({ type, name, from, to }) => `${type} ${name} ${text.slice(from, to)}`) : result.errors;
  };
  assert.deepEqual(names('organization:Acme,"two words" -any(tasks, deal!=Flow)'), [
    "organization Acme Acme",
    'organization two words "two words"',
    "deal Flow Flow",
  ]);
  assert.deepEqual(names("organization:rec_1 organization.name:Acme has:organization Acme"), []);
});

test("an operator that a field does not have is answered with those it has", () => {
  const result = read("amount~5");
  assert.equal(!result.ok && result.errors[0]?.expected, "`:` `!=` `<` `<=` `>` `>=` `has:` `no:`");
});

test("a filter that mentions deleted records is known", () => {
  const mentions = (text: string) => {
    const result = read(text);
    return result.ok && mentionsDeleted(result.checked);
  };
  for (const text of ["is:deleted", "-is:deleted", "a (b OR is:deleted)"]) assert.equal(mentions(text), true, text);
  for (const text of ["", "name:deleted", "any(tasks, is:deleted)"]) assert.equal(mentions(text), false, text);
});

test("every wrong condition is named, not only the first", () => {
  const result = read("amout:5 stage:nope owner:@me is:odd");
  assert.deepEqual(!result.ok && result.errors.map(({ from }) => from), [0, 14, 32]);
});

test("in JSON an error points at the part that is wrong", () => {
  const rules = [
    { field: "amount", op: "gt", value: 5 },
    {
      or: [
        { field: "stage", op: "in", value: ["won", "nope"] },
        { field: "organization.contry", op: "set" },
      ],
    },
    { field: "tasks", op: "any", where: { field: "done", op: "eq", value: "x" } },
  ];
  const result = read(rules);
  assert.deepEqual(!result.ok && result.errors.map(({ pointer }) => pointer), ["/1/or/0/value/1", "/1/or/1/field", "/2/where/value"]);
});

test("a type or a related type that cannot be seen does not exist", () => {
  const hidden = readFilter("organization.country:DE", { type: "deal", lookup: (key) => (key === "deal" ? lookup(key) : undefined) });
  assert.equal(!hidden.ok && hidden.errors[0]?.message, "`organization` leads to records you cannot see.");
  assert.equal(read("a", "nope").ok, false);
});

test("without people, a person is named by id alone", () => {
  const ids = readFilter("owner:usr_x,@me", { type: "deal", lookup });
  assert.ok(ids.ok);
  assert.equal(readFilter("owner:@mara", { type: "deal", lookup }).ok, false);
});

test("a tree made in code is held to the bounds too", () => {
  const many = Array.from({ length: 26 }, () => ({ text: "a" }));
  assert.equal(read(many).ok, false);
});
