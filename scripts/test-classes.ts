import { readFileSync } from "node:fs";
import { matchesGlob } from "node:path";

// Which tests the gate (.ci/run) has, and which the complete run has (scripts/complete.ts). The gate decides whether a change lands and
// must give the same answer on a busy machine.

/**
 * Tests that measure time or memory, that kill processes or make thousands of calls, and that install, restore and pack: the complete run
 * has them. They run one at a time.
 */
export const ONE_AT_A_TIME = "server/test/{measure,faults,operate}/*.test.ts";

/** The browser tests of the gate: each main journey once, in one size and theme. Browsers take most of the time there is. */
const JOURNEYS = [
  "e2e/{first-run,first-key,passwords}.e2e.ts",
  "e2e/{records-table,record-page,filter,keyboard,import-export,live}.e2e.ts",
  "e2e/{webhooks,lead-journey,website-leads,channels,inbox}.e2e.ts",
  "e2e/{every-page,stored-xss}.e2e.ts",
];

export const isInGate = (file: string) =>
  file.startsWith("e2e/") ? JOURNEYS.some((pattern) => matchesGlob(file, pattern)) : !matchesGlob(file, ONE_AT_A_TIME);

/** The marks of server/test/measured.ts, and the counts that scripts/test.ts makes smaller: the gate leaves something of this file out. */
const MARKS = /\b(?:measured|inEveryLook|within|scaled)\(|\bprocess\.env\["(?:FILTER_\w+|ISOLATION_OPERATIONS|RUNS)"\]/;

/** Whether the complete run has this file: the gate does not have it, or not all of it. */
export const isInComplete = (file: string) => !isInGate(file) || MARKS.test(readFileSync(file, "utf8"));
