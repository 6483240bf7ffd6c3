import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { COSTS_FILE, processorSeconds } from "./processor-time.ts";
import { addLine, COMPILE_CACHE, runTests, type FileResult } from "./run-tests.ts";

const LANE = join(import.meta.dirname, "test-lane.ts");
const LANE_HOOKS = join(import.meta.dirname, "lane-hooks.ts");
/** A file that is not done by then failed: its lane is ended, and another goes on. */
const MAX_FILE_MS = 900_000;
const MAX_TEST_MS = 600_000;
/** A lane that is told to end and does not is left with something open. */
const MAX_END_MS = 20_000;

/** Tests wait for PostgreSQL and timers: one more than this machine has processors keeps them busy. */
export const LANES = Number(process.env["TEST_LANES"] ?? 3);

/** The longest text is a fair guess of the longest time: what is left at the end is short. */
export const longestFirst = (files: string[]) =>
  files
    .map((file) => ({ file, bytes: statSync(file).size }))
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ file }) => file);

interface Options {
  lanes: number;
  env?: Record<string, string>;
  /** Where the line of each file is added when the file ends, so that a run that is cut short still counts what it did. */
  resultsFile?: string | undefined;
  /** The PostgreSQL that the files use, whose processor time is theirs. */
  clusterPid: number;
}

function costOf(lane: ChildProcess, clusterPid: number): { lane: number; postgres: number } | undefined {
  return COSTS_FILE && lane.pid ? { lane: processorSeconds(lane.pid), postgres: processorSeconds(clusterPid) } : undefined;
}

/**
 * Runs test files in a few processes, each of which takes the next file when it is done with one. The files are taken in the given order.
 * A file that failed is run once more by itself, in a process of its own and with nothing beside it.
 */
export async function runInLanes(files: string[], { lanes, env = {}, resultsFile, clusterPid }: Options): Promise<FileResult[]> {
  const waiting = [...files];
  const results: FileResult[] = [];
  const take = (result: FileResult) => {
    addLine(resultsFile, result);
    results.push(result);
  };
  const work = async (): Promise<void> => {
    let child: ChildProcess | undefined;
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      child ??= startLane(env);
      const before = costOf(child, clusterPid);
      const result = await resultOf(child, file);
      const after = costOf(child, clusterPid);
      if (COSTS_FILE && before && after) {
        const costs = [after.lane - before.lane, after.postgres - before.postgres, result?.seconds ?? 0];
        appendFileSync(COSTS_FILE, `${costs.map((one) => one.toFixed(2)).join("\t")}\t${file}\n`);
      }
      if (result) take({ file, isUnsteady: false, ...result });
      else {
        child.kill("SIGKILL");
        child = undefined;
        take({ file, seconds: 0, passed: 0, failed: 1, isUnsteady: false });
      }
    }
    if (child) await endLane(child);
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return again(results, env, resultsFile);
}

async function again(results: FileResult[], env: Record<string, string>, resultsFile: string | undefined): Promise<FileResult[]> {
  const last: FileResult[] = [];
  for (const first of results) {
    if (first.failed === 0) last.push(first);
    else {
      process.stdout.write(`\n${first.file} failed. Once more, by itself:\n`);
      const [second = first, ...more] = await runTests([first.file], { concurrency: 1, env });
      // A hook that fails is no failure of a test: the runner tells it besides.
      const ended = [{ ...second, isUnsteady: second.failed === 0 && more.length === 0 }, ...more];
      for (const one of ended) addLine(resultsFile, one);
      last.push(...ended);
    }
  }
  return last;
}

function startLane(env: Record<string, string>): ChildProcess {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  return fork(LANE, {
    execArgv: [
      "--conditions=source",
      `--import=${LANE_HOOKS}`,
      `--test-timeout=${MAX_TEST_MS}`,
      "--test-reporter=spec",
      "--test-reporter-destination=stdout",
      `--test-reporter=${LANE}`,
      "--test-reporter-destination=stderr",
    ],
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...inherited, ...env },
  });
}

type LaneResult = Pick<FileResult, "seconds" | "passed" | "failed">;

/** What the lane tells of a file, or nothing if it ended or took too long. */
async function resultOf(lane: ChildProcess, file: string): Promise<LaneResult | undefined> {
  const over = new AbortController();
  const { signal } = over;
  const late = setTimeout(() => over.abort(), MAX_FILE_MS);
  try {
    const message = once(lane, "message", { signal }).then(([result]) => result as LaneResult);
    const ended = once(lane, "exit", { signal }).then(() => undefined);
    lane.send(file);
    return await Promise.race([message, ended]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(late);
    over.abort();
  }
}

async function endLane(lane: ChildProcess): Promise<void> {
  const ended = once(lane, "exit");
  const late = setTimeout(() => lane.kill("SIGKILL"), MAX_END_MS);
  lane.disconnect();
  await ended;
  clearTimeout(late);
}
