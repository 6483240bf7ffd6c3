import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { changesBetween, lineOf, type Result } from "./commits/changes.ts";

// Runs a bench on another commit and on this working copy in turn, and says what got worse:
// npm run bench:compare -- COMMIT [--bench records] [--rounds 3] [-- what the bench takes]
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { bench: { type: "string", default: "records" }, rounds: { type: "string", default: "3" } },
});
const [commit, ...passedOn] = positionals;
if (!commit) throw new Error("Name the commit to compare with: npm run bench:compare -- COMMIT");

const here = join(import.meta.dirname, "..");
const other = mkdtempSync(join(tmpdir(), "kith-commit-"));
const git = (...words: string[]) => execFileSync("git", words, { cwd: here, encoding: "utf8" });
const say = (text: string) => void process.stdout.write(`${text}\n`);

try {
  git("worktree", "add", "--force", "--detach", other, commit);
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: other, stdio: "inherit" });
  const before: Result[] = [];
  const now: Result[] = [];
  for (let round = 1; round <= Number(flags.rounds); round++) {
    before.push(measureIn(other));
    now.push(measureIn(here));
    say(`round ${round} of ${flags.rounds}`);
  }
  const changes = changesBetween(before, now);
  say(`${"median (range)".padEnd(40)} ${commit.slice(0, 12).padStart(22)} ${"now".padStart(22)}`);
  for (const change of changes) say(lineOf(change));
  const named = (verdict: string) => changes.filter((one) => one.verdict === verdict).map(({ name }) => name);
  say(JSON.stringify({ bench: "compare", of: flags.bench, with: commit, worse: named("worse"), better: named("better") }));
} finally {
  git("worktree", "remove", "--force", other);
  rmSync(other, { recursive: true, force: true });
}

function measureIn(folder: string): Result {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { scripts: Record<string, string> };
  const name = `bench:${flags.bench}`;
  if (!scripts[name]) throw new Error(`There is no ${name} at that commit`);
  const output = execFileSync("npm", ["run", "--silent", name, "--", ...passedOn], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Result;
}
