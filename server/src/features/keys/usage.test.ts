import assert from "node:assert/strict";
import { test } from "node:test";
import type { Member } from "../../kernel/actor.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { createKeyUsage, rowsIn } from "./usage.ts";

const keyOf = (keyId: string) => ({ kind: "member", companyId: "c", proof: { kind: "key", keyId, keyName: "n" } }) as Member;
const rows = (count: number) => ({ items: Array.from({ length: count }, (_, id) => ({ id })) });

/** A day that stands still, and what is written down beside other nodes' counts. */
function given(rowsPerDay: number) {
  const world = { now: Date.parse("2026-11-14T23:00:00Z"), elsewhere: 0, isDown: false, written: [] as unknown[] };
  const usage = createKeyUsage({
    clock: { now: () => new Date(world.now) },
    rowsPerDay,
    afterwards: () => undefined,
    async write({ keyId, day, rows: read, calls }) {
      if (world.isDown) throw new Error("the database is away");
      world.written.push([keyId, day, read, calls]);
      world.elsewhere += read;
      return world.elsewhere;
    },
  });
  return { world, usage };
}

test("an answer counts by the elements of its lists, by one without a list, and by the records inside its records", () => {
  const related = { values: { contacts: [{ id: "rec_1" }, { id: "rec_2" }], email: ["a@test.example"], owner: { id: "usr_1" } } };
  assert.equal(rowsIn({ items: [{}, {}, {}], next_cursor: null }), 3);
  assert.equal(rowsIn({ items: [], next_cursor: null }), 0);
  assert.equal(rowsIn({ id: "rec_1", values: {} }), 1);
  assert.equal(rowsIn({ items: [related, related] }), 6);
  assert.equal(rowsIn({ record: related, operation_id: "op_1" }), 3);
  assert.equal(rowsIn(related), 3);
  assert.equal(rowsIn({}), 1);
  assert.equal(rowsIn({ id: "rec_1", values: {}, included: [] }), 1);
  assert.equal(rowsIn({ id: "rec_1", values: {}, included: [{}, related] }), 5);
});

test("a key is refused once it has had its rows, until midnight UTC, and no other key is", () => {
  const { world, usage } = given(100);
  usage.count(keyOf("a"), rows(99));
  usage.check("a");
  usage.count(keyOf("a"), rows(1));
  assert.throws(() => usage.check("a"), { status: 429, code: "row_budget_spent", retryAfterSeconds: 3_600 });
  usage.check("b");
  world.now += 3_600_000;
  usage.check("a");
});

test("what other nodes have counted counts, and what could not be written down is not lost", async () => {
  const { world, usage } = given(100);
  world.elsewhere = 60;
  usage.count(keyOf("a"), rows(30));
  usage.check("a");
  world.isDown = true;
  await assert.rejects(usage.flush());
  usage.count(keyOf("a"), rows(5));
  world.isDown = false;
  await usage.flush();
  assert.deepEqual(world.written, [["a", "2026-11-14", 35, 2]]);
  usage.count(keyOf("a"), rows(5));
  assert.throws(() => usage.check("a"), { code: "row_budget_spent" });
});

test("rows of one day are written down for that day, also after midnight, and then the day is forgotten", async () => {
  const { world, usage } = given(100);
  usage.count(keyOf("a"), rows(10));
  world.now += DAY_MS;
  usage.count(keyOf("a"), rows(20));
  await usage.flush();
  await usage.flush();
  assert.deepEqual(world.written, [
    ["a", "2026-11-14", 10, 1],
    ["a", "2026-11-15", 20, 1],
  ]);
});
