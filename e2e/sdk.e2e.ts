import assert from "node:assert/strict";
import { bundleJourney, signedMessage } from "../server/test/sdk/runtimes/bundle.ts";
import { signUp, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { ask } from "./records.ts";

test("the SDK works in a browser: pages, retries, errors, the change feed, files and webhooks", async ({ browser, startInstallation }) => {
  const installation = await startInstallation();
  const { page } = await visit(browser, installation.baseUrl);
  await signUp(page, "duarte@quayside.example");
  const { key } = await ask<{ key: string }>(page, "keys.create", { name: "Page" });
  const input = { url: installation.baseUrl, apiKey: key, webhook: signedMessage() };
  const tried = await page.evaluate(`(async () => { ${await bundleJourney()}; return sdk.journey(${JSON.stringify(input)}); })()`);
  assert.deepEqual(tried, ["pages", "retry", "idempotency", "errors", "follow", "files", "webhooks"]);
});
