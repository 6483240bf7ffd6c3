import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// A registry that mirrors only some platforms leaves the optional binaries of all others out of the lock file, and `npm ci` then
// refuses it. This adds what is missing, as `npm install` against a complete registry would: run it after every install.
interface Entry {
  version?: string;
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
  [key: string]: unknown;
}

const FILE = join(import.meta.dirname, "../package-lock.json");
const lock = JSON.parse(readFileSync(FILE, "utf8")) as { packages: Record<string, Entry> };

const SYSTEMS = ["darwin", "win32", "linux", "android", "freebsd", "openharmony", "sunos", "aix", "netbsd", "openbsd"];
const PROCESSORS = ["arm64", "x64", "ia32", "arm", "ppc64", "s390x", "riscv64", "loong64", "wasm32"];

let added = 0;
for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const isThere = Object.keys(lock.packages).some(
      (known) => known === `node_modules/${name}` || known === `${path}/node_modules/${name}`,
    );
    if (isThere || !/^\d+\.\d+\.\d+/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} added\n`);

/** The platforms of a binary, from the words of its name. Without such words it installs nowhere. */
function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith("musl"))
    ? ["musl"]
    : words.some((word) => word.startsWith("gnu"))
      ? ["glibc"]
      : undefined;
  return { os: os.length > 0 ? os : ["none"], cpu: cpu.length > 0 ? cpu : ["none"], ...(libc && os.includes("linux") ? { libc } : {}) };
}
