import type { Reporter, TestCase } from "@playwright/test/reporter";
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { COSTS_FILE, processorSeconds } from "./processor-time.ts";
import { addLine, concludeTests, type FileResult } from "./run-tests.ts";

/**
 * The results of browser tests, a line for each file, as server tests have them (run-tests.ts). A file's line is added after each of its
 * tests, so that a run that is cut short still counts what it did; the last one counts.
 */
// oxlint-disable-next-line import/no-default-export -- that is how Playwright finds it
export default function countFiles(): Reporter {
  const resultsFile = process.env["TEST_RESULTS"];
  const ended = new Map<string, Set<TestCase>>();
  let brokenOutside = 0;
  let spent = 0;
  return {
    onTestBegin() {
      if (COSTS_FILE) spent = processorSeconds(process.pid);
    },
    onTestEnd(test, { duration }) {
      // PostgreSQL, the installations and the browser are all started below this process. Only with one worker are they the test's own.
      if (COSTS_FILE) {
        const cost = processorSeconds(process.pid) - spent;
        appendFileSync(COSTS_FILE, `${cost.toFixed(2)}\t${(duration / 1000).toFixed(2)}\t${test.titlePath().slice(2).join(" › ")}\n`);
      }
      const tests = ended.get(test.location.file) ?? new Set();
      ended.set(test.location.file, tests.add(test));
      addLine(resultsFile, resultOf(test.location.file, tests));
    },
    // A hook of the run, or a file that cannot be read.
    onError() {
      brokenOutside++;
    },
    async onEnd() {
      const results = [...ended].map(([file, tests]) => resultOf(file, tests));
      if (brokenOutside > 0) results.push({ file: "the browser tests", seconds: 0, passed: 0, failed: brokenOutside, isUnsteady: false });
      return concludeTests(results, resultsFile) ? undefined : { status: "failed" as const };
    },
  };
}

function resultOf(file: string, tests: Set<TestCase>): FileResult {
  const having = (outcome: ReturnType<TestCase["outcome"]>) => [...tests].filter((test) => test.outcome() === outcome).length;
  const ms = [...tests].flatMap((test) => test.results).reduce((sum, { duration }) => sum + duration, 0);
  return {
    file: relative("", file),
    seconds: ms / 1000,
    passed: having("expected") + having("flaky"),
    failed: having("unexpected"),
    isUnsteady: having("flaky") > 0,
  };
}
