import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// What a release is made of, as CycloneDX 1.6: every package that the server and the web application need to run, with version, hash and licence.
// node scripts/list-contents.ts FILE. The same lock file gives the same list, byte for byte.
const ROOT = join(import.meta.dirname, "..");
/** Whose dependencies are shipped. Those of workspaces among them are followed. */
const SHIPPED = ["server", "web"];

interface Entry {
  version?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  resolved?: string;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Component {
  type: "library";
  "bom-ref": string;
  name: string;
  version: string;
  scope: "required" | "optional";
  purl: string;
  hashes: { alg: "SHA-512"; content: string }[];
  licenses: { expression: string }[];
}

export function listContents(root = ROOT) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Record<string, Entry> };
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const paths = shippedPaths(lock.packages);
  const components = [...paths].sort().map((path) => componentOf(path, lock.packages[path] ?? {}));
  const unique = new Map(components.map((one) => [one["bom-ref"], one]));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", "bom-ref": `kith@${version}`, name: "kith", version, licenses: [{ expression: "Apache-2.0" }] },
    },
    components: [...unique.values()],
  };
}

/** Walks the lock file as Node finds modules: beside the package first, then in each folder above it. */
function shippedPaths(packages: Record<string, Entry>): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const entry = packages[path];
    if (!entry) throw new Error(`package-lock.json has no ${path}`);
    if (path.includes("node_modules/")) found.add(path);
    const names = [...Object.keys(entry.dependencies ?? {}), ...Object.keys(entry.optionalDependencies ?? {})];
    for (const name of names) {
      const at = resolve(packages, path, name);
      // A binary for a platform that the registry does not have is in no lock file.
      if (at === undefined && name in (entry.optionalDependencies ?? {})) continue;
      if (at === undefined) throw new Error(`package-lock.json does not say where ${path} finds ${name}`);
      visit(packages[at]?.link ? (packages[at].resolved ?? at) : at);
    }
  };
  SHIPPED.forEach(visit);
  return found;
}

function resolve(packages: Record<string, Entry>, from: string, name: string): string | undefined {
  for (let folder = from; ;) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === "") return undefined;
    folder = folder.includes("/") ? folder.slice(0, folder.lastIndexOf("/")).replace(/\/?node_modules$/, "") : "";
  }
}

function componentOf(path: string, entry: Entry): Component {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const version = entry.version ?? "";
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [, hash = ""] = /^sha512-(.+)$/.exec(entry.integrity ?? "") ?? [];
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    scope: entry.optional ? "optional" : "required",
    purl,
    hashes: hash === "" ? [] : [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }],
    licenses: [{ expression: entry.license ?? "NOASSERTION" }],
  };
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error("Name the file to write: node scripts/list-contents.ts kith.cdx.json");
  writeFileSync(file, `${JSON.stringify(listContents(), null, 2)}\n`);
}
