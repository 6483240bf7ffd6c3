import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, readdirSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { rolldown } from "rolldown";
import { seldom } from "../measured.ts";

// The package as npm publishes it, in a project of somebody else.

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../../..");
const PACKAGE = join(ROOT, "packages/sdk");
const folder = mkdtempSync(join(tmpdir(), "kith-sdk-"));
const installed = join(folder, "node_modules/@kith/sdk");
const tarball = () => join(folder, "kith-sdk-0.1.0.tgz");
after(() => rmSync(folder, { recursive: true }));

const COMPILERS = {
  "TypeScript 7": join(ROOT, "node_modules/typescript/bin/tsc"),
  "TypeScript 5.9": join(ROOT, "packages/client-generators/node_modules/typescript/bin/tsc"),
};
const MAX_BYTES = 25_000;

before(async () => {
  const built = join(folder, "built");
  mkdirSync(built);
  for (const file of ["package.json", "README.md", "LICENSE", "src"]) cpSync(join(PACKAGE, file), join(built, file), { recursive: true });
  const compile = (project: string, ...options: string[]) =>
    run(process.execPath, [COMPILERS["TypeScript 7"], "-p", project, "--outDir", join(built, "dist"), ...options]);
  await compile(PACKAGE, "--tsBuildInfoFile", join(folder, "info"));
  await compile(join(PACKAGE, "tsconfig.scripts.json"));
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: built });
  mkdirSync(installed, { recursive: true });
  await run("tar", ["-xzf", tarball(), "-C", installed, "--strip-components=1"]);
});

const PROGRAM = `
import { createKith, KithError, verifyWebhook, type CallOptions, type CrmRecord, type Page, type RecordPage } from "@kith/sdk";

const kith = createKith({ url: "https://kith.example", apiKey: "key" });
const maybe: string | undefined = [][0];

export async function everything(options: CallOptions): Promise<string[]> {
  const titles: string[] = [];
  for await (const record of kith.records.list({ type: "deal", filter: maybe, limit: 100 }, options)) titles.push(record.title);
  const page: Page<RecordPage> = await kith.records.list({ type: "deal", fields: ["name"] });
  const first: CrmRecord | undefined = page.items[0];
  const { record } = await kith.records.create({ type: "contact", values: { name: first?.title ?? "Mara" } });
  const blob: Blob = await kith.files.get({ id: (await kith.files.upload({ content: new Uint8Array([1]) })).id });
  for await (const { changes, position } of kith.follow({ after: "now" })) {
    for (const change of changes) {
      // A later version of the service may have more kinds.
      if (change.kind === "record.created") titles.push(change.record.title);
      else if (change.kind === "record.archived") titles.push(position);
    }
    if (blob.size > 0) break;
  }
  return [record.id, ...titles];
}

export async function receive(request: Request): Promise<string> {
  const message = await verifyWebhook({ body: await request.text(), headers: request.headers, secrets: ["whsec_a", "whsec_b"] });
  return message.type;
}

export const codeOf = (error: unknown): string | undefined => (error instanceof KithError ? error.errors[0]?.pointer : undefined);
`;

/** Each line is refused by the types. */
const WRONG = [
  'kith.records.list({ type: "deal", count: "exat" });',
  'kith.records.list({ type: "deal", limit: "10" });',
  'kith.records.list({ type: "deal", filtr: "x" });',
  "kith.records.list({});",
  'kith.records.create({ type: "deal" });',
  "kith.record.list();",
  'kith.webhooks.setState({ id: "whk_1", state: "gone" });',
  'createKith({ url: "https://kith.example" });',
  "kith.members.me().then((me) => me.user.colour);",
];

const SETTINGS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  target: "es2022",
  noEmit: true,
};
const IN_A_BROWSER = { lib: ["es2022", "dom"], types: [], skipLibCheck: false };
const ON_NODE = { lib: ["es2022"], types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")], skipLibCheck: true };
const RESOLUTIONS = {
  nodenext: { module: "nodenext", ...ON_NODE },
  bundler: { module: "esnext", moduleResolution: "bundler", ...IN_A_BROWSER },
};

for (const [compiler, tsc] of Object.entries(COMPILERS))
  for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
    const title = `a strict project compiles with it: ${compiler}, ${name}`;
    const compile = async () => {
      const project = join(folder, `${compiler}-${name}`.replaceAll(/[^\w-]/g, "-"));
      mkdirSync(project);
      const wrong = `import { createKith } from "@kith/sdk";\nconst kith = createKith({ url: "", apiKey: "" });\n${WRONG.join("\n")}\n`;
      const config = { compilerOptions: { ...SETTINGS, ...resolution }, include: ["*.ts"] };
      await Promise.all([
        writeFile(join(project, "package.json"), JSON.stringify({ type: "module" })),
        writeFile(join(project, "tsconfig.json"), JSON.stringify(config)),
        writeFile(join(project, "program.ts"), PROGRAM),
        writeFile(join(project, "wrong.ts"), wrong),
      ]);
      const { stdout } = await run(process.execPath, [tsc, "-p", project, "--pretty", "false"], { cwd: project }).catch(
        (error: { stdout: string }) => error,
      );
      const errors = stdout.split("\n").filter((line) => line.includes(": error "));
      assert.deepEqual(
        errors.filter((line) => !line.startsWith("wrong.ts")),
        [],
      );
      const refused = new Set(errors.map((line) => Number(/\((\d+),/.exec(line)?.[1]) - 3));
      assert.deepEqual(
        WRONG.filter((_, at) => !refused.has(at)),
        [],
        "the types accept what is wrong",
      );
    };
    // The older compiler takes several times as long.
    if (compiler === "TypeScript 7" && name === "nodenext") test(title, compile);
    else seldom(title, compile);
  }

test("publint and attw find nothing", async () => {
  const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
  assert.deepEqual(messages, []);
  const { problems, types } = (await checkPackage(createPackageFromTarballData(readFileSync(tarball())))) as {
    problems?: unknown[];
    types: unknown;
  };
  assert.ok(types, "it has types");
  // ES modules only: what requires it without the modern resolution cannot have it, and Node 22 can require it.
  const others = (problems ?? []).filter((problem) => !["CJSResolvesToESM", "NoResolution"].includes((problem as { kind: string }).kind));
  assert.deepEqual(others, []);
});

test(`what is published has at most ${MAX_BYTES} bytes of JavaScript, and its declarations say what each call does`, (t) => {
  const dist = join(installed, "dist");
  const published = readdirSync(dist).filter((file) => file.endsWith(".js"));
  const bytes = published.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0);
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
  assert.match(readFileSync(join(dist, "generated.d.ts"), "utf8"), /\/\*\*/);
});

test(`a bundle of all of it has at most ${MAX_BYTES} bytes, and needs nothing else`, async (t) => {
  const bundle = await rolldown({
    input: join(installed, "dist/index.js"),
    platform: "neutral",
    onLog: (_, log) => assert.fail(log.message),
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  assert.equal(output.length, 1);
  t.diagnostic(`${output[0].code.length} bytes`);
  assert.ok(Buffer.byteLength(output[0].code) <= MAX_BYTES, `${output[0].code.length} bytes`);
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Record<string, unknown>;
  assert.deepEqual([dependencies, peerDependencies, output[0].imports], [undefined, undefined, []]);
});
