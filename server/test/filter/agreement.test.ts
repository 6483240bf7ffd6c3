import { createMatcher, mentionsDeleted, print, readFilter, toJson, type FilterNode, type Lookup, type TypeSchema } from "@kith/filter";
import { filterOf, NOW, TIME_ZONES, type Pool } from "@kith/filter/arbitrary";
import fc from "fast-check";
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { sharedService, type Person } from "../service.ts";
import { signUpCompany, type Company } from "./company.ts";
import { retrying, retryBusy } from "./retry-busy.ts";
import { changeTexts, TEXTS } from "./texts.ts";
import { anyWorld, RECORDS_PER_TYPE, writeWorld, type WrittenWorld } from "./world.ts";

// The same filter runs as SQL on what the service stored and in memory on what it was given: both must find the same records.

const PAIRS = Number(process.env["FILTER_PAIRS"] ?? 10_000);
const SEED = Number(process.env["FILTER_SEED"] ?? randomInt(1_000_000));
const FILTERS_PER_WORLD = 50;
const MAX_JSON = 6_000;
const WORLDS = Math.ceil(PAIRS / FILTERS_PER_WORLD / RECORDS_PER_TYPE);

/** Zones where a day has 23, 23½, 24½ or 25 hours, starts at one o'clock, or was skipped, besides those of the generators. */
const ZONES = [...TIME_ZONES, "Australia/Lord_Howe", "America/Havana", "Asia/Beirut", "Africa/Cairo", "America/St_Johns"];
/** When filters run: now, and at instants where clocks change, a day or a year begins. */
const MOMENTS = [
  NOW,
  ...["2026-10-25T00:59:59.999Z", "2026-11-01T05:30:00Z", "2027-03-28T01:00:00Z", "2026-12-31T23:59:59.999Z", "2027-01-01T00:00:00Z"].map(
    (text) => new Date(text),
  ),
];

const service = sharedService();

interface Question {
  [fc.toStringMethod](): string;
  type: TypeSchema;
  tree: FilterNode;
  limit: number;
  sort: string;
}

for (let at = 0; at < WORLDS; at++) {
  const seed = SEED + at;
  const zone = ZONES[seed % ZONES.length] ?? "UTC";
  const now = MOMENTS[(seed >> 1) % MOMENTS.length] ?? NOW;
  test(`world ${seed}: SQL and memory find the same records in ${zone} at ${now.toISOString()}`, async (t) => {
    service().clock.now = () => NOW;
    const company = await signUpCompany(service(), zone);
    const [world] = fc.sample(anyWorld(company), { numRuns: 1, seed });
    assert.ok(world);
    const written = await writeWorld(service(), company, world);
    await service().database.query("analyze"); // what autovacuum does a minute later
    service().clock.now = () => now;
    const reader = retrying(await retryBusy(() => service().signIn(company.admin.email)));
    const tally = { pairs: 0, found: 0, denied: 0 };
    await fc.assert(
      fc.asyncProperty(anyQuestion(company, written), async (question) => {
        await compare(question, { company, world: written, reader, zone, now }, tally);
      }),
      { numRuns: FILTERS_PER_WORLD, seed },
    );
    t.diagnostic(JSON.stringify(tally));
    // The filters must find some records but not all, or the comparison proves nothing.
    assert.ok(tally.found > tally.pairs / 100 && tally.found < tally.pairs, JSON.stringify(tally));
  });
}

/** A filter that fits a type, often with a text that a record has or nearly has, read in pages of some size and order. */
function anyQuestion({ types, people }: Company, { records, links }: WrittenWorld): fc.Arbitrary<Question> {
  const lookup = lookupIn(types);
  const pool: Pool = { people, ids: links.filter((_, at) => at % 40 === 0).map(({ to }) => to) };
  const held = records.flatMap(({ searchText }) => searchText.split("\n")).filter((text) => text !== "");
  const wanted = fc.option(fc.tuple(fc.constantFrom(...TEXTS, ...held), fc.nat({ max: 3 }), fc.integer({ min: 1, max: 12 })));
  return fc.oneof(
    ...types.map((type) => {
      const sorts = type.fields
        .filter((field) => !["relation", "multi_select", "email", "phone"].includes(field.type))
        .map(({ key }) => key);
      return fc
        .record({
          tree: filterOf(type, lookup, pool),
          texts: fc.array(wanted, { minLength: 1, maxLength: 8 }),
          limit: fc.constantFrom(100, 100, 7),
          sort: fc.uniqueArray(fc.constantFrom(...sorts, ...sorts.map((key) => `-${key}`)), { maxLength: 2 }),
        })
        .map(({ tree, texts, limit, sort }): Question => {
          let at = 0;
          const other = (text: string) => {
            const choice = texts[at++ % texts.length];
            return choice ? choice[0].slice(choice[1] % 2, choice[1] + choice[2]).toWellFormed() || text : text;
          };
          const changed = changeTexts(tree, type, lookup, other);
          return {
            type,
            tree: changed,
            limit,
            sort: sort.join(),
            [fc.toStringMethod]: () => JSON.stringify([type.key, print(changed), limit, sort]),
          };
        });
    }),
  );
}

interface Place {
  company: Company;
  world: WrittenWorld;
  reader: Person;
  zone: string;
  now: Date;
}

async function compare({ type, tree, limit, sort }: Question, place: Place, tally: { pairs: number; found: number; denied: number }) {
  const { company, world, reader, zone, now } = place;
  const options = { type: type.key, lookup: lookupIn(company.types), people: company.people };
  const filter = print(tree);
  const read = readFilter(filter, options);
  if (!read.ok) assert.fail(`${filter}: ${read.errors[0]?.message}`);
  const matches = createMatcher(read.checked, { now, timeZone: zone, me: company.admin.userId, related: world.related });

  const whole = world.records.filter((record) => record.type === type.key && (mentionsDeleted(read.checked) || !record.isDeleted));
  const expected = new Set(whole.filter(matches).map(({ id }) => id));
  const found = await listed(reader, type.key, filter, limit, sort);
  const apart = world.records.filter(({ id }) => found.includes(id) !== expected.has(id));
  assert.deepEqual(apart, [], `SQL and memory differ on ${filter}`);
  assert.equal(new Set(found).size, found.length, `twice in ${filter}`);
  tally.pairs += RECORDS_PER_TYPE;
  tally.found += found.length;

  const json = JSON.stringify(toJson(tree));
  if (json.length <= MAX_JSON) assert.deepEqual(new Set(await listed(reader, type.key, json, 100)), new Set(found), json);

  // One level deeper than the filter, so it may be over the bound.
  const denial = print({ kind: "not", node: tree });
  if (!readFilter(denial, options).ok) return;
  const others = await listed(reader, type.key, denial, 100);
  assert.deepEqual(new Set([...found, ...others]), new Set(whole.map(({ id }) => id)), denial);
  assert.equal(found.length + others.length, whole.length, denial);
  tally.denied++;
}

const lookupIn =
  (types: readonly TypeSchema[]): Lookup =>
  (key) =>
    types.find((type) => type.key === key);

/** The ids on every page. */
async function listed(reader: Person, type: string, filter: string, limit: number, sort = ""): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await reader.call("records.list", {
      type,
      filter,
      limit,
      count: "none",
      fields: [],
      sort,
      ...(cursor !== undefined && { cursor }),
    });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}
