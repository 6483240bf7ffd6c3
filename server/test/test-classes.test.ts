import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { allTests, filesOf, parts } from "../../scripts/complete-parts.ts";
import { isInComplete, isInGate, isSeldom, untagged } from "../../scripts/test-classes.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Commands of their own: what they install is larger than the project. */
const OWN_COMMAND = /^(?:scripts\/n8n|packages\/zapier)\//;

test("every test file is run by the gate or by the complete run", () => {
  const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts", "*.e2e.ts"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const inTree = tracked.split("\n").filter((file) => file !== "" && !OWN_COMMAND.test(file));
  assert.deepEqual(allTests(), inTree.sort());
  assert.deepEqual(
    allTests().filter((file) => !isInGate(file) && !isInComplete(file)),
    [],
  );
});

test("a file that only the complete run has says why, and which file of the gate finds its faults", () => {
  const why = ["// Only in the complete run:", "it packs. `sdk/calls` uses the same source.\n"].join(" ");
  assert.ok(isSeldom(why) && !isSeldom(`\n${why}`) && !isSeldom(why.slice(0, 28)));
  const left = allTests().filter((file) => !file.startsWith("e2e/") && isSeldom(readFileSync(join(ROOT, file), "utf8")));
  assert.ok(left.length > 0 && left.length < 25, `${left.length} files`);
  for (const file of left) {
    const [first = ""] = readFileSync(join(ROOT, file), "utf8").split("\n", 1);
    const named = [...first.matchAll(/`([a-z-]+\/[a-z-]+)`/g)].map(([, name]) => name);
    const isThere = (name: string | undefined) => allTests().some((one) => isInGate(one) && one.endsWith(`/${name}.test.ts`));
    assert.deepEqual(
      named.filter((name) => !isThere(name)),
      [],
      file,
    );
  }
});

test("the parts of the complete run are all of its files, each in one part", () => {
  const inParts = Object.values(parts).flatMap(filesOf);
  assert.deepEqual(inParts.toSorted(), allTests().filter(isInComplete));
});

test("a browser file of the gate says of each of its tests which run has it", () => {
  const planted = 'test("in the gate", { tag: "@gate" }, async () => {});\ntest("in none", async () => {});\n';
  assert.deepEqual(untagged(planted), ['test("in none", async () => {});']);
  assert.deepEqual(untagged(planted.replace('in none"', 'in none", { tag: "@matrix" }')), []);
  const found = allTests().filter((file) => file.startsWith("e2e/"));
  assert.ok(found.some(isInGate) && !found.every(isInGate));
  assert.deepEqual(
    found.flatMap((file) => untagged(readFileSync(join(ROOT, file), "utf8")).map((one) => `${file}: ${one}`)),
    [],
  );
});

/** The lines of the gate's files that a pattern is in. */
const linesWith = (pattern: RegExp) =>
  allTests()
    .filter(isInGate)
    .flatMap((file) =>
      readFileSync(join(ROOT, file), "utf8")
        .split("\n")
        .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    );

test("a file of the gate that measures says so: its times are compared with within()", () => {
  const bare = /\bassert\.[a-z]*\(.*\btook\(\) <=? (?!within|PATIENCE)/i;
  const elapsed = ["assert.ok(took", " < "].join("()");
  assert.match(`${elapsed}900);`, bare);
  assert.doesNotMatch(`${elapsed}within(900));`, bare);
  assert.deepEqual(linesWith(bare), []);
});

test("a file of the gate reads no clock: it has waiting.ts, moments.ts and stopwatch(), which a slow machine and midnight do not break", () => {
  const clock = /\b(?:Date|performance)\.now\(|\bnew Date\(\)/;
  for (const planted of [
    ["const end = Date", "now() + 500;"],
    ["const started = performance", "now();"],
    ["at: new Date(", "),"],
  ])
    assert.match(planted.join(planted[0]?.endsWith("(") ? "" : "."), clock);
  for (const allowed of ['new Date("2026-11-17")', "new Date(at)", "service.clock.now()"]) assert.doesNotMatch(allowed, clock);
  assert.deepEqual(linesWith(clock), []);
});

test("only a test file declares hooks: test files share a process, in which a module is read once", () => {
  const helpers = ["server/test/**/*.ts", "e2e/*.ts"]
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !/\.(?:test|e2e)\.ts$/.test(file));
  assert.ok(helpers.length > 50);
  const hook = /^(?:test\.)?(?:before|after)(?:Each)?\(/m;
  assert.deepEqual(
    helpers.filter((file) => hook.test(readFileSync(join(ROOT, file), "utf8"))),
    [],
  );
});

test("the name of a test says its promise in words, without a code that only its author can look up", () => {
  const code = /^\s*(?:(?:test|seldom|measured)(?:\.\w+)?\()?["'`][A-Za-z]{1,2}-?\d{1,2}(?:, \w+-?\d+)*: /;
  for (const planted of ['test("T-4: a promise"', "  `S-8, F13: a promise`,", 'measured("W1: a promise"']) assert.match(planted, code);
  for (const allowed of ['test("410: a promise"', 'test("HTTP: a promise"']) assert.doesNotMatch(allowed, code);
  const named = allTests().flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, at) => (code.test(line) && !line.includes("planted of") ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  assert.deepEqual(named, []);
});
