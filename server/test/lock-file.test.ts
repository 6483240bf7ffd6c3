import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
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
  optionalDependencies?: Record<string, string>;
}

const ROOT = join(import.meta.dirname, "../..");
const locks = globSync(["package-lock.json", "packages/*/package-lock.json"], { cwd: ROOT }).map((file) => ({
  file,
  packages: (JSON.parse(readFileSync(join(ROOT, file), "utf8")) as { packages: Record<string, Entry> }).packages,
}));
const installed = locks.flatMap(({ file, packages }) =>
  Object.entries(packages)
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.link)
    .map(([path, entry]) => [`${file}: ${path}`, entry] as const),
);

test("npm installs nothing whose content it cannot check: every entry of a lock file has its SHA-512, or installs nowhere", () => {
  assert.equal(locks.length, 3);
  assert.ok(installed.length > 1_000);
  const unchecked = installed.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""));
  // A registry that mirrors only some platforms cannot say the hash of the others' binaries, and npm ci wants to see their names.
  const risky = unchecked.filter(([, { os, optional, dev }]) => !(os?.length === 1 && os[0] === "none" && optional && dev));
  assert.deepEqual(
    risky.map(([path]) => path),
    [],
    "run npm run lock: it asks the registry for what is missing",
  );
});

test("a lock file has the binaries of every platform: npm ci refuses it when the name of one is missing", () => {
  for (const { file, packages } of locks) {
    const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([, version]) => /^\d+\.\d+\.\d+/.test(version))
        .map(([name]) => ({ name, places: [`node_modules/${name}`, `${path}/node_modules/${name}`] })),
    );
    const missing = wanted.filter(({ places }) => !places.some((place) => place in packages)).map(({ name }) => name);
    assert.deepEqual(missing, [], `${file}: run npm run lock`);
  }
});

test("nothing is installed from elsewhere than the registry", () => {
  assert.deepEqual(
    installed.filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/")),
    [],
  );
});
