import assert from "node:assert/strict";
import test from "node:test";
import { relatedIn, type Link, type WorldRecord } from "../../test/arbitrary.ts";
import { lookup, PEOPLE, RELATIONS } from "../../test/sample.ts";
import { createMatcher, readFilter, type Surroundings } from "../index.ts";

const record = (id: string, type: string, values: WorldRecord["values"], searchText = ""): WorldRecord => ({
  id,
  type,
  values,
  searchText,
});
const deal = (id: string, values: WorldRecord["values"], searchText?: string) => record(id, "deal", values, searchText);
const link = (relation: string, from: string, to: string): Link => ({ relation, from, to });

/** Runs a filter over deals and gives the ids of those that pass. */
function find(
  filter: string,
  records: readonly WorldRecord[],
  links: readonly Link[] = [],
  more: Partial<Surroundings<WorldRecord>> = {},
): string {
  const read = readFilter(filter, { type: "deal", lookup, people: PEOPLE });
  if (!read.ok) assert.fail(`${filter}: ${read.errors[0]?.message}`);
  const related = relatedIn({ records, links }, RELATIONS);
  const matches = createMatcher(read.checked, {
    now: new Date("2026-11-14T22:30:00Z"),
    timeZone: "Europe/Berlin",
    me: "usr_mara",
    related,
    ...more,
  });
  return records
    .filter((one) => one.type === "deal" && matches(one))
    .map(({ id }) => id)
    .join(" ");
}

const TEXTS = [
  deal("a", { name: "Straße" }),
  deal("b", { name: "STRASSE" }),
  deal("c", { name: "E\u0301COLE" }),
  deal("none", { name: null }),
  deal("empty", { name: "" }),
  deal("gone", {}),
];

test("text ignores case and how letters are composed, and is ordered by code point", () => {
  assert.equal(find("name:STRAẞE", TEXTS), "a");
  assert.equal(find("name:école", TEXTS), "c");
  assert.equal(find("name~ss", TEXTS), "b");
  assert.equal(find("name^=STRA", TEXTS), "a b");
  assert.equal(find("name>straß", TEXTS), "a c");
  assert.equal(find("name<strasse", TEXTS), "");
  assert.equal(find("name:s..t", TEXTS), "a b");
  assert.equal(find("name>\uffff", [deal("emoji", { name: "😀" })]), "emoji");
});

test("null, missing and empty are no value; != and - are the complement", () => {
  assert.equal(find("has:name", TEXTS), "a b c");
  assert.equal(find("no:name", TEXTS), "none empty gone");
  assert.equal(find("name!=straße", TEXTS), "b c none empty gone");
  assert.equal(find("-name:straße", TEXTS), "b c none empty gone");
  assert.equal(find("name<z", TEXTS), "a b");
  assert.equal(find("-name<z", TEXTS), "c none empty gone");
});

test("a list of values passes when one of them does", () => {
  const records = [deal("x", { tags: ["vip", "renewal"] }), deal("y", { tags: ["renewal"] }), deal("z", { tags: [] })];
  assert.equal(find("tags:vip", records), "x");
  assert.equal(find("tags:vip,renewal", records), "x y");
  assert.equal(find("tags!=vip", records), "y z");
  assert.equal(find("tags:renewal -tags:vip", records), "y");
  assert.equal(find("no:tags", records), "z");
  const contacts = [deal("d", {}), record("c1", "contact", { nicknames: ["a", "z"] })];
  // One value in the range is asked for, not one above and another below.
  assert.equal(find("contacts.nicknames:b..y", contacts, [link("deal_contact", "d", "c1")]), "");
  assert.equal(find("contacts.nicknames>b contacts.nicknames<y", contacts, [link("deal_contact", "d", "c1")]), "d");
});

test("numbers, truth values, people and options are compared as such", () => {
  const records = [
    deal("1", { amount: 10, is_hot: true, owner: "usr_mara", stage: "won" }),
    deal("2", { amount: 9.5, is_hot: false, owner: "usr_joel", stage: "new" }),
    deal("3", {}),
  ];
  assert.equal(find("amount:9..10", records), "1 2");
  assert.equal(find("amount>9.5", records), "1");
  assert.equal(find("amount!=10", records), "2 3");
  assert.equal(find("is_hot:false", records), "2");
  assert.equal(find("is_hot!=true", records), "2 3");
  assert.equal(find("owner:@me", records), "1");
  assert.equal(find("owner:@me", records, [], { me: undefined }), "");
  assert.equal(find("owner:@unassigned,@mara", records), "1 3");
  assert.equal(find("is:open", records), "2 3", "without a stage it is open");
  assert.equal(find("-is:open", records), "1");
  assert.equal(find("is:won OR is:unassigned", records), "1 3");
});

test("full text looks for the words anywhere in the record", () => {
  const records = [deal("1", {}, "Asked for a DEMO"), deal("2", {}, "demonstration for")];
  assert.equal(find("demo for", records), "1 2");
  assert.equal(find('"for a demo"', records), "1");
  assert.equal(find("-asked", records), "2");
  assert.equal(find("", records), "1 2");
});

test("dates are days of the calendar, datetimes days of the time zone", () => {
  const records = [
    deal("fri", { close_date: "2026-11-13", created_at: "2026-11-13T22:59:59.999Z" }),
    deal("sat", { close_date: "2026-11-14", created_at: new Date("2026-11-13T23:00:00Z") }),
    deal("sun", { close_date: "2026-11-15", created_at: "2026-11-14T23:00:00.000Z" }),
  ];
  for (const field of ["close_date", "created_at"]) {
    assert.equal(find(`${field}:today`, records), "sat", field);
    assert.equal(find(`${field}>today`, records), "sun");
    assert.equal(find(`${field}>=today`, records), "sat sun");
    assert.equal(find(`${field}<today`, records), "fri");
    assert.equal(find(`${field}<=today`, records), "fri sat");
    assert.equal(find(`${field}:today..+30d`, records), "sat sun");
    assert.equal(find(`${field}:-1d,+1d`, records), "fri sun");
    assert.equal(find(`${field}:tomorrow..yesterday`, records), "");
  }
  assert.equal(
    find("is:overdue", [
      ...records,
      deal("done", { close_date: "2026-01-01", stage: "won" }),
      deal("late", { close_date: "2026-01-01", stage: "new" }),
    ]),
    "fri late",
    "also without a stage",
  );
});

test("paths and quantifiers look at the records at the other end", () => {
  const records = [
    deal("d1", {}),
    deal("d2", {}),
    deal("d3", {}),
    record("o1", "organization", { country: "DE" }),
    record("t1", "task", { done: true }),
    record("t2", "task", { done: false }),
    { ...record("t3", "task", { done: false }), isDeleted: true },
    record("c1", "contact", { name: "Ada" }),
  ];
  const links = [
    link("deal_organization", "d1", "o1"),
    link("deal_organization", "d2", "o1"),
    link("task_deal", "t1", "d1"),
    link("task_deal", "t2", "d2"),
    link("task_deal", "t3", "d3"),
    link("deal_contact", "d1", "c1"),
    link("deal_contact", "d2", "c1"),
    link("contact_organization", "c1", "o1"),
  ];
  assert.equal(find("organization.country:DE", records, links), "d1 d2");
  assert.equal(find("organization.country!=DE", records, links), "d3");
  assert.equal(find("no:organization", records, links), "d3");
  assert.equal(find("organization:o_1,rec_x", records, links), "");
  assert.equal(find("any(tasks, done:false)", records, links), "d2");
  assert.equal(find("none(tasks, done:false)", records, links), "d1 d3");
  assert.equal(find("all(tasks, done:true)", records, links), "d1 d3");
  assert.equal(find("any(tasks)", records, links), "d1 d2");
  assert.equal(find("count(tasks):0", records, links), "d3");
  assert.equal(find("count(tasks, done:true)!=1", records, links), "d2 d3");
  // Both deals of the organization lead to the same contact: it is counted once.
  assert.equal(find("count(organization.deals.contacts):1", records, links), "d1 d2");
  assert.equal(find("organization.contacts.name:ada", records, links), "d1 d2");
  const more = [record("o2", "organization", {}), record("c2", "contact", {})];
  const moreLinks = [link("deal_contact", "d1", "c2"), link("contact_organization", "c2", "o2")];
  assert.equal(find("count(contacts.organization):2", [...records, ...more], [...links, ...moreLinks]), "d1");
});

test("values of another kind, and keys of every object, never pass and never throw", () => {
  const odd = [
    deal("odd", { name: 5, amount: "10", close_date: 20_261_114, created_at: "soon", is_hot: "true", owner: {}, stage: ["won"] }),
  ];
  for (const filter of ["name:5", "amount:10", "close_date<=today", "created_at<=now", "is_hot:true", "owner:@me"])
    assert.equal(find(filter, odd), "", filter);
});
