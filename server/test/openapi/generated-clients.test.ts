// Only in the complete run: two generators and a compiler. `openapi/client` and `openapi/examples` hold every answer against the document.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { sharedService } from "../service.ts";

// Follows docs/guides/clients.md: makes the clients, compiles its programs with them, and runs the programs.

const service = sharedService();
const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../../..");
/** The generators, beside the TypeScript that they need. */
const PROGRAMS = join(ROOT, "packages/client-generators/node_modules/.bin");
const folder = mkdtempSync(join(tmpdir(), "kith-clients-"));
after(() => rmSync(folder, { recursive: true }));

const SETTINGS = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    types: ["node"],
  },
  include: ["*.ts", "kith"],
};
/** What @hey-api/openapi-ts copies into every client, whatever the document. */
const ITS_RUNTIME = /^kith\/(client|core)\//;

const inFolder = (file: string, parameters: string[], env: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, [file, ...parameters], { cwd: folder, env: { ...process.env, ...env } });

async function compile(): Promise<string[]> {
  const { stdout } = await inFolder(join(ROOT, "node_modules/typescript/bin/tsc"), ["-p", "."]).catch((error: { stdout: string }) => error);
  return stdout.split("\n").filter((line) => /: error /.test(line) && !ITS_RUNTIME.test(line));
}

test("the clients of two generators compile under strict settings, and their programs do what the guide says", async () => {
  const guide = await readFile(join(ROOT, "docs/guides/clients.md"), "utf8");
  const codes = [...guide.matchAll(/^```[jt]s\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? "");
  const [first, settings, second] = codes.length === 3 ? (codes as [string, string, string]) : assert.fail("the guide has other programs");
  const write = (file: string, text: string) => writeFile(join(folder, file), text);
  await write("package.json", JSON.stringify({ type: "module" }));
  await write("tsconfig.json", JSON.stringify(SETTINGS));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));

  const document = join(ROOT, "docs/openapi.json");
  await inFolder(join(PROGRAMS, "openapi-typescript"), [document, "-o", "kith.d.ts"]);
  await write("openapi-ts.config.js", settings.replace("{base_url}/api/v1/openapi.json", document));
  await inFolder(join(PROGRAMS, "openapi-ts"), ["--no-log-file"]);
  await write("first.ts", first);
  await write("second.ts", second);
  assert.deepEqual(await compile(), []);

  const { key } = await (await service().given.admin()).key();
  const env = { KITH_URL: service().url, KITH_API_KEY: key };
  assert.equal((await inFolder("first.js", [], env)).stdout, "Mara Lindt, version 1\nrecord.created: null → Mara Lindt\n");
  assert.equal((await inFolder("second.js", [], env)).stdout, "updated\nMara Lindt Buyer\n");
});

test("the types of both clients refuse what the document does not allow", async () => {
  const wrong = {
    "wrong-path.ts": [
      'import createClient from "openapi-fetch"; import type { paths } from "./kith.d.ts";',
      'createClient<paths>().GET("/api/v1/record");',
    ],
    "wrong-kind.ts": [
      'import type { components } from "./kith.d.ts";',
      'export const kind: components["schemas"]["Change"]["kind"] = "record.moved";',
    ],
    "wrong-pair.ts": [
      'import type { Change } from "./kith/index.js";',
      'export const changes: Change["changes"] = { name: ["only one"] };',
    ],
    "wrong-limit.ts": [
      'import { recordsList } from "./kith/index.js";',
      'void recordsList({ path: { type: "deal" }, query: { limit: undefined } });',
    ],
  };
  for (const [file, lines] of Object.entries(wrong)) await writeFile(join(folder, file), lines.join("\n"));
  const refused = (await compile()).map((line) => line.split("(")[0]);
  assert.deepEqual(new Set(refused), new Set(Object.keys(wrong)));
});
