import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { concludeTests, runTests, runTestsTwice } from "../../scripts/run-tests.ts";

// The runner itself, on planted files.
const folder = mkdtempSync(join(tmpdir(), "kith-planted-"));
test.after(() => rmSync(folder, { recursive: true }));

function plant(name: string, body: string): string {
  const file = join(folder, `${name}.test.mjs`);
  writeFileSync(file, `import { test } from "node:test"; import { existsSync, writeFileSync } from "node:fs";\n${body}`);
  return file;
}

/** Fails when it is run first, and passes from then on. */
const unsteady = (name: string) =>
  plant(
    name,
    `const mark = ${JSON.stringify(join(folder, `${name}.seen`))};
     test("steady", () => {});
     test("late", () => { if (existsSync(mark)) return; writeFileSync(mark, ""); throw new Error("late"); });`,
  );
const good = () => plant("good", `test("one", () => {}); test("two", (t) => t.test("three", () => {}));`);
const bad = () => plant("bad", `test("fine", () => {}); test("broken", () => { throw new Error("broken"); });`);

/** The result of each file, and the last line that .ci/count prints. */
async function outcomeOf(files: string[], ...failedSteps: string[]) {
  const results = await runTestsTwice(files, { concurrency: 2, isQuiet: true });
  const resultsFile = join(folder, "results.tsv");
  writeFileSync(resultsFile, "");
  const isGood = concludeTests(results, resultsFile, () => undefined);
  const counted = await new Promise<{ code: number; lines: string[] }>((resolve) => {
    execFile(join(import.meta.dirname, "../../.ci/count"), [resultsFile, ...failedSteps], (error, stdout) =>
      resolve({ code: error ? 1 : 0, lines: stdout.trim().split("\n") }),
    );
  });
  const byName = results.map((one) => [basename(one.file, ".test.mjs"), [one.passed, one.failed, one.isUnsteady]] as const);
  return { isGood, files: Object.fromEntries(byName), code: counted.code, lines: counted.lines, last: counted.lines.at(-1) };
}

test("a file that fails and passes when run again is unsteady, and its first failure is not counted", async () => {
  const { isGood, files, last, lines, code } = await outcomeOf([good(), unsteady("one")]);
  assert.deepEqual(files, { good: [3, 0, false], one: [2, 0, true] });
  assert.ok(isGood);
  assert.equal(last, "5 passed, 0 failed");
  assert.equal(code, 0);
  assert.ok(lines.some((line) => /^unsteady: .*one\.test\.mjs$/.test(line)));
  assert.ok(
    lines.some((line) => /^ +\d+\.\d s {2}.*good\.test\.mjs$/.test(line)),
    "the slowest files are listed with their seconds",
  );
});

test("a file that fails both times failed, once", async () => {
  const { isGood, files, last, code } = await outcomeOf([good(), bad()]);
  assert.deepEqual(files, { good: [3, 0, false], bad: [1, 1, false] });
  assert.deepEqual([isGood, last, code], [false, "4 passed, 1 failed", 1]);
});

test("more than two unsteady files fail the run", async () => {
  const two = await outcomeOf([unsteady("first"), unsteady("second")]);
  assert.deepEqual([two.isGood, two.last, two.code], [true, "4 passed, 0 failed", 0]);
  const three = await outcomeOf([unsteady("third"), unsteady("fourth"), unsteady("fifth")]);
  assert.deepEqual([three.isGood, three.last, three.code], [false, "6 passed, 1 failed", 1]);
});

test("a file that ends before its tests counts as failed, and a run without files fails", async () => {
  const results = await runTests([plant("gone", `test("one", () => process.exit(0));`), plant("crash", "throw new Error('crash')")], {
    concurrency: 2,
    isQuiet: true,
  });
  assert.deepEqual(
    results.map((one) => one.failed),
    [1, 1],
  );
  assert.equal(concludeTests([], undefined), false);
});

test("a step that fails outside the tests is counted", async () => {
  const { last, code, lines } = await outcomeOf([good()], "npm run static");
  assert.deepEqual([last, code], ["3 passed, 1 failed", 1]);
  assert.ok(lines.includes("failed: npm run static"));
});
