import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { TestEvent } from "node:test/reporters";

/** A test that hangs fails, and those after it are run. */
const MAX_TEST_MS = 900_000;
/** What is compiled once is not compiled by every test file and every process that it starts: a third of the time of a small file. */
export const COMPILE_CACHE = join(import.meta.dirname, "../node_modules/.cache/compiled");
const END_OF_TESTS = join(import.meta.dirname, "end-of-tests.ts");
/** With more unsteady files than these the run is not trusted. */
const MAX_UNSTEADY = 9;

export interface FileResult {
  file: string;
  seconds: number;
  passed: number;
  failed: number;
  /** It failed, and passed when it was run again alone. */
  isUnsteady: boolean;
}

const BROKEN: FileResult = { file: "", seconds: 0, passed: 0, failed: 1, isUnsteady: false };

interface Options {
  concurrency: number;
  env?: Record<string, string>;
  /** Prints nothing, neither its own lines nor those of the files. */
  isQuiet?: boolean;
  /** Where the line of each file is added when the file ends, so that a run that is cut short still counts what it did. */
  resultsFile?: string | undefined;
}

/** Runs test files, each in its own process, prints their output, and returns the result of each. */
export async function runTests(files: string[], options: Options): Promise<FileResult[]> {
  const { concurrency, env = {}, isQuiet = false, resultsFile } = options;
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
      [
        "--conditions=source",
        `--import=${END_OF_TESTS}`,
        "--test",
        `--test-timeout=${MAX_TEST_MS}`,
        `--test-concurrency=${concurrency}`,
        ...flags,
        ...files,
      ],
      {
        stdio: isQuiet ? "ignore" : "inherit",
        env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...inherited, ...env, TEST_RESULTS: resultsFile ?? "" },
      },
    );
    const [code] = (await once(run, "exit")) as [number | null];
    const found = readFileSync(summaries, "utf8").split("\n").filter(Boolean).map(resultOf);
    // A file without a summary ended before its tests.
    const results = files.map((file) => found.find((one) => one.file === relative("", file)) ?? { ...BROKEN, file: relative("", file) });
    return code === 0 || results.some((one) => one.failed > 0) ? results : [...results, { ...BROKEN, file: "the test runner" }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same, but a file that fails is run again alone: it is unsteady if it passes then, and failed otherwise. */
export async function runTestsTwice(files: string[], options: Options): Promise<FileResult[]> {
  const { resultsFile, isQuiet } = options;
  const results: FileResult[] = [];
  for (const first of await runTests(files, options)) {
    if (first.failed === 0) results.push(first);
    else {
      if (!isQuiet) process.stdout.write(`\n${first.file} failed. Once more, by itself:\n`);
      const [again = first] = await runTests([first.file], { ...options, concurrency: 1, resultsFile: undefined });
      const result = { ...again, isUnsteady: again.failed === 0 };
      addLine(resultsFile, result);
      results.push(result);
    }
  }
  return results;
}

/** Lists unsteady files, and returns whether the run passed. */
export function concludeTests(results: FileResult[], resultsFile: string | undefined, say = console.log): boolean {
  const unsteady = results.filter((one) => one.isUnsteady);
  for (const { file } of unsteady) say(`unsteady: ${file} failed, and passed when it was run again`);
  const isTrusted = unsteady.length <= MAX_UNSTEADY;
  if (!isTrusted) say(`failed: ${unsteady.length} files are unsteady, and at most ${MAX_UNSTEADY} may be`);
  if (!isTrusted) addLine(resultsFile, { ...BROKEN, file: "too many unsteady files" });
  return results.length > 0 && isTrusted && results.every((one) => one.failed === 0);
}

/** A file that was run again has two lines, and the second one counts. */
export function addLine(resultsFile: string | undefined, { seconds, passed, failed, isUnsteady, file }: FileResult): void {
  const line = [seconds.toFixed(1), passed, failed, isUnsteady ? "unsteady" : "steady", file];
  if (resultsFile) appendFileSync(resultsFile, `${line.join("\t")}\n`);
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

/** The reporter that the runner loads from this file: the summary of each test file, one per line, as soon as the file ends. */
// oxlint-disable-next-line import/no-default-export -- that is how a reporter is found
export default async function* reportFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== "test:summary" || !event.data.file) continue;
    const line = JSON.stringify(event.data);
    addLine(process.env["TEST_RESULTS"], resultOf(line));
    yield `${line}\n`;
  }
}
