import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { cloneDatabase, PASSWORD } from "../service.ts";
import { accountOf, assembleImage, bytesIn, ROOT, type Image } from "./image.ts";

interface Entry {
  dev?: boolean;
}

const MAX_BYTES = 100 * 2 ** 20;

// Follows the Dockerfile line by line, without an image: the copies from the build.
test("the image adds at most 100 MB to its base, holds no package for building or testing, and runs read-only as another user", async (t) => {
  const image = assembleImage(t);
  const bytes = bytesIn(image.folder);
  t.diagnostic(`${(bytes / 2 ** 20).toFixed(1)} MB over the base`);
  assert.ok(bytes < MAX_BYTES, `${bytes} bytes`);
  assert.match(image.labels, /image\.version=\$\{VERSION\} .*image\.revision=\$\{REVISION\}/);

  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as { packages: Record<string, Entry> };
  const bundled = packagesInBundle(image.folder);
  const installed = installedIn(image.folder);
  assert.ok(bundled.length > 30 && installed.length > 0, `${bundled.length} packages in the bundle, ${installed.length} beside it`);
  // A package may be there in two versions: the bundle names it once, and it needs one that is not only for development.
  const isForDevelopment = (path: string) =>
    Object.entries(packages)
      .filter(([key]) => key === path || key.endsWith(`/${path}`))
      .every(([, entry]) => entry.dev);
  assert.deepEqual([...bundled, ...installed].filter(isForDevelopment), [], "packages that only development needs");
  t.diagnostic(`${bundled.length} packages in the bundle, ${installed.length} beside it`);

  await runsFrom(image);
});

/** The bundle has a text of licences, which begins each with the package's name. */
function packagesInBundle(folder: string): string[] {
  const parts = readFileSync(join(folder, "server/dist/bundle/LICENSES.txt"), "utf8").split(/^-{80}\n\n/m);
  return parts.map((part) => `node_modules/${part.slice(0, part.indexOf(" "))}`);
}

/** Paths of packages as the lock file names them; links to the workspaces are none. */
function installedIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.name === "package.json");
  const paths = files.map((file) => file.parentPath.slice(folder.length + 1));
  return paths.filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+$/.test(path) && !path.startsWith("node_modules/@kith/"));
}

async function runsFrom(image: Image): Promise<void> {
  const [program = "", ...first] = image.entrypoint;
  assert.equal(program, "node");
  const as = { cwd: image.folder, ...accountOf(image) };
  const database = await cloneDatabase("template0");
  const port = await freePort();
  const env = {
    PATH: process.env["PATH"],
    ...image.env,
    // There is nowhere to write to.
    TMPDIR: image.folder,
    HOST: "localhost",
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: database.url,
    KITH_SECRET: TEST_SECRET,
    PORT: String(port),
    LOG_LEVEL: "error",
  };
  execFileSync(process.execPath, [...first, "migrate"], { ...as, env, stdio: "pipe" });
  const server = spawn(process.execPath, [...first, ...image.command], { ...as, env, stdio: ["ignore", "ignore", "inherit"] });
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
    await worksAt(`http://localhost:${port}`);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
    await database.drop();
  }
}

/** Something of every package that is loaded only when it is needed. */
async function worksAt(url: string): Promise<void> {
  let headers: Record<string, string> = { "content-type": "application/json" };
  const call = (name: string, input: object) => fetch(`${url}/app/call/${name}`, { method: "POST", headers, body: JSON.stringify(input) });
  // Hashes a password, so the binary is there.
  const signedUp = await call("companies.create", { company_name: "Image", name: "Ada", email: "ada@image.example", password: PASSWORD });
  assert.equal(signedUp.status, 200, await signedUp.text());
  headers = {
    ...headers,
    cookie: signedUp.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; "),
  };
  assert.equal((await fetch(`${url}/sign-in`)).status, 200);
  const { key } = (await (await call("keys.create", { name: "image" })).json()) as { key: string };
  const tools = await fetch(`${url}/api/v1/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", "x-api-key": key },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  assert.match(await tools.text(), /"tools":\[/);
  const closed = { host: "localhost", port: 1, security: "tls" };
  const email = { incoming: closed, outgoing: closed, user: "ada", sender_name: "" };
  const mailbox = await call("channels.create", { kind: "email", name: "Mail", address: "ada@image.example", password: "x", email });
  assert.match(await mailbox.text(), /refused|not allowed|private/);
}
