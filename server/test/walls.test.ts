import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "../..");
const CRUISER = join(ROOT, "node_modules/.bin/depcruise");

function cruise(root: string) {
  const { stdout } = spawnSync(CRUISER, ["--config", ".dependency-cruiser.mjs", "--output-type", "json", "server/src", "web/src"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const { summary } = JSON.parse(stdout) as { summary: { totalCruised: number; violations: { rule: { name: string }; from: string }[] } };
  return summary;
}

test("no import crosses a wall", () => {
  const { totalCruised, violations } = cruise(ROOT);

  assert.deepEqual(
    violations.map((one) => `${one.rule.name}: ${one.from}`),
    [],
  );
  // A cruiser that cannot read TypeScript passes over nothing and finds nothing.
  assert.ok(totalCruised > 150, `only ${totalCruised} modules were read`);
});

const PLANTED = [
  { file: "server/src/kernel/planted.ts", text: 'import "../features/keys/index.ts";', rule: "kernel-stands-alone" },
  { file: "server/src/platform/planted.ts", text: 'import "../features/keys/index.ts";', rule: "platform-knows-the-kernel" },
  { file: "server/src/features/keys/planted.ts", text: 'import "../../surfaces/http.ts";', rule: "features-know-what-is-below" },
  { file: "server/src/features/keys/planted.ts", text: 'import "../members/store.ts";', rule: "rooms-have-doors" },
  { file: "server/src/surfaces/planted.ts", text: 'import "../config.ts";', rule: "surfaces-know-what-is-below" },
  { file: "server/src/features/planted/operations.ts", text: 'import "node:fs";', rule: "operations-are-pure" },
  { file: "web/src/planted.ts", text: 'import "../../server/src/app.ts";', rule: "web-has-one-door" },
];

test("each wall is seen to fail on a planted import", (t) => {
  for (const { file, text, rule } of PLANTED) {
    const copy = mkdtempSync(join(tmpdir(), "kith-walls-"));
    t.after(() => rmSync(copy, { recursive: true, force: true }));
    for (const part of ["server/src", "server/package.json", "web/src", "web/package.json", "package.json", ".dependency-cruiser.mjs"]) {
      cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    cpSync(join(copy, "server/src/pages.ts"), join(copy, file), { recursive: true });
    writeFileSync(join(copy, file), `${text}\n`);

    const found = cruise(copy).violations.filter((one) => one.from === file);
    assert.ok(
      found.some((one) => one.rule.name === rule),
      `${rule} did not notice ${text} in ${file}`,
    );
  }
});

test("only config.ts reads the environment", () => {
  const readers = tracked("server/src/*.ts", "web/src/*.ts", "web/src/*.tsx").filter((file) => read(file).includes("process.env"));

  assert.deepEqual(readers, ["server/src/main.ts"]); // which hands it to config.ts
});

test("no source file is longer than 400 lines", () => {
  const long = tracked("*.ts", "*.tsx", "*.sql", "*.css", "*.mjs").filter(
    (file) => !/\.(test|e2e)\.ts$/.test(file) && !file.includes("generated") && read(file).split("\n").length > 401,
  );

  assert.deepEqual(
    long.filter((file) => file !== "server/schema.sql"),
    [],
  );
});

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const tracked = (...patterns: string[]) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], { cwd: ROOT, encoding: "utf8" })
    .trim()
    .split("\n");

test("the web application has the server's features, and these of its own", () => {
  const featuresOf = (folder: string) => new Set(tracked(`${folder}/*`).map((file) => file.slice(folder.length + 1).split("/")[0]));
  const server = featuresOf("server/src/features");
  assert.deepEqual(
    [...featuresOf("web/src/features")].filter((feature) => !server.has(feature)),
    // What the server has in `records` are five parts here: a record, its fields, and lists of it as a table or a board.
    ["boards", "fields", "filters", "first-steps", "lists"],
  );
});

test("the web application has one door to the server, and no effect goes through it", () => {
  const web = tracked("web/src/*.ts", "web/src/*.tsx");
  const asking = /\b(fetch|XMLHttpRequest|EventSource)\(|new (XMLHttpRequest|EventSource)\b/;
  assert.deepEqual(
    web.filter((file) => asking.test(read(file))),
    ["web/src/api.ts", "web/src/live/live-source.ts"],
  );
  // What an effect begins: up to the end of its function, as the formatter indents it.
  const effects = web.flatMap((file) =>
    [...read(file).matchAll(/^( *).*use(?:Layout)?Effect\(.*\n(?:\1 .*\n)*/gm)].map(([text]) => ({ file, text })),
  );
  assert.ok(effects.length > 10, "effects are found");
  assert.deepEqual(
    effects.filter(({ text }) => /\bapi\.call\(|\.fetchQuery\(|\.prefetchQuery\(/.test(text)),
    [],
  );
});

test("no component of the web application is longer than 300 lines", () => {
  assert.deepEqual(
    tracked("web/src/*.tsx").filter((file) => read(file).split("\n").length > 301),
    [],
  );
});
