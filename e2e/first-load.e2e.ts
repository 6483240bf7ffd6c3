import { test, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { openBrowser, visit } from "./browser.ts";
import { startInstallation } from "./installation.ts";

const MAX_BYTES = 250_000;

test("signing in needs at most 250 kB of JavaScript", async (t: TestContext) => {
  await using installation = await startInstallation();
  await using browser = await openBrowser();
  const { page } = await visit(browser, installation.baseUrl);
  const scripts: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) scripts.push(response.body());
  });
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue" }).waitFor();
  await page.waitForLoadState("networkidle");

  const bytes = (await Promise.all(scripts)).reduce((sum, script) => sum + gzipSync(script).length, 0);
  t.diagnostic(`${bytes} bytes, gzip`);
  t.assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
});
