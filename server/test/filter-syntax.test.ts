import { readFilter } from "@kith/filter";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { findExamples } from "../../web/build/examples.ts";
import { filterSchema } from "../src/features/types/filter-schema.ts";
import { sharedService } from "./service.ts";

const service = sharedService();
const reference = readFileSync(new URL("../../packages/filter/SYNTAX.md", import.meta.url), "utf8");

test("every example of the filter reference runs on the types a company starts with", async (t) => {
  const ada = await service().given.admin();
  const { items } = await ada.call("types.list", {});
  const schemas = new Map(items.map((type) => [type.key, filterSchema(type)]));
  const blocks = findExamples(reference);
  for (const { type, examples } of blocks) {
    for (const { filter } of examples) {
      // As the browser reads it during typing, and as the service does.
      const read = readFilter(filter, { type, lookup: (key) => schemas.get(key), people: [] });
      assert.deepEqual(read.ok ? [] : read.errors, [], `${type}: ${filter}`);
      await ada.call("records.list", { type, filter });
    }
  }
  const count = blocks.flatMap(({ examples }) => examples).length;
  t.diagnostic(`${count} examples`);
  assert.ok(count >= 30 && blocks.every(({ examples }) => examples.every(({ filter }) => filter !== "")));
});

test("every mistake that the reference lists is refused", async () => {
  const ada = await service().given.admin();
  const [, sentence = ""] = /These are errors, too, and not guesses: (.*), a range upside down/.exec(reference) ?? [];
  const mistakes = [...sentence.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
  assert.ok(mistakes.length >= 5, sentence);
  // `10,000` is a mistake after an operator; alone it is another mistake, and refused, too.
  for (const filter of [...mistakes, "amount:20..10", "amount>10,000"]) {
    await assert.rejects(() => ada.call("records.list", { type: "deal", filter }), { code: "bad_filter" }, filter);
  }
});
