import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { test } from "node:test";

// Documentation that names a file must be changed when the file moves.
const ROOT = join(import.meta.dirname, "../..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
  .trim()
  .split("\n");
const documents = files.filter((file) => file.endsWith(".md"));
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const paths = new Set(files.flatMap((file) => [file, ...parentsOf(file)]));
const names = new Set(files.map((file) => basename(file)));

/** Not files of the repository: media types, an example, and the build. */
const ALLOWED = new Set([
  "application/json",
  "application/problem+json",
  "text/event-stream",
  "server/migrations/NNNN_name.sql",
  "server/dist/bundle",
  "server/dist/bundle/main.js",
]);

/** Paths may be written from the root, from a source folder or from the folder of the document. */
const BASES = ["", "server/src", "web/src"];

const PATH = /^[\w.-]+(\/[\w.+-]+)+\/?$/;
const FILE_NAME = /^[\w-][\w.-]*\.(ts|tsx|md|json|sql|mjs|yaml|yml|grammar)$/;

/** The words of inline code and of `sh` blocks, without punctuation around them. */
function codeWords(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```(\w*).*\n([\s\S]*?)^```/gm)];
  const commands = blocks.filter(([, language]) => language === "sh").map(([, , text = ""]) => text);
  const inline = [...markdown.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
  return [...commands, ...inline].flatMap((text) => text.split(/\s+/)).map((word) => word.replace(/[,;]$/, ""));
}

function missingPaths(markdown: string, folder: string): string[] {
  const isThere = (path: string) => [...BASES, folder].some((base) => paths.has(normalize(join(base, path)).replace(/\/$/, "")));
  return codeWords(markdown).filter((word) => {
    if (ALLOWED.has(word)) return false;
    return PATH.test(word) ? !isThere(word) : FILE_NAME.test(word) && !names.has(word);
  });
}

function missingScripts(markdown: string, folder: string): string[] {
  const manifests = ["package.json", join(folder, "package.json")].filter((file) => paths.has(file));
  const scripts = new Set(manifests.flatMap((file) => Object.keys((JSON.parse(read(file)) as { scripts: object }).scripts)));
  return [...markdown.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name).filter((name) => !scripts.has(name));
}

function missingLinks(markdown: string, folder: string): string[] {
  const targets = [...markdown.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => !/^(https?:|\/)/.test(target) && !paths.has(normalize(join(folder, target))));
}

function parentsOf(file: string): string[] {
  const parent = dirname(file);
  return parent === "." ? [] : [parent, ...parentsOf(parent)];
}

const inDocuments = (find: (markdown: string, folder: string) => string[]) =>
  documents.flatMap((file) => find(read(file), dirname(file)).map((missing) => `${file}: ${missing}`));

test("every path that a Markdown file names in code exists", () => {
  assert.ok(documents.length > 20, "documents are found");
  assert.deepEqual(inDocuments(missingPaths), []);
});

test("every npm script that a Markdown file names exists", () => {
  assert.deepEqual(inDocuments(missingScripts), []);
});

test("every link from one Markdown file to another file leads to it", () => {
  assert.deepEqual(inDocuments(missingLinks), []);
});

test("every picture of the documentation is shown by a page of it", () => {
  const texts = documents.map(read).join("\n");
  const pictures = files.filter((file) => file.startsWith("docs/images/"));
  assert.deepEqual(
    pictures.filter((file) => !texts.includes(basename(file))),
    [],
  );
});

test("a path, a script or a link that is gone is found", () => {
  const planted = [
    "See `server/src/gone.ts`, `features/gone/`, `gone.test.ts` and `npm test -- server/test/gone.test.ts`.",
    "There are `server/src/app.ts`, `features/keys`, `keys/`, `app.ts`, `/api/v1/me`, `application/json` and `deal.name`.",
    "[A page](docs/gone.md), [another](README.md), [a third](https://kith.example/gone.md).",
    "```sh\nnpm run gone && node scripts/gone.ts scripts/test.ts\n```",
    "```ts\nimport './not-checked.ts';\n```",
  ].join("\n\n");
  assert.deepEqual(missingPaths(planted, ".").sort(), [
    "features/gone/",
    "gone.test.ts",
    "scripts/gone.ts",
    "server/src/gone.ts",
    "server/test/gone.test.ts",
  ]);
  assert.deepEqual(missingScripts(planted, "."), ["gone"]);
  assert.deepEqual(missingLinks(planted, "."), ["docs/gone.md"]);
});
