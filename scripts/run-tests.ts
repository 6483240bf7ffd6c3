import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { TestEvent } from "node:test/reporters";

/** A test that hangs fails, and those after it are run. */
const MAX_TEST_MS = 900_000;
/** With more unsteady files than this the run is not trusted. */
const MAX_UNSTEADY = 2;

export interface FileResult {
  file: string;
  seconds: number;
  passed: number;
  failed: number;
  /** It failed, and passed when it was run again alone. */
  isUnsteady: boolean;
}

interface Options {
  concurrency: number;
  env?: Record<string, string>;
  /** Prints nothing, neither its own lines nor those of the files. */
  isQuiet?: boolean;
}

/** Runs test files, each in its own process, prints their output, and returns the result of each. */
export async function runTests(files: string[], { concurrency, env = {}, isQuiet = false }: Options): Promise<FileResult[]> {
  const folder = mkdtempSync(join(tmpdir(), "kith-tests-"));
  const summaries = join(folder, "summaries.jsonl");
  const reporters = [
    ["spec", "stdout"],
    [import.meta.filename, summaries],
  ];
  const flags = reporters.flatMap(([name, destination]) => [`--test-reporter=${name}`, `--test-reporter-destination=${destination}`]);
  // A test that runs tests must not pass its own runner's settings on.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  try {
    const run = spawn(
      process.execPath,
      ["--conditions=source", "--test", `--test-timeout=${MAX_TEST_MS}`, `--test-concurrency=${concurrency}`, ...flags, ...files],
      {
        stdio: isQuiet ? "ignore" : "inherit",
        env: { ...inherited, ...env },
      },
    );
    const [code] = (await once(run, "exit")) as [number | null];
    const found = readFileSync(summaries, "utf8").split("\n").filter(Boolean).map(resultOf);
    // A file without a summary ended before its tests.
    const broken = { seconds: 0, passed: 0, failed: 1, isUnsteady: false };
    const results = files.map((file) => found.find((one) => one.file === relative("", file)) ?? { file, ...broken });
    return code === 0 || results.some((one) => one.failed > 0) ? results : [...results, { file: "the test runner", ...broken }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same, but a file that fails is run again alone: it is unsteady if it passes then, and failed otherwise. */
export async function runTestsTwice(files: string[], options: Options): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const first of await runTests(files, options)) {
    if (first.failed === 0) results.push(first);
    else {
      if (!options.isQuiet) process.stdout.write(`\n${first.file} failed. Once more, by itself:\n`);
      const [again = first] = await runTests([first.file], { ...options, concurrency: 1 });
      results.push({ ...again, isUnsteady: again.failed === 0 });
    }
  }
  return results;
}

/** Lists unsteady files, adds the results to the file in TEST_RESULTS, and returns whether the run passed. */
export function concludeTests(results: FileResult[], resultsFile = process.env["TEST_RESULTS"], say = console.log): boolean {
  const unsteady = results.filter((one) => one.isUnsteady);
  for (const { file } of unsteady) say(`unsteady: ${file} failed, and passed when it was run again`);
  const isTrusted = unsteady.length <= MAX_UNSTEADY;
  if (!isTrusted) say(`failed: ${unsteady.length} files are unsteady, and at most ${MAX_UNSTEADY} may be`);
  if (resultsFile) {
    const lines = results.map((one) => [one.seconds.toFixed(1), one.passed, one.failed, one.isUnsteady ? "unsteady" : "steady", one.file]);
    if (!isTrusted) lines.push(["0.0", 0, 1, "steady", "too many unsteady files"]);
    appendFileSync(resultsFile, lines.map((line) => `${line.join("\t")}\n`).join(""));
  }
  return results.length > 0 && isTrusted && results.every((one) => one.failed === 0);
}

function resultOf(line: string): FileResult {
  const { file, duration_ms: ms, counts } = JSON.parse(line) as Summary;
  const failed = counts.failed + counts.cancelled;
  return { file: relative("", file), seconds: ms / 1000, passed: counts.passed, failed, isUnsteady: false };
}

interface Summary {
  file: string;
  duration_ms: number;
  counts: { passed: number; failed: number; cancelled: number };
}

/** The reporter that the runner loads from this file: the summary of each test file, one per line. */
// oxlint-disable-next-line import/no-default-export -- that is how a reporter is found
export default async function* reportFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) if (event.type === "test:summary" && event.data.file) yield `${JSON.stringify(event.data)}\n`;
}
