import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { visit } from "./browser.ts";
import { test } from "./fixtures.ts";

const MAX_BYTES = 250_000;

test("signing in needs at most 250 kB of JavaScript", async ({ browser, startInstallation }) => {
  const installation = await startInstallation();
  const { page } = await visit(browser, installation.baseUrl);
  const scripts: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) scripts.push(response.body());
  });
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue" }).waitFor();
  await page.waitForLoadState("networkidle");

  const bytes = (await Promise.all(scripts)).reduce((sum, script) => sum + gzipSync(script).length, 0);
  console.log(`${bytes} bytes, gzip`);
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
});
