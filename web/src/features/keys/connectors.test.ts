import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { connectors } from "./connectors.ts";

const pages = globSync(join(import.meta.dirname, "../../../../docs/connect/*.md")).map((file) => basename(file, ".md"));
const all = connectors("https://kith.example");

test("every page of docs/connect has its connector", () => {
  const guides = all.map(({ guide }) => guide);
  assert.ok(pages.length >= 5);
  assert.deepEqual(
    pages.filter((page) => !guides.includes(page)),
    [],
  );
  assert.equal(new Set(guides).size, guides.length, "each once");
});

test("every connector has the address of the service", () => {
  for (const { name, steps, isForAssistants } of all) {
    const text = steps.map(({ code }) => code).join("\n");
    assert.ok(isForAssistants || text.includes("https://kith.example"), name);
  }
});
