import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService();

type Row = { name: string; amount: number | string | null; stage: string; next_step: string | null; close_date: string | null };

const STAGES = ["qualified", "discovery", "proposal", "negotiation", "won", "lost"];
const ROWS: Row[] = Array.from({ length: 60 }, (_, at) => ({
  name: `Deal ${at % 7}`,
  amount: at % 4 === 0 ? null : (at * 37) % 5,
  stage: STAGES[at % 6] ?? "",
  next_step: at % 3 === 0 ? null : `${"Ö".repeat(400)} ${(at * 13) % 4}`,
  close_date: at % 5 === 0 ? null : `2026-0${1 + (at % 9)}-11`,
}));

async function given(): Promise<Person> {
  const ada = await service().given.admin();
  await ada.call("records.batch", { type: "deal", items: ROWS.map((values) => ({ values })) });
  return ada;
}

/** Every page of a list, one after the other, in small pages. */
async function readAll(ada: Person, sort: string, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await ada.call("records.list", { type: "deal", sort, limit, count: "none", ...(cursor ? { cursor } : {}) });
    rows.push(...page.items.map(({ values }) => values as unknown as Row));
    if (!page.next_cursor) return rows;
    cursor = page.next_cursor;
  }
}

const compareBy: Record<string, (row: Row) => string | number | null | undefined> = {
  name: (row) => row.name,
  amount: (row) => (row.amount == null ? null : Number(row.amount)),
  stage: (row) => STAGES.indexOf(row.stage),
  // Only its first 120 characters count, and those are all alike.
  next_step: (row) => row.next_step && "",
  close_date: (row) => row.close_date,
};

const SORTS = [
  "amount",
  "-amount",
  "amount,-name",
  "-amount,name",
  "close_date,-amount,name",
  "-stage,amount",
  "name,-close_date",
  "-next_step,-amount,close_date",
];

test("a list sorted by up to three fields comes in order, blanks last, with every record once, whatever the size of a page", async () => {
  const ada = await given();
  for (const sort of SORTS) {
    for (const limit of [7, 25]) {
      const rows = await readAll(ada, sort, limit);
      assert.equal(rows.length, ROWS.length, sort);
      for (const [at, row] of rows.entries()) {
        const before = rows[at - 1];
        if (before) assert.ok(isInOrder(sort, before, row), `${sort}: ${JSON.stringify([before, row])}`);
      }
    }
  }
});

function isInOrder(sort: string, before: Row, after: Row): boolean {
  for (const part of sort.split(",")) {
    const valueOf = compareBy[part.replace("-", "")];
    const [a, b] = [valueOf?.(before) ?? null, valueOf?.(after) ?? null];
    if (a === b) continue;
    if (a === null || b === null) return b === null;
    return part.startsWith("-") ? a > b : a < b;
  }
  return true;
}

test("a sort by four fields, an unknown field or a list of values is refused with a suggestion", async () => {
  const ada = await service().given.admin();
  const ask = (sort: string) => ada.call("records.list", { type: "deal", sort });
  await assert.rejects(ask("amount,name,stage,owner"), /at most 3 fields/);
  await assert.rejects(ask("name,amout"), /Did you mean amount/);
  await assert.rejects(ask("contacts"), /cannot be sorted by "contacts"/);
});
