import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { publint } from "publint";

// The package as npm publishes it, installed beside the SDK.

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "kith-cli-package-"));
after(() => rmSync(folder, { recursive: true }));

test("the package is clean, has only the SDK beside it, and its command runs", async () => {
  for (const name of ["sdk", "cli"])
    for (const file of ["package.json", "README.md", "LICENSE", "src", "tsconfig.json"])
      cpSync(join(ROOT, "packages", name, file), join(folder, "packages", name, file), { recursive: true });
  cpSync(join(ROOT, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
  const installed = join(folder, "node_modules/@kith");
  mkdirSync(installed, { recursive: true });
  for (const name of ["sdk", "cli"]) symlinkSync(join(folder, "packages", name), join(installed, name));
  symlinkSync(join(ROOT, "node_modules/@types"), join(folder, "node_modules/@types"));
  symlinkSync(join(ROOT, "node_modules/undici-types"), join(folder, "node_modules/undici-types"));
  const built = join(folder, "packages/cli");
  await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-b", built]);
  const { messages } = await publint({ pkgDir: built, strict: true });
  assert.deepEqual(messages, []);
  const { dependencies } = JSON.parse(readFileSync(join(built, "package.json"), "utf8")) as { dependencies: object };
  assert.deepEqual(Object.keys(dependencies), ["@kith/sdk"]);
  const { stdout } = await run(process.execPath, [join(built, "dist/main.js"), "--version"]);
  assert.equal(stdout, "0.1.0\n");
});
