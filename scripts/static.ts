import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";

// Every check that runs no test, side by side, and all of them, also after one has failed.
// Each has a core, and may keep more garbage before it tidies up. tsconfig.base.json has the other half of it: several checkers work out
// the same types again, each for itself, which takes three times the CPU of one.
const AT_ONCE = 2;
const BIN = join(import.meta.dirname, "../node_modules/.bin");
const env = { GOGC: "400", GOMAXPROCS: "1", ...process.env, PATH: [BIN, process.env["PATH"]].join(delimiter) };

// What others read is written first.
const first = ["tsc -b packages/filter packages/sdk packages/cli server/tsconfig.build.json"];
// The linter has worked out all types anyway, so it reports wrong ones too. Each of its two processes knows the tsconfig of its files by
// the references of tsconfig.json: one has the server and what runs with it, which are one program.
const LINT = "oxlint --threads=1 --type-aware --type-check --deny-warnings";
// The longest first, so that none is left over at the end.
const checks = [
  `${LINT} server scripts bench packages/form/src/outbox.test.ts`,
  `${LINT} --ignore-pattern=/server --ignore-pattern=/scripts --ignore-pattern=/bench --ignore-pattern=/packages/form/src/outbox.test.ts .`,
  "knip",
  "node --conditions=source scripts/generate.ts --check",
  "redocly lint docs/openapi.json",
  "oxfmt --check .",
];

const failed: string[] = [];

async function run(command: string): Promise<void> {
  const [program = "", ...words] = command.split(" ");
  const began = performance.now();
  const check = spawn(program, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  const output: Buffer[] = [];
  for (const stream of [check.stdout, check.stderr]) stream.on("data", (part: Buffer) => output.push(part));
  const [code] = (await once(check, "close")) as [number | null];
  process.stdout.write(`-- ${command}: ${((performance.now() - began) / 1000).toFixed(1)} s\n${Buffer.concat(output).toString()}`);
  if (code !== 0) failed.push(command);
}

async function runAll(commands: string[]): Promise<void> {
  const waiting = [...commands];
  const runNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
}

await runAll(first);
await runAll(checks);
for (const command of failed) process.stdout.write(`failed: ${command}\n`);
process.exit(failed.length > 0 ? 1 : 0);
