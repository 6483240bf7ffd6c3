import assert from "node:assert/strict";
import test from "node:test";
import { PEOPLE, lookup } from "../test/sample.ts";
import { readFilter, typesReached } from "./index.ts";

function typesOf(filter: string, type = "deal"): string[] {
  const read = readFilter(filter, { type, lookup, people: PEOPLE });
  assert.ok(read.ok, filter);
  return [...typesReached(read.checked)].sort((one, other) => one.localeCompare(other));
}

test("typesReached lists the types that a filter reads through a relation, and no others", () => {
  assert.deepEqual(typesOf(""), []);
  assert.deepEqual(typesOf("amount>5 owner:@me -is:open"), []);
  assert.deepEqual(typesOf("organization.country:DE"), ["organization"]);
  assert.deepEqual(typesOf("organization:Acme"), ["organization"], "by its name");
  assert.deepEqual(typesOf("organization:rec_1"), [], "by its id no record is read");
  assert.deepEqual(typesOf("amount>5 OR -organization.contacts.email:a@b.example"), ["contact", "organization"]);
  assert.deepEqual(typesOf("all(tasks, done:true)"), ["task"]);
  assert.deepEqual(typesOf("no:organization"), ["organization"]);
  assert.deepEqual(typesOf("count(organization.contacts, name:a)>=2"), ["contact", "organization"]);
  assert.deepEqual(typesOf("deals.name:a", "contact"), ["deal"]);
});
