import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { scaled } from "../measured.ts";
import { sharedService } from "../service.ts";
import { COMMANDS } from "../../../packages/cli/src/commands.ts";
import { MAIN, withKey } from "./run-kith.ts";

// The commands of docs/connect/cli.md, as they stand there, and what they print.

const GUIDE = readFileSync(join(import.meta.dirname, "../../../docs/connect/cli.md"), "utf8");
const service = sharedService();
const folder = mkdtempSync(join(tmpdir(), "kith-cli-guide-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "bin"));
writeFileSync(join(folder, "bin/kith"), `#!/bin/sh\nexec "${process.execPath}" --conditions=source "${MAIN}" "$@"\n`, { mode: 0o755 });

const blocks = [...GUIDE.matchAll(/^```sh\n([\s\S]*?)^```\n\n```output\n([\s\S]*?)^```/gm)].map(([, commands = "", output = ""]) => ({
  commands,
  output,
}));

/** In the page … stands for what is different each time. */
const patternOf = (output: string) =>
  new RegExp(
    `^${output
      .split("…")
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
      .join("[^]*?")}$`,
  );

test("the commands of the page print what the page says, one after the other", async () => {
  const { env } = await withKey(service());
  assert.equal(blocks.length, 5);
  const path = `${join(folder, "bin")}:${process.env["PATH"]}`;
  // What follows changes ends after half a minute. The gate has `cli/follow` for it.
  const tried = scaled(
    blocks,
    blocks.filter(({ commands }) => !commands.startsWith("timeout ")),
  );
  assert.equal(tried.length, scaled(5, 4));
  for (const { commands, output } of tried) {
    const { stdout } = await promisify(execFile)("bash", ["-c", `exec 2>&1; ${commands}`], {
      cwd: folder,
      env: { ...env, PATH: path, HOME: folder, XDG_CONFIG_HOME: folder, NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
      timeout: 300_000,
    });
    assert.match(stdout.replaceAll("\r", ""), patternOf(output), commands);
  }
});

test("every command is on the page", () => {
  const missing = COMMANDS.filter(
    ({ name }) => !["logout"].includes(name) && !GUIDE.includes(`kith ${name}`) && !GUIDE.includes(`\`${name}`),
  );
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  );
});
