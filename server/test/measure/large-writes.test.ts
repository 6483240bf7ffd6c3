import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { MAX_CHARACTERS } from "../../src/features/records/write/text-size.ts";
import { copyRecord } from "../outbound/copied-events.ts";
import { sharedService, type Person } from "../service.ts";
import { afterLoading, longestHold } from "./loop.ts";

const service = sharedService();
const HELD_MS = 50;

async function givenLeads(count: number): Promise<Person> {
  const ada = await service().given.admin();
  await afterLoading(service(), ada);
  for (let at = 0; at < count; at += 500) {
    const items = Array.from({ length: Math.min(500, count - at) }, (_, n) => ({ values: { name: `Lead ${at + n}` } }));
    await ada.call("records.batch", { type: "lead", items });
  }
  return ada;
}

/** Text in which hardly three letters come twice: the worst for the index of search. */
const letter = (at: number) => String.fromCodePoint(0x61 + ((at * at * 7 + at * 13 + (at >> 3) * 31) % 97) * 3);
const textOf = (length: number) => Array.from({ length }, (_, at) => letter(at)).join("");

const ASKED = { records: 1_000, characters: 49_000 };
const AT_ONCE = 4;

/** Calls that are refused, and how long the loop was held meanwhile. */
async function assertRefused(t: TestContext, ada: Person, what: string, change: object, calls: number): Promise<void> {
  const started = performance.now();
  const statuses: number[] = [];
  const held = await longestHold(async () => {
    const answers = await Promise.all(Array.from({ length: calls }, () => ada.post("records.updateMatching", change)));
    for (const answer of answers) {
      statuses.push(answer.status);
      assert.match(await answer.text(), /"code":"too_much_text"/);
    }
  });
  t.diagnostic(`${what}: held ${held.toFixed(0)} ms of ${(performance.now() - started).toFixed(0)} ms`);
  assert.deepEqual(new Set(statuses), new Set([422]));
  assert.ok(held < HELD_MS, `${what} held the event loop for ${held.toFixed(0)} ms`);
}

test("49 million characters asked for in one call, or in four at once, are refused without holding the event loop", async (t) => {
  const ada = await givenLeads(ASKED.records);
  const change = { type: "lead", filter: "created_at:today", values: { message: textOf(ASKED.characters) } };
  await assertRefused(t, ada, "dry run", { ...change, dry_run: true }, 1);
  await assertRefused(t, ada, "update", { ...change, count: ASKED.records }, 1);
  await assertRefused(t, ada, `${AT_ONCE} updates`, { ...change, count: ASKED.records }, AT_ONCE);
});

test("a short change of records that hold 49 million characters is refused without holding the event loop", async (t) => {
  const ada = await givenLeads(0);
  const { record } = await ada.call("records.create", { type: "lead", values: { name: "Long", message: textOf(ASKED.characters) } });
  await copyRecord(service(), record.id, ASKED.records - 1);
  const change = { type: "lead", filter: "created_at:today", values: { name: "Short" } };
  await assertRefused(t, ada, "dry run", { ...change, dry_run: true }, 1);
  await assertRefused(t, ada, "update", { ...change, count: ASKED.records }, 1);
  await assertRefused(t, ada, `${AT_ONCE} updates`, { ...change, count: ASKED.records }, AT_ONCE);
});

// A little less than the limit: the names of the records count, too.
const largest = (records: number) => Math.min(49_000, Math.floor((MAX_CHARACTERS * 0.98) / 2 / records));

for (const records of [1_000, 100, 40])
  test(`${records} records with the longest text that is allowed: no step of the call holds the event loop`, async (t) => {
    const ada = await givenLeads(records);
    const change = { type: "lead", filter: "created_at:today", values: { message: textOf(largest(records)) } };
    const steps = {
      "dry run": () => ada.call("records.updateMatching", { ...change, dry_run: true }),
      update: () => ada.call("records.updateMatching", { ...change, count: records }),
      undo: () => ada.call("records.undo", { id: "last" }),
    };
    for (const [name, step] of Object.entries(steps)) {
      const started = performance.now();
      const held = await longestHold(step);
      t.diagnostic(`${name}: held ${held.toFixed(0)} ms of ${(performance.now() - started).toFixed(0)} ms`);
      assert.ok(held < HELD_MS, `${name} held the event loop for ${held.toFixed(0)} ms`);
    }
  });
