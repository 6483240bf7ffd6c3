import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { cloneDatabase, PASSWORD } from "../service.ts";

const ROOT = join(import.meta.dirname, "../../..");

interface Entry {
  name?: string;
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
}

// Follows the Dockerfile line by line, without an image: its own npm command, then the copies from the build.
test("the image holds no package for building or testing, and the server runs on what it holds", async (t) => {
  const stages = readFileSync(join(ROOT, "Dockerfile"), "utf8").split(/^FROM /m);
  const folder = mkdtempSync(join(tmpdir(), "kith-image-"));
  t.after(() => rmSync(folder, { recursive: true }));

  const modules = stages.find((stage) => stage.includes("AS modules")) ?? "";
  for (const [, names = "", to = ""] of modules.matchAll(/^COPY (.+) (\S+)$/gm)) copy(ROOT, names.split(" "), join(folder, to));
  const npm = /^RUN npm (ci .+)$/m.exec(modules)?.[1]?.split(" ") ?? [];
  execFileSync("npm", [...npm, "--prefer-offline"], { cwd: folder, stdio: "pipe" });
  for (const [, stage, from = "", to = ""] of (stages.at(-1) ?? "").matchAll(/^COPY --from=(\w+) \/kith(?:\/(\S+))? (\S+)$/gm)) {
    if (stage !== "modules") copy(ROOT, [from], join(folder, dirname(to)));
  }

  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as { packages: Record<string, Entry> };
  const shipped = installedIn(folder);
  assert.ok(shipped.length > 30, `${shipped.length} packages`);
  assert.deepEqual(
    shipped.filter((path) => packages[path]?.dev || packages[path] === undefined),
    [],
    "packages that only development needs",
  );
  t.diagnostic(`${shipped.length} packages`);

  await runsFrom(folder);
});

function copy(from: string, names: string[], to: string): void {
  for (const name of names) {
    const target = join(to, name.split("/").at(-1) ?? "");
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(from, name), target, { recursive: true });
  }
}

/** Paths of packages as the lock file names them; links to the workspaces are none. */
function installedIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.name === "package.json");
  const paths = files.map((file) => file.parentPath.slice(folder.length + 1));
  return paths.filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+$/.test(path) && !path.startsWith("node_modules/@kith/"));
}

async function runsFrom(folder: string): Promise<void> {
  const database = await cloneDatabase("template0");
  const port = await freePort();
  const env = {
    PATH: process.env["PATH"],
    NODE_ENV: "production",
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: database.url,
    KITH_SECRET: TEST_SECRET,
    PORT: String(port),
    LOG_LEVEL: "error",
  };
  const main = join(folder, "server/dist/main.js");
  execFileSync(process.execPath, [main, "migrate"], { env, stdio: "pipe" });
  const server = spawn(process.execPath, [main, "both"], { env, stdio: ["ignore", "ignore", "inherit"] });
  try {
    const ask = () =>
      fetch(`http://localhost:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    for (let tries = 0; !(await ask()); tries++) {
      assert.ok(tries < 300 && server.exitCode === null, "the server does not become ready");
      await setTimeout(100);
    }
    // Hashes a password, so the optional binary is there.
    const owner = { company_name: "Image", name: "Ada", email: "ada@image.example", password: PASSWORD };
    const signedUp = await fetch(`http://localhost:${port}/app/call/companies.create`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(owner),
    });
    assert.equal(signedUp.status, 200, await signedUp.text());
    assert.equal((await fetch(`http://localhost:${port}/sign-in`)).status, 200);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
    await database.drop();
  }
}
