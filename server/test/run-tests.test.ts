import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { runInLanes } from "../../scripts/run-lanes.ts";
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
  const resultsFile = join(folder, "results.tsv");
  writeFileSync(resultsFile, "");
  const results = await runTestsTwice(files, { concurrency: 2, isQuiet: true, resultsFile });
  const isGood = concludeTests(results, resultsFile, () => undefined);
  const counted = await count(resultsFile, failedSteps);
  const byName = results.map((one) => [basename(one.file, ".test.mjs"), [one.passed, one.failed, one.isUnsteady]] as const);
  return { isGood, files: Object.fromEntries(byName), code: counted.code, lines: counted.lines, last: counted.lines.at(-1) };
}

const count = (resultsFile: string, failedSteps: string[]) =>
  new Promise<{ code: number; lines: string[] }>((resolve) => {
    execFile(join(import.meta.dirname, "../../.ci/count"), [resultsFile, ...failedSteps], (error, stdout) =>
      resolve({ code: error ? 1 : 0, lines: stdout.trim().split("\n") }),
    );
  });

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

test("ten unsteady files fail the run, and nine do not", async () => {
  const result = { seconds: 1, passed: 2, failed: 0, isUnsteady: true };
  const unsteadyFiles = (count: number) => Array.from({ length: count }, (_, at) => ({ ...result, file: `${at}.test.ts` }));
  const resultsFile = join(folder, "unsteady.tsv");
  writeFileSync(resultsFile, "");
  assert.equal(
    concludeTests(unsteadyFiles(9), resultsFile, () => undefined),
    true,
  );
  assert.equal((await count(resultsFile, [])).code, 0);
  assert.equal(
    concludeTests(unsteadyFiles(10), resultsFile, () => undefined),
    false,
  );
  assert.deepEqual((await count(resultsFile, [])).lines.at(-1), "0 passed, 1 failed");
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

test("a run that is cut short counts the files that had ended", async () => {
  const resultsFile = join(folder, "cut.tsv");
  writeFileSync(resultsFile, "");
  // This one ends when it is told to: after the line of the other was seen.
  const mark = join(folder, "waits.seen");
  const waits = plant(
    "waits",
    `test("waits", async () => { while (!existsSync(${JSON.stringify(mark)})) await new Promise((done) => setTimeout(done, 50)); });`,
  );
  const run = runTestsTwice([good(), waits], { concurrency: 2, isQuiet: true, resultsFile });
  while (!readFileSync(resultsFile, "utf8").includes("good.test.mjs")) await new Promise((done) => setTimeout(done, 50));
  const { lines } = await count(resultsFile, ["npm run test"]);
  writeFileSync(mark, "");
  await run;
  assert.equal(lines.at(-1), "3 passed, 1 failed");
});

test("a file whose process does not end is stopped, counts as failed, and holds back no other file", async () => {
  const open = `import { createServer } from "node:http"; import { before } from "node:test";\nlet worker;`;
  const results = await runTests(
    [
      plant(
        "endless",
        `${open} before(() => { createServer().listen(0); throw new Error("no"); }); test.after(() => worker.stop()); test("one", () => {});`,
      ),
      plant("left-open", `${open} test("one", () => void createServer().listen(0));`),
      good(),
    ],
    { concurrency: 2, isQuiet: true, env: { TESTS_END_MS: "1500" } },
  );
  assert.deepEqual(
    results.map(({ failed }) => failed > 0),
    [true, true, false],
  );
});

test("an error that nobody caught fails its file, and not the next one of the same lane", async () => {
  const throwing = `setTimeout(() => { throw new Error("planted"); }, 20)`;
  const later = `new Promise((resolve) => setTimeout(resolve, 60))`;
  const files = [
    plant("during", `test("one", async () => { ${throwing}; await ${later}; });`),
    plant("after", `test("one", () => void ${throwing}); test("two", () => ${later});`),
    plant(
      "rejected",
      `const soon = ${later}; test("one", async () => { void soon.then(() => Promise.reject(new Error("planted"))); await soon; await ${later}; });`,
    ),
    good(),
  ];
  const results = await runInLanes(files, { lanes: 1, clusterPid: process.pid });
  // A file whose tests all pass by themselves is told to have failed by a line of its own.
  const failed = results.map((one) => [basename(one.file, ".test.mjs"), one.failed > 0]);
  assert.deepEqual(failed, [
    ["during", true],
    ["after", false],
    ["the test runner", true],
    ["rejected", false],
    ["the test runner", true],
    ["good", false],
  ]);
});
