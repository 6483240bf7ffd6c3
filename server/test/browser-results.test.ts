// Only in the complete run: it starts Playwright. A reporter that counts wrong is seen in the numbers of every run.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

// The count of browser tests (scripts/browser-results.ts), on planted files that need no browser. How many may be unsteady is a matter of
// run-tests.test.ts.
const ROOT = join(import.meta.dirname, "../..");
const PLAYWRIGHT = join(ROOT, "node_modules/@playwright/test/cli.js");

const GOOD = `test("one", () => {}); test("two", () => {}); test.skip("left out", () => {});`;
const BAD = `test("fine", () => {}); test("broken", () => { throw new Error("broken"); });`;
const UNSTEADY = `test("late", ({}, info) => { if (info.retry === 0) throw new Error("late"); });`;
const NO_HOOK = `test.beforeAll(() => { throw new Error("no world"); }); test("in it", () => {});`;

function run(program: string, words: string[], env: Record<string, string> = {}) {
  const { NODE_TEST_CONTEXT: _, TEST_RESULTS: __, ...inherited } = process.env;
  return new Promise<{ code: number; lines: string[] }>((resolve) => {
    execFile(program, words, { cwd: ROOT, env: { ...inherited, ...env } }, (error, stdout) =>
      resolve({ code: error ? 1 : 0, lines: stdout.trim().split("\n") }),
    );
  });
}

/** How the run ends, and what .ci/count makes of its lines. */
async function outcomeOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "kith-planted-"));
  try {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const settings = {
      testMatch: "*.mjs",
      outputDir: "results",
      retries: 1,
      workers: 1,
      reporter: [[join(ROOT, "scripts/browser-results.ts")]],
    };
    writeFileSync(join(folder, "playwright.config.mjs"), `export default ${JSON.stringify({ ...settings, testIgnore: "*.config.mjs" })};`);
    for (const [name, body] of Object.entries(files))
      writeFileSync(join(folder, `${name}.mjs`), `import { test } from "@playwright/test";\n${body}`);
    const resultsFile = join(folder, "results.tsv");
    writeFileSync(resultsFile, "");
    const ran = await run(process.execPath, ["--conditions=source", PLAYWRIGHT, "test", "-c", folder], { TEST_RESULTS: resultsFile });
    const counted = await run(join(ROOT, ".ci/count"), [resultsFile]);
    const notices = counted.lines.flatMap(
      (line) => /^(unsteady|failed): .*?([\w-]+|too many.*?)(?:\.mjs|$)/.exec(line)?.slice(1, 3).join(" ") ?? [],
    );
    return { isGood: ran.code === 0, notices, last: counted.lines.at(-1) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a browser test that passes when it is tried again is unsteady and counts as passed; what was left out does not count", async () => {
  const { isGood, notices, last } = await outcomeOf({ good: GOOD, unsteady: UNSTEADY });
  assert.deepEqual(notices, ["unsteady unsteady"]);
  assert.equal(last, "3 passed, 0 failed");
  assert.ok(isGood);
});

test("a browser test that fails twice, and one whose hook fails, fail the run", async () => {
  const { isGood, notices, last } = await outcomeOf({ bad: BAD, hook: NO_HOOK });
  assert.deepEqual(notices.toSorted(), ["failed bad", "failed hook"]);
  assert.equal(last, "1 passed, 2 failed");
  assert.ok(!isGood);
});

test("a browser file that cannot be read fails the run", async () => {
  assert.ok(!(await outcomeOf({ good: GOOD, unreadable: "import './nowhere.mjs';" })).isGood);
});
