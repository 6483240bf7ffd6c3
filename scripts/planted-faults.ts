import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FAULTS, type Fault } from "./planted-faults/faults.ts";

// Whether the gate still catches what it is there for: plants one fault after the other in a copy of the last commit, and runs only the step
// of the gate that must then fail. With words, only the faults whose names contain one of them. `--list` tells their names.
const ROOT = join(import.meta.dirname, "..");
const given = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const chosen = FAULTS.filter(({ name }) => given.length === 0 || given.some((word) => name.includes(word)));

if (chosen.length === 0) throw new Error(`No fault has one of these words in its name: ${given.join(", ")}. --list tells the names.`);

function copyOfTheTree(): string {
  const copy = join(mkdtempSync(join(tmpdir(), "kith-faults-")), "kith");
  execFileSync("git", ["clone", "--quiet", ROOT, copy]);
  // The packages are links into the tree around them, so they are copied, and not linked to.
  for (const folder of ["node_modules", "web/node_modules", "server/node_modules"])
    if (existsSync(join(ROOT, folder))) execFileSync("cp", ["-a", "--link", join(ROOT, folder), join(copy, folder)]);
  // What the build writes is not shared: a fault is built, too.
  for (const folder of ["packages/filter", "packages/sdk", "packages/cli", "server", "web"])
    if (existsSync(join(ROOT, folder, "dist"))) execFileSync("cp", ["-a", join(ROOT, folder, "dist"), join(copy, folder, "dist")]);
  return copy;
}

/** Runs a step of the gate. Answers its output if it failed, and nothing if it passed. */
function failureOf(step: string[], cwd: string): string | undefined {
  const [program = "", ...words] = step;
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  return status === 0 ? undefined : stdout + stderr;
}

function isCaught(copy: string, { name, file, from, to, step, says }: Fault): boolean {
  const path = join(copy, file);
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (before.split(from).length !== 2 && from !== "") throw new Error(`${name}: the text is not in ${file} exactly once`);
  writeFileSync(path, from === "" ? to : before.replace(from, () => to));
  try {
    const output = failureOf(step, copy);
    // A step that fails for another reason has caught nothing.
    const line = output?.split("\n").find((one) => says.test(one));
    process.stdout.write(
      `${line ? "caught" : "NOT CAUGHT"}: ${name}\n  by: ${step.join(" ")}\n  ${line?.trim() ?? output?.slice(-2_000) ?? ""}\n`,
    );
    return line !== undefined;
  } finally {
    if (before === "") rmSync(path);
    else writeFileSync(path, before);
  }
}

if (process.argv.includes("--list")) for (const { name } of FAULTS) process.stdout.write(`${name}\n`);
else {
  const copy = copyOfTheTree();
  const missed = chosen.filter((fault) => !isCaught(copy, fault));
  rmSync(join(copy, ".."), { recursive: true, force: true });
  process.stdout.write(`${chosen.length - missed.length} of ${chosen.length} caught\n`);
  process.exit(missed.length > 0 ? 1 : 0);
}
