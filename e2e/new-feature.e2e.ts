import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { useTool } from "./mcp.ts";

// Follows the steps of CONTRIBUTING for a new feature, with the files of docs/new-feature, in a copy of this checkout.
const ROOT = join(import.meta.dirname, "..");
const EXAMPLE = join(ROOT, "docs/new-feature");
const FEATURE = "greetings";
const NODE = [process.execPath, "--conditions=source"] as const;

let copy: string;
test.beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "kith-new-feature-"));
});
// The installation that runs in it has ended by then.
test.afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("a new feature is two folders, one line on each side and one migration, and is then everywhere", async ({
  browser,
  startInstallation,
}) => {
  copyCheckout(copy);
  const before = contentsOf(copy);
  addFeature(copy);

  await test.step("nothing else was touched", () => {
    const after = contentsOf(copy);
    const touched = [...after.keys()].filter((file) => before.get(file) !== after.get(file));
    const outside = touched.filter(
      (file) => !file.startsWith(`server/src/features/${FEATURE}/`) && !file.startsWith(`web/src/features/${FEATURE}/`),
    );
    assert.deepEqual(outside.toSorted(), ["server/migrations/9999_greetings.sql", "server/src/features.ts", "web/src/features.ts"]);
  });

  await test.step("it compiles, in every direction, and crosses no boundary", () => {
    run(copy, "node_modules/.bin/tsc", "-p", "web");
    run(copy, "node_modules/.bin/depcruise", "--config", ".dependency-cruiser.mjs", "server/src", "web/src");
  });

  run(join(copy, "web"), "../node_modules/.bin/vite", "build", "--logLevel", "error");
  const installation = await startInstallation({ root: copy });
  const { baseUrl } = installation;
  const cookie = await signUp(baseUrl);
  const call = (name: string, input: object) => post(`${baseUrl}/app/call/${name}`, input, { cookie });
  const { key } = (await (await call("keys.create", { name: "n8n" })).json()) as { key: string };

  await test.step("REST, its description, MCP and the web application have its operations", async () => {
    const sent = await post(`${baseUrl}/api/v1/${FEATURE}`, { name: "Ada" }, { "x-api-key": key });
    assert.equal(sent.status, 201);
    const { paths } = (await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json()) as { paths: Record<string, object> };
    assert.deepEqual(Object.keys(paths[`/api/v1/${FEATURE}`] ?? {}).toSorted(), ["get", "post"]);
    assert.equal((await useTool<{ name: string }>(baseUrl, key, "send_greeting", { name: "Bo" })).name, "Bo");
    assert.equal((await call("greetings.send", { name: "Cy" })).status, 200);
  });

  const { page, consoleErrors } = await visit(browser, baseUrl);
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: baseUrl }]);

  await test.step("it has a place in the navigation, and its page follows what happens", async () => {
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Greetings" }).click();
    const table = page.getByRole("table", { name: "Greetings" });
    await table.getByText("Cy").waitFor();
    await post(`${baseUrl}/api/v1/${FEATURE}`, { name: "Dee" }, { "x-api-key": key });
    await table.getByText("Dee").waitFor({ timeout: 5_000 });
  });

  await test.step("its job and its subscription ran", async () => {
    const done = page.getByRole("row").filter({ hasText: "Ada" }).filter({ hasText: "delivered" }).filter({ hasText: "counted" });
    for (let tries = 0; tries < 50 && !(await done.isVisible()); tries++) await page.reload().then(() => page.waitForTimeout(200));
    assert.ok(await done.isVisible());
  });

  await test.step("the activity page has its sentence", async () => {
    await page.goto("/company/activity");
    await page.getByText("sent a greeting to Ada").first().waitFor();
  });

  await test.step("metrics count its operation, its job and its subscription", async () => {
    const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
    assert.match(metrics, /kith_calls_total\{operation="greetings\.send",surface="rest",outcome="ok"\} \d/);
    assert.match(metrics, /kith_job_seconds_count\{[^}]*name="greetings\.deliver"[^}]*\} \d/);
    assert.match(metrics, /kith_subscriptions_events_total\{subscriber="greetings\.countSent"\} \d/);
  });
  assert.deepEqual(consoleErrors, []);
});

/** Every file of this checkout, and the installed packages, with our own workspaces pointing into the copy. */
function copyCheckout(copy: string): void {
  for (const file of tracked()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  linkPackages(join(ROOT, "node_modules"), join(copy, "node_modules"));
  linkPackages(join(ROOT, "server/node_modules"), join(copy, "server/node_modules"));
  mkdirSync(join(copy, "node_modules/@kith"));
  for (const [name, folder] of [
    ["filter", "packages/filter"],
    ["server", "server"],
    ["web", "web"],
  ] as const) {
    symlinkSync(join(copy, folder), join(copy, "node_modules/@kith", name));
  }
}

function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== "@kith") symlinkSync(join(from, name), join(to, name));
}

function addFeature(copy: string): void {
  cpSync(join(EXAMPLE, "server"), join(copy, "server/src/features", FEATURE), { recursive: true });
  cpSync(join(EXAMPLE, "web"), join(copy, "web/src/features", FEATURE), { recursive: true });
  cpSync(join(EXAMPLE, "migration.sql"), join(copy, "server/migrations/9999_greetings.sql"));
  append(join(copy, "server/src/features.ts"), `export { feature as ${FEATURE} } from "./features/${FEATURE}/feature.ts";\n`);
  append(join(copy, "web/src/features.ts"), `export * as ${FEATURE} from "./features/${FEATURE}/feature.ts";\n`);
}

const append = (file: string, line: string) => writeFileSync(file, readFileSync(file, "utf8") + line);

const tracked = (folder = ROOT) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: folder, encoding: "utf8" }).trim().split("\n");

function contentsOf(copy: string): Map<string, string> {
  const files = readdirSync(copy, { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile() && !one.parentPath.includes("node_modules"),
  );
  return new Map(
    files.map((one) => [join(one.parentPath, one.name).slice(copy.length + 1), readFileSync(join(one.parentPath, one.name), "utf8")]),
  );
}

function run(folder: string, command: string, ...args: string[]): void {
  execFileSync(NODE[0], [join(folder, command), ...args], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

async function signUp(baseUrl: string): Promise<string> {
  const company = {
    company_name: "Quayside Works",
    name: "Duarte Sequeira",
    email: "duarte@test.example",
    password: "a quiet harbour at dawn",
  };
  const answer = await post(`${baseUrl}/app/call/companies.create`, company, {});
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

const post = (url: string, body: object, headers: Record<string, string>) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });
