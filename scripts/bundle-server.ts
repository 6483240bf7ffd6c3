import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "server/dist");
const BUNDLE = join(DIST, "bundle");
/** A binary cannot be part of a script. It stays an installed package. */
const BINARIES = ["@node-rs/argon2"];

/**
 * The compiled server and its packages as a few files. They are more than a thousand small ones, and finding and reading them was more than
 * half of the time that a node needs before its first answer.
 */
rmSync(BUNDLE, { recursive: true, force: true });
const bundle = await rolldown({
  // The thread that reads mail is started by its file's name.
  input: { main: join(DIST, "main.js"), "parse-worker": join(DIST, "platform/mime/parse-worker.js") },
  platform: "node",
  external: BINARIES,
});
const { output } = await bundle.write({
  dir: BUNDLE,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
});
await bundle.close();

const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
const folders = new Set(modules.map(packageOf).filter((folder) => folder !== undefined));
writeFileSync(
  join(BUNDLE, "LICENSES.txt"),
  [...folders]
    .sort()
    .map(licenceOf)
    .join(`\n${"-".repeat(80)}\n\n`),
);

/** The folder of the package that a module belongs to; none for our own. */
function packageOf(id: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];
}

/** Every licence asks for its text to go with the copies. */
function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const [file] = globSync("{LICENSE,LICENCE,license,licence,COPYING}*", { cwd: folder });
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : "The package has no file with its text.";
  return `${name} ${version} (${license})\n\n${text}\n`;
}
