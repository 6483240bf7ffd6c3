import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

interface Entry {
  version?: string;
  resolved?: string;
  link?: boolean;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
}

const lock = JSON.parse(readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8")) as { packages: Record<string, Entry> };
const installed = Object.entries(lock.packages).filter(([path, entry]) => path.includes("node_modules/") && !entry.link);

test("npm installs nothing whose content it cannot check: every entry of the lock file has its SHA-512, or installs nowhere", () => {
  assert.ok(installed.length > 300);
  const unchecked = installed.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""));
  // A registry that mirrors only some platforms cannot say the hash of the others' binaries, and npm ci wants to see their names.
  const risky = unchecked.filter(([, { os, optional, dev }]) => !(os?.length === 1 && os[0] === "none" && optional && dev));
  assert.deepEqual(
    risky.map(([path]) => path),
    [],
    "run npm run lock: it asks the registry for what is missing",
  );
});

test("nothing is installed from elsewhere than the registry", () => {
  assert.deepEqual(
    installed.filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/")),
    [],
  );
});
