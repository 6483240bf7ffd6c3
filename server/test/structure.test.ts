import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "../..");
const CRUISER = join(ROOT, "node_modules/.bin/depcruise");

interface Cruised {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string }[] };
}

function cruise(root: string): Cruised {
  const { stdout } = spawnSync(CRUISER, ["--config", ".dependency-cruiser.mjs", "--output-type", "json", "server/src", "web/src"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return JSON.parse(stdout) as Cruised;
}

let cruised: Cruised | undefined;
const isPlanted = (file: string) => /(?:^|\/)(?:background-|services-)?planted/.test(file);

/** All modules, read once together with the planted imports: reading them takes eight seconds. */
function cruiseWithPlanted(): Cruised {
  if (cruised) return cruised;
  const copy = mkdtempSync(join(tmpdir(), "kith-structure-"));
  try {
    plantIn(copy);
    return (cruised = cruise(copy));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

test("every import is allowed, and no feature uses one that uses it: types and pure files count, too", () => {
  const { modules, summary } = cruiseWithPlanted();

  assert.deepEqual(
    summary.violations.filter((one) => !isPlanted(one.from)).map((one) => `${one.rule.name}: ${one.from}`),
    [],
  );
  // If dependency-cruiser could not read TypeScript, it would find no violation.
  assert.ok(summary.totalCruised > 150, `only ${summary.totalCruised} modules were read`);
  for (const side of ["server", "web"] as const) {
    const uses = usesBetweenFeatures(
      modules.filter((one) => !isPlanted(one.source)),
      side,
    );
    assert.ok(uses.size > 10, "uses between features are found");
    assert.deepEqual(inCycles(uses), [], side);
  }
});

test("a cycle of server features that is made of types and pure files only is found", () => {
  const { modules, summary } = cruiseWithPlanted();
  const files = new Set(PURE_CYCLE.map(({ file }) => file));
  assert.deepEqual(
    summary.violations.filter(({ from }) => files.has(from)),
    [],
    "each of its imports is allowed, and no file imports itself",
  );
  assert.deepEqual(inCycles(usesBetweenFeatures(modules, "server")), ["planted-1", "planted-2"]);
});

test("a cycle of web features is found, even without a cycle of files", () => {
  const imports = (source: string, resolved: string) => ({ source, dependencies: [{ resolved }] });
  const cycle = [
    imports("web/src/features/keys/a.ts", "web/src/features/members/index.ts"),
    imports("web/src/features/members/b.ts", "web/src/features/types/index.ts"),
    imports("web/src/features/types/c.ts", "web/src/features/keys/index.ts"),
  ];
  assert.deepEqual(inCycles(usesBetweenFeatures(cycle, "web")), ["keys", "members", "types"]);
});

/** Every import counts, also one of types only or of a pure file. */
function usesBetweenFeatures(modules: Cruised["modules"], side: "server" | "web"): Map<string, Set<string>> {
  const featureOf = (file: string) => new RegExp(`^${side}/src/features/([^/]+)/`).exec(file)?.[1];
  const uses = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = featureOf(source);
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved);
      if (from && to && from !== to) uses.set(from, (uses.get(from) ?? new Set()).add(to));
    }
  }
  return uses;
}

const inCycles = (uses: Map<string, Set<string>>) => [...uses.keys()].filter((feature) => reachable(uses, feature).has(feature)).toSorted();

function reachable(uses: Map<string, Set<string>>, start: string, seen = new Set<string>()): Set<string> {
  for (const next of uses.get(start) ?? []) if (!seen.has(next)) reachable(uses, next, seen.add(next));
  return seen;
}

const PLANTED = [
  { rule: "no-cycles", file: "server/src/kernel/planted-1.ts", text: 'import "./planted-2.ts";' },
  { rule: "kernel-imports-nothing", file: "server/src/kernel/planted.ts", text: 'import "../features/keys/index.ts";' },
  { rule: "platform-imports-kernel", file: "server/src/platform/planted.ts", text: 'import "../features/keys/index.ts";' },
  { rule: "features-import-what-is-below", file: "server/src/features/keys/planted-1.ts", text: 'import "../../surfaces/http.ts";' },
  { rule: "server-features-through-index", file: "server/src/features/keys/planted-2.ts", text: 'import "../members/store.ts";' },
  { rule: "surfaces-import-what-is-below", file: "server/src/surfaces/planted.ts", text: 'import "../config.ts";' },
  { rule: "operations-and-events-are-pure", file: "server/src/features/planted/operations.ts", text: 'import "node:fs";' },
  { rule: "operations-and-events-are-pure", file: "server/src/features/planted/events.ts", text: 'import "../keys/store.ts";' },
  { rule: "features-declare-what-they-need", file: "server/src/background-planted.ts", text: 'import "./features/inbox/index.ts";' },
  { rule: "features-declare-what-they-need", file: "server/src/services-planted.ts", text: 'import "./features/sessions/index.ts";' },
  { rule: "records-parts", file: "server/src/features/records/query/planted.ts", text: 'import "../write/save.ts";' },
  // Type imports count, too: they also keep modules from being separated.
  { rule: "no-cycles", file: "web/src/features/keys/planted-1.ts", text: 'import type { B } from "./planted-2.ts";\nexport type A = B;' },
  { rule: "web-imports-pure-server-files", file: "web/src/planted-1.ts", text: 'import "../../server/src/app.ts";' },
  {
    rule: "web-imports-pure-server-files",
    file: "web/src/features/keys/planted-3.ts",
    text: 'import "../../../../server/src/features/keys/store.ts";',
  },
  {
    rule: "contract-for-types-only",
    file: "web/src/planted-2.ts",
    text: 'import { keys } from "@kith/server/contract";\nconsole.log(keys);',
  },
  { rule: "web-features-through-index", file: "web/src/features/keys/planted-4.ts", text: 'import "../records/walk.ts";' },
  {
    rule: "web-features-through-index",
    file: "web/src/features/keys/planted-5.ts",
    text: 'import type { Member } from "../members/people.ts";\nexport type A = Member;',
  },
  { rule: "web-features-through-index", file: "web/src/features/keys/planted-6.ts", text: 'import("../records/record-page.tsx");' },
  { rule: "app-uses-manifests-and-index", file: "web/src/planted-3.ts", text: 'import "./features/records/walk.ts";' },
  { rule: "features-are-below-app", file: "web/src/features/keys/planted-7.ts", text: 'import "../../features.ts";' },
  { rule: "features-are-below-app", file: "web/src/features/keys/planted-8.ts", text: 'import "../../router.tsx";' },
  { rule: "live-and-outbox-know-no-feature", file: "web/src/live/planted.ts", text: 'import "../features/members/index.ts";' },
  { rule: "live-and-outbox-know-no-feature", file: "web/src/outbox/planted.ts", text: 'import "../features/records/index.ts";' },
  { rule: "layout-knows-no-feature", file: "web/src/layout/planted.ts", text: 'import "../features/members/index.ts";' },
  { rule: "ui-knows-no-feature", file: "web/src/ui/planted.ts", text: 'import "../session.ts";' },
];

// The other halves of the planted cycles: a cycle is reported once.
const PARTNERS = [
  { file: "server/src/kernel/planted-2.ts", text: 'import "./planted-1.ts";' },
  { file: "web/src/features/keys/planted-2.ts", text: 'import type { A } from "./planted-1.ts";\nexport type B = A;' },
];

// Two features that use each other by files that any feature may import.
const PURE_CYCLE = [
  { file: "server/src/features/planted-1/ids.ts", text: 'export const one = "one";' },
  {
    file: "server/src/features/planted-1/events.ts",
    text: 'import type { two } from "../planted-2/shapes.ts";\nexport type A = typeof two;',
  },
  { file: "server/src/features/planted-2/shapes.ts", text: 'export const two = "two";' },
  { file: "server/src/features/planted-2/operations.ts", text: 'import { one } from "../planted-1/ids.ts";\nexport const b = one;' },
];

/** The sources and the planted imports, in a folder of their own. */
function plantIn(copy: string): void {
  for (const part of ["server/src", "server/package.json", "web/src", "web/package.json", "package.json", ".dependency-cruiser.mjs"]) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  }
  cpSync(join(ROOT, "packages"), join(copy, "packages"), { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  // The workspaces of the copy are found in the copy, everything else where it is installed.
  mkdirSync(join(copy, "node_modules/@kith"), { recursive: true });
  for (const name of readdirSync(join(ROOT, "node_modules/@kith")))
    symlinkSync(join(copy, ["server", "web"].includes(name) ? name : `packages/${name}`), join(copy, "node_modules/@kith", name));
  for (const name of readdirSync(join(ROOT, "node_modules")).filter((one) => one !== "@kith")) {
    symlinkSync(join(ROOT, "node_modules", name), join(copy, "node_modules", name));
  }
  for (const { file, text } of [...PLANTED, ...PARTNERS, ...PURE_CYCLE]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), `${text}\n`);
  }
}

test("each rule fails on a planted import", async (t) => {
  const { violations } = cruiseWithPlanted().summary;
  for (const { rule, file, text } of PLANTED) {
    await t.test(`${rule}: ${file}`, () => {
      assert.ok(
        violations.some((one) => one.from === file && one.rule.name === rule),
        text,
      );
    });
  }
  const { default: rules } = (await import(join(ROOT, ".dependency-cruiser.mjs"))) as { default: { forbidden: { name: string }[] } };
  const planted = new Set(PLANTED.map(({ rule }) => rule));
  assert.deepEqual(
    rules.forbidden.map(({ name }) => name).filter((name) => !planted.has(name)),
    [],
    "every rule has a planted import",
  );
});

test("only config.ts reads the environment", () => {
  const readers = tracked("server/src/*.ts", "web/src/*.ts", "web/src/*.tsx").filter((file) => read(file).includes("process.env"));

  assert.deepEqual(readers, ["server/src/main.ts"]); // which hands it to config.ts
});

test("an advisory lock has a name in lock-spaces.ts", () => {
  const isBare = (text: string) => /_advisory_\w*lock\w*\((?!\$\{|\$1\))/.test(text);
  assert.ok(isBare('"select pg_advisory_xact_lock(hashtextextended($1, 7))"'));
  const sources = tracked("server/src/*.ts").filter((file) => !file.endsWith(".test.ts"));
  assert.deepEqual(
    sources.filter((file) => isBare(read(file))),
    [],
  );
});

test("a statement with more than ten values gives them names", () => {
  const isCounted = (text: string) => /\$(?:1[1-9]|[2-9]\d)\b/.test(text);
  assert.ok(isCounted("values ($1, $2, $11)"));
  assert.deepEqual(
    tracked("server/src/*.ts").filter((file) => isCounted(read(file))),
    [],
  );
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
    [...featuresOf("web/src/features")]
      .filter((feature) => !server.has(feature))
      .toSorted((one = "", other = "") => one.localeCompare(other)),
    // The server's `records` is split here: a record, its fields, and lists as a table or a board.
    ["boards", "fields", "filters", "first-steps", "lists"],
  );
});

test("the web application calls the server in two files, and never from an effect", () => {
  const web = tracked("web/src/*.ts", "web/src/*.tsx");
  const asking = /\b(fetch|XMLHttpRequest|EventSource)\(|new (XMLHttpRequest|EventSource)\b/;
  assert.deepEqual(
    web.filter((file) => asking.test(read(file))),
    ["web/src/api.ts", "web/src/live/live-source.ts"],
  );
  // The text of each effect, up to the end of its function, by the formatter's indentation.
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

test("folders under src are at most four deep", () => {
  const folders = tracked("server/src/*", "web/src/*", "packages/filter/src/*", "packages/sdk/src/*", "packages/cli/src/*").map(
    (file) => file.split("/src/")[1]?.split("/").slice(0, -1) ?? [],
  );
  assert.deepEqual(
    folders.filter((folder) => folder.length > 4).map((folder) => folder.join("/")),
    [],
  );
});

/** Installed databases know both by their names, so neither can be renamed. */
const SAME_NUMBER = ["0025_formats.sql", "0025_formats_index.sql"];

test("every migration has a number of its own: two with one number run in the order of their names, which nobody meant", () => {
  const numberOf = (file: string) => file.slice(0, 4);
  const shared = (files: string[]) => [...Map.groupBy(files, numberOf).values()].filter((same) => same.length > 1).flat();
  const files = readdirSync(join(ROOT, "server/migrations")).toSorted();
  assert.ok(files.every((file) => /^\d{4}_[a-z_0-9]+\.sql$/.test(file)));
  assert.deepEqual(shared([...files, "0031_planted.sql"]).includes("0031_planted.sql"), true);
  assert.deepEqual(shared(files), SAME_NUMBER);
});
