import { matchesGlob } from "node:path";

/**
 * Why a test is not in the gate, which decides whether a change lands and must give the same answer on a busy machine. Everything else is.
 * Single tests that measure are marked by `measured` in their files.
 */
type Reason = "time" | "load" | "long";

const LEFT_OUT: Record<Reason, string[]> = {
  /** It asserts how long something takes, or compares times. */
  time: [
    "server/test/alone/{duplicates,entry-timing,footprint,key-timing,neighbours,partitions}.test.ts",
    "server/test/jobs/fairness.test.ts",
    "server/test/neighbours/{regular-expressions,session-limits,superlinear}.test.ts",
    "server/src/features/leads/take/turns.test.ts",
    "server/test/filter/fuzz.test.ts",
    "server/test/mail/{inbox,sending,whatsapp}-health.test.ts",
  ],
  /** It kills processes, or makes thousands of calls. */
  load: [
    "server/test/alone/{followers,imports-resume,log-reader-kills,races,worker-loss}.test.ts",
    "server/test/concurrency.test.ts",
    "server/test/faults/*.test.ts",
  ],
  /** Steady, but minutes long, or of a part that seldom changes. */
  long: [
    "server/test/alone/{demo,pooler,production-modules,restore,two-installations}.test.ts",
    "server/src/features/dashboards/large.test.ts",
    "server/src/features/records/query/own-indexes.test.ts",
  ],
};

/** The browser tests of the gate: each main journey once, in one size and theme. Browsers take most of the time there is. */
const JOURNEYS = [
  "e2e/{first-run,first-key,passwords}.e2e.ts",
  "e2e/{records-table,record-page,filter,keyboard,import-export,live}.e2e.ts",
  "e2e/{webhooks,lead-journey,website-leads,channels,inbox}.e2e.ts",
  "e2e/every-page.e2e.ts",
];

const isOneOf = (file: string, patterns: string[]) => patterns.some((pattern) => matchesGlob(file, pattern));

export const isInGate = (file: string) =>
  file.startsWith("e2e/") ? isOneOf(file, JOURNEYS) : !isOneOf(file, Object.values(LEFT_OUT).flat());
