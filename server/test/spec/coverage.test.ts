import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const TABLE = join(import.meta.dirname, "../../../docs/spec-coverage.md");
const SELF = "coverage.test.ts";

/** `file: title` of every test here. Titles are written out as plain strings, so that they can be found by reading. */
function writtenTests(): string[] {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts") && name !== SELF);
  return files.flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, file), "utf8");
    return [...source.matchAll(/^test\(\s*"([^"]+)"/gm)].map(([, title]) => `${file}: ${title}`);
  });
}

/** The rows of the table, without its head. */
function rows(): string[][] {
  const lines = readFileSync(TABLE, "utf8").split("\n");
  const cells = lines.filter((line) => line.startsWith("| ")).map((line) => line.slice(2, -2).split(" | "));
  return cells.slice(1);
}

test("docs/spec-coverage.md lists exactly the tests there are", () => {
  const listed = rows().filter(([, , proof = ""]) => proof.endsWith(".test.ts"));

  assert.deepEqual(listed.map(([section, statement, file]) => `${file}: ${section}: ${statement}`).sort(), writtenTests().sort());
});

test("docs/spec-coverage.md gives a reason for every statement without a test", () => {
  for (const row of rows()) {
    assert.equal(row.length, 3, row.join(" | "));
    assert.match(row[2] ?? "", /^(\S+\.test\.ts|(Not built yet|Advice|Nothing stated)(: .+)?)$/, row.join(" | "));
  }
});
