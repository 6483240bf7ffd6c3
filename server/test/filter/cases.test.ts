import { createMatcher, readFilter } from "@kith/filter";
import { NOW } from "@kith/filter/arbitrary";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { CASES } from "./cases.ts";
import { signUpCompany } from "./company.ts";
import { writeWorld } from "./world.ts";

const service = sharedService();

for (const { name, deals, found } of CASES) {
  test(`SQL and memory agree: ${name}`, async () => {
    service().clock.now = () => NOW;
    const company = await signUpCompany(service(), "Europe/Berlin");
    const records = Object.entries(deals).map(([title, values]) => {
      return { id: title, type: "deal", values: { ...values, name: title }, searchText: "" };
    });
    const world = await writeWorld(service(), company, { records, links: [] });
    service().clock.now = () => NOW;
    for (const [filter, titles] of Object.entries(found)) {
      const read = readFilter(filter, {
        type: "deal",
        lookup: (key) => company.types.find((type) => type.key === key),
        people: company.people,
      });
      if (!read.ok) assert.fail(`${filter}: ${read.errors[0]?.message}`);
      const matches = createMatcher(read.checked, {
        now: NOW,
        timeZone: "Europe/Berlin",
        me: company.admin.userId,
        related: world.related,
      });
      const { items } = await company.admin.call("records.list", { type: "deal", filter, sort: "name" });
      const inMemory = world.records.filter(matches).map(({ values }) => String(values["name"]));
      assert.deepEqual({ sql: items.map((one) => one.title).sort(), memory: inMemory.sort() }, { sql: titles, memory: titles }, filter);
    }
  });
}

const INCOMPARABLE: [field: string, value: unknown][] = [
  // Years of other than four digits order wrongly as text, and PostgreSQL has no year 0.
  ["next_call", "9999-12-31T23:59:00-14:00"],
  ["next_call", "0000-01-01T00:00:00Z"],
  ["next_call", "0001-01-01T00:00:00+14:00"],
  ["signed_on", "0000-01-01"],
  // More digits than a number in memory keeps apart.
  ["amount", "100000000000000.01"],
  ["budget", "123456789012345.6"],
];

test("a value that SQL and memory would compare differently is refused when it is written", async () => {
  service().clock.now = () => NOW;
  const { admin } = await signUpCompany(service(), "UTC");
  for (const [field, value] of INCOMPARABLE) {
    const answer = await admin.post("records.create", { type: "deal", values: { name: "Odd", [field]: value } });
    const { errors = [] } = (await answer.json()) as { errors?: { pointer: string }[] };
    assert.deepEqual([answer.status, errors.map(({ pointer }) => pointer)], [422, [`/values/${field}`]], `${field} ${String(value)}`);
  }
  await admin.call("records.create", { type: "deal", values: { name: "First", next_call: "0001-01-01T00:00:00Z" } });
  const { groups } = await admin.call("records.aggregate", { type: "deal", group_by: "next_call" });
  assert.deepEqual(
    groups.map(({ key }) => key),
    ["0001-01-01"],
  );
});
