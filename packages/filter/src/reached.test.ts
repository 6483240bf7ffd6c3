import assert from "node:assert/strict";
import test from "node:test";
import { PEOPLE, lookup } from "../test/sample.ts";
import { readFilter, typesReached } from "./index.ts";

function reached(filter: string, type = "deal"): string[] {
  const read = readFilter(filter, { type, lookup, people: PEOPLE });
  assert.ok(read.ok, filter);
  return [...typesReached(read.checked)].sort((one, other) => one.localeCompare(other));
}

test("a filter reaches the types that it looks at through a relation, and no others", () => {
  assert.deepEqual(reached(""), []);
  assert.deepEqual(reached("amount>5 owner:@me -is:open"), []);
  assert.deepEqual(reached("organization.country:DE"), ["organization"]);
  assert.deepEqual(reached("organization:Acme"), ["organization"], "by its name");
  assert.deepEqual(reached("organization:rec_1"), [], "by its id nothing is looked at");
  assert.deepEqual(reached("amount>5 OR -organization.contacts.email:a@b.example"), ["contact", "organization"]);
  assert.deepEqual(reached("all(tasks, done:true)"), ["task"]);
  assert.deepEqual(reached("no:organization"), ["organization"]);
  assert.deepEqual(reached("count(organization.contacts, name:a)>=2"), ["contact", "organization"]);
  assert.deepEqual(reached("deals.name:a", "contact"), ["deal"]);
});
