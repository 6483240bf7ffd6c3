import assert from "node:assert/strict";
import test from "node:test";
import { lookup } from "../../test/sample.ts";
import { fromJson, check, print, readFilter } from "../index.ts";
import { DEFAULT_FORMATS, type Formats } from "../values.ts";

const DE: Formats = { ...DEFAULT_FORMATS, number: "1.234,5", language: "de" };
const US: Formats = { ...DEFAULT_FORMATS, currency: "USD", date: "month_day_year" };

/** The filter in its one spelling, or what is wrong with it. */
function spelling(filter: unknown, formats: Formats): string {
  const result = readFilter(filter, { type: "deal", lookup, formats });
  if (!result.ok) return result.errors[0]?.message ?? "";
  const again = readFilter(print(result.tree), { type: "deal", lookup, formats });
  assert.deepEqual(again.ok && again.checked, result.checked, `${print(result.tree)} is read as it was meant`);
  return print(result.tree);
}

test("numbers in a filter are written short, or in quotes as the company writes them", () => {
  for (const [filter, inGermany, inUnitedStates] of [
    ["amount>20k", "amount>20000", "amount>20000"],
    ["amount>1.5m", "amount>1500000", "amount>1500000"],
    ["amount>12.5", "amount>12.5", "amount>12.5"],
    ["amount>12.500", "`12.500` is 12500 or 12.5.", "`12.500` is 12.5 or 12500."],
    ['amount>"12,5"', "amount>12.5", "`12,5` is not written as 1,234.5. Did you mean 12.5?"],
    ['amount>"1.200,50"', "amount>1200.5", "`1.200,50` is not written as 1,234.5. Did you mean 1200.5?"],
    ['amount>"1,200.50"', "`1,200.50` is not written as 1.234,5. Did you mean 1200.5?", "amount>1200.5"],
    ["amount>€500", "amount>500", "Amounts are compared in USD, not in EUR."],
    ["amount>12,5", "`>` takes one value.", "`>` takes one value."],
    ["amount:1.2340", "amount:1.2340", "amount:1.2340"],
    [{ field: "amount", op: "eq", value: 1.234 }, "amount:1.2340", "amount:1.2340"],
    [{ field: "amount", op: "in", value: [10, 500] }, 'amount:10,"500"', 'amount:10,"500"'],
    [{ field: "amount", op: "gt", value: "12.500" }, "`12.500` is 12500 or 12.5.", "`12.500` is 12.5 or 12500."],
  ] as const) {
    assert.equal(spelling(filter, DE), inGermany);
    assert.equal(spelling(filter, US), inUnitedStates);
  }
});

test("dates in a filter follow the company's order and language", () => {
  for (const [filter, inGermany, inUnitedStates] of [
    ["close_date:20.11.2026", "close_date:2026-11-20", "`20.11.2026` is not in your date format. Did you mean 2026-11-20?"],
    ["close_date:05/06/2026", "close_date:2026-06-05", "close_date:2026-05-06"],
    ['close_date:"20. Dezember 2026"', "close_date:2026-12-20", "`20. Dezember 2026` is not a date."],
    ["close_date:morgen", "close_date:tomorrow", "`morgen` is not a date."],
    ['close_date:"last 30 days"', "close_date:last_30_days", "close_date:last_30_days"],
    ["close_date:31.02.2026", "`31.02.2026` is not on the calendar.", "`31.02.2026` is not on the calendar."],
    ['close_date:"20 Nov"', "`20 Nov` has no year.", "`20 Nov` has no year."],
    [
      'close_date>"next friday"',
      "`next friday` can be the coming one or the one of next week.",
      "`next friday` can be the coming one or the one of next week.",
    ],
  ] as const) {
    assert.equal(spelling(filter, DE), inGermany);
    assert.equal(spelling(filter, US), inUnitedStates);
  }
});

test("a tree without places is a list of numbers, whatever they look like together", () => {
  const parsed = fromJson({ field: "amount", op: "in", value: [1, 234] });
  assert.ok(parsed.ok && check(parsed.tree, { type: "deal", lookup, formats: DE }).ok);
});
