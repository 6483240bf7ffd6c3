import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { filesOf, parts } from "./complete-parts.ts";

// Runs parts of the complete run: what the gate leaves out, or runs in fewer sizes. It blocks nothing; what it finds is repaired like any
// other fault. Needs npm ci and npm run build before it, and the machine for itself.
//   npm run complete -- PART...   runs these
//   npm run complete -- --left    which parts have not passed on this commit, or on one since which nothing that they cover has changed
const RESULTS = join(process.env["XDG_STATE_HOME"] ?? join(homedir(), ".local/state"), "kith/complete.jsonl");

interface Result {
  part: string;
  commit: string;
  isGood: boolean;
  minutes: number;
  at: string;
}

const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();

const results = (): Result[] =>
  existsSync(RESULTS)
    ? readFileSync(RESULTS, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Result)
    : [];

function run(name: string): boolean {
  const part = parts[name];
  if (!part) throw new Error(`There is no part ${name}. Parts: ${Object.keys(parts).join(", ")}`);
  console.log(`== ${name}`);
  const began = performance.now();
  const { status } = spawnSync("npm", ["run", "--silent", part.script, "--", ...(part.args ?? []), ...filesOf(part)], { stdio: "inherit" });
  const minutes = Math.round((performance.now() - began) / 6_000) / 10;
  const isGood = status === 0;
  console.log(`== ${name}: ${isGood ? "passed" : "FAILED"}, ${minutes} minutes`);
  // With changes that are not committed it says nothing about a commit.
  if (git("status", "--porcelain") === "")
    note({ part: name, commit: git("rev-parse", "HEAD"), isGood, minutes, at: new Date().toISOString() });
  return isGood;
}

function note(result: Result): void {
  mkdirSync(dirname(RESULTS), { recursive: true });
  appendFileSync(RESULTS, `${JSON.stringify(result)}\n`);
}

/** Whether nothing that the part covers has changed since then. */
function stillHolds({ commit }: Result, covers: string[]): boolean {
  try {
    return git("diff", "--name-only", commit, "HEAD", "--", ...covers) === "";
  } catch {
    return false; // a commit of another clone
  }
}

function sayLeft(): void {
  const known = results();
  for (const [name, { covers }] of Object.entries(parts)) {
    const last = known.findLast((one) => one.part === name);
    if (!last) console.log(`${name}: never run here`);
    else if (!stillHolds(last, covers)) console.log(`${name}: what it covers has changed since ${last.commit.slice(0, 7)}`);
    else if (!last.isGood) console.log(`${name}: failed on ${last.commit.slice(0, 7)}, ${last.at}`);
  }
}

const names = process.argv.slice(2);
if (names.length === 0) console.log(`Parts: ${Object.keys(parts).join(", ")}`);
else if (names.includes("--left")) sayLeft();
else process.exitCode = names.map(run).every(Boolean) ? 0 : 1;
