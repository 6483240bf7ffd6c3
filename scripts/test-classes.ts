import { readFileSync } from "node:fs";
import { matchesGlob } from "node:path";

// Which tests the gate (.ci/run) has, and which the complete run has (scripts/complete.ts). The gate decides whether a change lands and
// must give the same answer on a busy machine.

/**
 * Tests that measure time or memory, that kill processes or make thousands of calls, and that install, restore and pack: the complete run
 * has them. They run one at a time.
 */
export const ONE_AT_A_TIME = "server/test/{measure,faults,operate}/*.test.ts";

/**
 * The browser tests of the gate say so themselves: each main journey once, in one size and theme. Browsers take most of the time there is.
 * What visits every size and theme is a test of its own in the same file.
 */
const GATE = /\btag: "@gate"/;
const MATRIX = /\btag: "@matrix"/;

const textOf = (file: string) => readFileSync(file, "utf8");

/**
 * A file that says so in its first line: long, steady, of what seldom changes, and a fault in it is found by another file of the gate, which
 * the line names.
 */
const SELDOM = /^\/\/ Only in the complete run: \S/;
export const isSeldom = (text: string) => SELDOM.test(text);

export const isInGate = (file: string) =>
  file.startsWith("e2e/") ? GATE.test(textOf(file)) : !matchesGlob(file, ONE_AT_A_TIME) && !isSeldom(textOf(file));

/** The marks of server/test/measured.ts, and the counts that scripts/test.ts makes smaller: the gate leaves something of this file out. */
const MARKS = /\b(?:measured|seldom|within|scaled)\(|\bprocess\.env\["(?:FILTER_\w+|ISOLATION_OPERATIONS|INBOX_CALLS|RUNS)"\]/;

/** Whether the complete run has this file: the gate does not have it, or not all of it. */
export const isInComplete = (file: string) => !isInGate(file) || MARKS.test(textOf(file)) || MATRIX.test(textOf(file));

/** The tests of a browser file that neither run has: the gate leaves them out, and the complete run does not know. */
export function untagged(text: string): string[] {
  if (!GATE.test(text)) return [];
  const tests = text.split(/^(?= *test\()/m).slice(1);
  return tests.filter((one) => !GATE.test(one) && !MATRIX.test(one)).map((one) => one.trim().split("\n", 1).join(""));
}
