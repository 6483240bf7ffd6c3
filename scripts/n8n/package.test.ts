import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { npm, PACKAGE } from "./install.ts";

const MAX_BYTES = 100_000;

test("n8n's rules for community nodes find nothing", async () => {
  await npm(PACKAGE, ["run", "lint"]);
});

test("what is published is small, and needs nothing", async () => {
  const [packed] = JSON.parse(await npm(PACKAGE, ["pack", "--dry-run", "--json"])) as [{ unpackedSize: number; files: { path: string }[] }];
  assert.ok(packed.unpackedSize <= MAX_BYTES, `${packed.unpackedSize} bytes`);
  const paths = new Set(packed.files.map(({ path }) => path));
  for (const file of ["LICENSE.md", "dist/icons/kith.svg", "dist/nodes/Kith/Kith.node.js", "dist/nodes/KithTrigger/KithTrigger.node.js"])
    assert.ok(paths.has(file), file);
  const { dependencies } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as { dependencies?: object };
  assert.equal(dependencies, undefined);
});
