import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { sharedDemo } from "./shared-demo.ts";

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

const demo = sharedDemo();

/** What a page asks for until it is complete, when nothing is in the browser's cache. */
async function requestsOf(page: Page, path: string, isThere: (page: Page) => Promise<void>) {
  const scripts: string[] = [];
  const calls: string[] = [];
  const others: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const [, call] = /^\/app\/call\/([\w.]+)/.exec(pathname) ?? [];
    if (call) calls.push(call);
    else (pathname.endsWith(".js") ? scripts : others).push(pathname);
  });
  await page.goto(path);
  await isThere(page);
  await page.waitForTimeout(3_000);
  return { scripts, calls, others, all: scripts.length + calls.length + others.length };
}

const PAGES: [path: string, maxRequests: number, maxCalls: number, isThere: (page: Page) => Promise<void>][] = [
  ["/records/deal", 140, 16, (page) => page.locator("[role=grid] [role=row]").nth(3).waitFor()],
  ["/dashboard", 150, 20, (page) => page.getByRole("heading", { level: 2 }).first().waitFor()],
];

for (const [path, maxRequests, maxCalls, isThere] of PAGES)
  test(`${path} is opened with few requests`, async () => {
    await demo.within({}, async (page) => {
      // A context of its own has an empty cache, and the sign-in has filled it.
      const state = await page.context().storageState();
      const context = await page.context().browser()?.newContext({ storageState: state, baseURL: demo.installation.baseUrl });
      assert.ok(context);
      const { scripts, calls, others, all } = await requestsOf(await context.newPage(), path, isThere);
      await context.close();
      console.log(
        `${path}: ${all} requests, ${scripts.length} scripts, ${calls.length} calls (${calls.join(" ")}), ${others.length} others`,
      );
      assert.deepEqual(
        [...scripts, ...others].filter((one, at, list) => list.indexOf(one) !== at),
        [],
        "nothing is asked for twice",
      );
      assert.ok(all <= maxRequests, `${all} requests`);
      assert.ok(calls.length <= maxCalls, `${calls.length} calls: ${calls.join(" ")}`);
    });
  });
