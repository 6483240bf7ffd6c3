import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../test/service.ts";
import { areAlike, nameKey } from "./likeness.ts";

const service = sharedService();

async function given(type: string, rows: Record<string, unknown>[], person?: Person) {
  const ada = person ?? (await service().given.admin());
  const { results } = await ada.call("records.batch", { type, items: rows.map((values) => ({ values })), allow_duplicate: true });
  assert.deepEqual(
    results.flatMap((one) => one.errors),
    [],
  );
  return { ada, ids: results.map((one) => one.id ?? "") };
}

/** All pairs of a type, as "strength: one + other: reasons". Ids made in one millisecond have no order, so titles are sorted. */
async function pairsOf(person: Person, type: string, limit = 25): Promise<string[]> {
  const lines: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof person.call<"duplicates.list">>> = await person.call("duplicates.list", {
      type,
      limit,
      ...(cursor ? { cursor } : {}),
    });
    assert.ok(page.items.length <= limit);
    for (const { strength, reasons, records } of page.items)
      lines.push(
        `${strength}: ${records
          .map(({ title }) => title)
          .sort()
          .join(" + ")}: ${reasons.join("; ")}`,
      );
    cursor = page.next_cursor;
  } while (cursor);
  return lines;
}

test("names are alike in another order, without accents and legal forms, and with a slip", () => {
  const alike = (one: string, other: string) => areAlike(nameKey(one), nameKey(other));
  for (const [one, other] of [
    ["Jane Doe", "Doe, Jane"],
    ["Jane M. Doe", "jane doe"],
    ["Zoë Müller", "Zoe Muller"],
    ["Acme GmbH", "ACME"],
    ["Penrose & Co", "Penrose and Company"],
    ["Castellan Foods", "Castelan Foods"],
  ] as const)
    assert.ok(alike(one, other), `${one} ${other}`);
  for (const [one, other] of [
    ["Jane", "Jane Doe"],
    ["Jane Doe", "John Doe"],
    ["Acme North", "Acme South"],
    ["", ""],
  ] as const)
    assert.ok(!alike(one, other), `${one} ${other}`);
});

test("duplicates.list names likely pairs and why, the likeliest first, each pair once", async () => {
  const { ada } = await given("organization", [
    { name: "Acme GmbH", website: "https://acme.example" },
    { name: "ACME", website: "http://www.acme.example/about" },
    { name: "Other firm", website: "https://acme.example/other" },
    { name: "Penrose" },
    { name: "Penrose Ltd" },
  ]);
  assert.deepEqual(await pairsOf(ada, "organization"), [
    "high: ACME + Acme GmbH: Same domain and a similar name: acme.example",
    "low: Penrose + Penrose Ltd: Same name",
  ]);

  await given(
    "contact",
    [
      { name: "Jane Doe", email: ["JANE@acme.example"], phone: ["+49 30 901820"] },
      { name: "J. Doe", email: ["jane@acme.example", "j@acme.example"], phone: ["+4930901820"] },
      { name: "Max Front Desk", phone: ["+49 30 901820"] },
      { name: "Piotr Nowak", organization: "Penrose" },
      { name: "Nowak, Piotr", organization: "Penrose" },
      { name: "Piotr Nowak", organization: "Other firm" },
    ],
    ada,
  );
  const [first = "", ...others] = await pairsOf(ada, "contact");
  assert.equal(first, "high: J. Doe + Jane Doe: Same email: jane@acme.example; Same phone: +4930901820");
  assert.deepEqual(others.slice(0, 2).sort(), [
    "medium: J. Doe + Max Front Desk: Same phone: +4930901820",
    "medium: Jane Doe + Max Front Desk: Same phone: +4930901820",
  ]);
  assert.deepEqual(others.slice(2), ["low: Nowak, Piotr + Piotr Nowak: Similar name, same organization"]);
  assert.deepEqual(await pairsOf(ada, "contact", 1), [first, ...others], "page by page");
});

test("a pair holds the values that differ, and no others", async () => {
  const { ada } = await given("contact", [
    { name: "Jane Doe", email: ["jane@acme.example"], job_title: "Buyer" },
    { name: "Jane Doe", email: ["jane@acme.example"], phone: ["+49 30 901820"] },
  ]);
  const { items } = await ada.call("duplicates.list", { type: "contact" });
  assert.deepEqual(items[0]?.records.map(({ values }) => JSON.stringify(values)).sort(), [
    '{"job_title":"Buyer"}',
    '{"phone":["+4930901820"]}',
  ]);
});

test("duplicates.dismiss hides a pair for everybody, until it is taken back; merging and deleting end it", async () => {
  const email = ["jane@acme.example"];
  const { ada, ids } = await given("contact", [
    { name: "One", email },
    { name: "Two", email },
    { name: "Three", email },
  ]);
  const [one = "", two = "", three = ""] = ids;
  const max = await service().given.member(ada);
  assert.equal((await pairsOf(max, "contact")).length, 3);
  // The order does not matter, and saying it twice is saying it once.
  await max.call("duplicates.dismiss", { type: "contact", record: two, other: one });
  await ada.call("duplicates.dismiss", { type: "contact", record: one, other: two });
  assert.deepEqual((await pairsOf(ada, "contact")).map((line) => line.split(":")[1] ?? "").sort(), [" One + Three", " Three + Two"]);
  await ada.call("duplicates.dismiss", { type: "contact", record: one, other: two, is_dismissed: false });
  assert.equal((await pairsOf(ada, "contact")).length, 3);
  await ada.call("records.delete", { id: three });
  assert.equal((await pairsOf(ada, "contact")).length, 1);
  await ada.call("records.merge", { type: "contact", into: one, from: [two] });
  assert.deepEqual(await pairsOf(ada, "contact"), []);
  const { items } = await ada.call("events.list", { limit: 100 });
  assert.equal(items.filter(({ type }) => type === "duplicate.dismissed").length, 1);
});

test("duplicates stay in their company and type: another's record cannot be named", async () => {
  const email = ["jane@acme.example"];
  const { ada, ids } = await given("contact", [
    { name: "One", email },
    { name: "Two", email },
  ]);
  await given("lead", [{ name: "One", email: email[0] }], ada);
  const eve = await service().given.admin();
  const { ids: others } = await given("contact", [{ name: "One", email }], eve);
  assert.deepEqual(await pairsOf(eve, "contact"), []);
  assert.equal((await pairsOf(ada, "contact")).length, 1);
  const [one = "", two = ""] = ids;
  for (const other of [two, one]) {
    const answer = eve.call("duplicates.dismiss", { type: "contact", record: others[0] ?? "", other });
    await assert.rejects(answer, { code: "not_found" });
  }
  await assert.rejects(ada.call("duplicates.dismiss", { type: "contact", record: one, other: one }), { code: "invalid_input" });
  await assert.rejects(ada.call("duplicates.dismiss", { type: "deal", record: one, other: two }), { code: "not_found" });
  await assert.rejects(ada.call("duplicates.list", { type: "nothing" }), { code: "unknown_type" });
  const { next_cursor: cursor } = await ada.call("duplicates.list", { type: "contact", limit: 1 });
  await assert.rejects(eve.call("duplicates.list", { type: "contact", cursor: cursor ?? "" }), { code: "bad_cursor" });
});

test("forty records with one email are a chain of pairs, not all 780", async () => {
  const { ada } = await given(
    "contact",
    Array.from({ length: 40 }, (_, at) => ({ name: `Copy ${at}`, email: ["many@acme.example"] })),
  );
  const pairs = await pairsOf(ada, "contact", 10);
  assert.ok(pairs.length >= 19 && pairs.length <= 80, `${pairs.length}`);
  assert.equal(new Set(pairs).size, pairs.length);
});

test("an organization with more contacts than one statement reads is passed: the pages end, and later groups are found", async () => {
  const { ada, ids } = await given("organization", [{ name: "Large" }, { name: "Small" }]);
  const [large, small] = ids;
  for (let start = 0; start < 3_000; start += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({ name: `${(start + at) * 7_919} person`, organization: large }));
    await given("contact", rows, ada);
  }
  const twins = ["Johanna Weber", "Johanna Webber"].map((name) => ({ name, organization: small }));
  await given("contact", twins, ada);
  const pairs = await pairsOf(ada, "contact", 100);
  assert.ok(pairs.includes("low: Johanna Webber + Johanna Weber: Similar name, same organization"), pairs.at(-1));
  assert.equal(new Set(pairs).size, pairs.length);
});
