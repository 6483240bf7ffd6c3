import { execFile } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

// For the lock files of the project and of the packages that have their own. A registry that mirrors only some platforms leaves the optional binaries of all others out of the lock file, and `npm ci` then
// refuses it. This adds what is missing, as `npm install` against a complete registry would: run it after every install. What the
// registry does not know has no hash to check, so it is entered for no platform at all: npm reads its name and never installs it.
interface Entry {
  version?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  [key: string]: unknown;
}
type Published = Pick<Entry, "integrity"> & { os?: string[]; cpu?: string[]; libc?: string[] };

const ROOT = join(import.meta.dirname, "..");
const AT_ONCE = 8;
const NOWHERE = { os: ["none"], cpu: ["none"] };

for (const file of globSync(["package-lock.json", "packages/*/package-lock.json"], { cwd: ROOT })) await completeLock(file);

async function completeLock(file: string): Promise<void> {
  const lock = JSON.parse(readFileSync(join(ROOT, file), "utf8")) as { packages: Record<string, Entry> };
  const incomplete = [...addMissing(lock.packages), ...withoutIntegrity(lock.packages)];
  let nowhere = 0;
  const complete = async () => {
    for (let path = incomplete.shift(); path !== undefined; path = incomplete.shift()) {
      const { version = "", dev, optional } = lock.packages[path] ?? {};
      const published = await askRegistry(path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), version);
      if (!published) nowhere++;
      lock.packages[path] = { version, ...(dev ? { dev } : {}), ...(optional ? { optional } : {}), ...(published ?? NOWHERE) };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, complete));
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(ROOT, file), `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${file}: ${nowhere} packages are not in this registry. They are entered without a hash and install nowhere\n`);
}

function addMissing(packages: Record<string, Entry>): string[] {
  const added: string[] = [];
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isThere = [`node_modules/${name}`, `${path}/node_modules/${name}`].some((known) => known in packages);
      if (isThere || !/^\d+\.\d+\.\d+/.test(version)) continue;
      packages[`node_modules/${name}`] = { version, ...(dev ? { dev } : {}), optional: true };
      added.push(`node_modules/${name}`);
    }
  }
  return added;
}

function withoutIntegrity(packages: Record<string, Entry>): string[] {
  const entries = Object.entries(packages).filter(([path, { link, integrity }]) => path.includes("node_modules/") && !link && !integrity);
  return entries.map(([path]) => path);
}

/** The hash and the platforms of a package, as its registry says them; nothing where the registry does not have it. */
async function askRegistry(name: string, version: string): Promise<Published | undefined> {
  try {
    const { stdout } = await promisify(execFile)("npm", ["view", `${name}@${version}`, "--json", "dist.integrity", "os", "cpu", "libc"]);
    const { "dist.integrity": integrity, os, cpu, libc } = JSON.parse(stdout) as Published & { "dist.integrity"?: string };
    return integrity ? { integrity, ...(os ? { os } : {}), ...(cpu ? { cpu } : {}), ...(libc ? { libc } : {}) } : undefined;
  } catch (error) {
    if (/E404|ETARGET/.test(String((error as { stdout?: string }).stdout) + String(error))) return undefined;
    throw error;
  }
}
