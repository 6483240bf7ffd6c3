import assert from "node:assert/strict";
import type { Browser, Page } from "@playwright/test";
import { signIn, visit, type Look } from "./browser.ts";
import { test } from "./fixtures.ts";
import type { Installation } from "./installation.ts";

interface Who extends Look {
  who?: "admin" | "member";
}

/** A demo company that all tests of a file share. It ends after the last one. */
export function sharedDemo() {
  let shared: { installation: Installation; browser: Browser } | undefined;
  test.beforeAll(async ({ browser, startSharedInstallation }) => {
    shared = { browser, installation: await startSharedInstallation({ withDemo: true }) };
  });
  test.afterAll(async () => {
    await shared?.installation[Symbol.asyncDispose]();
  });
  const started = () => {
    if (!shared) throw new Error("The demo company starts before the first test of the file.");
    return shared;
  };
  const open = (look?: Look) => visit(started().browser, started().installation.baseUrl, look);
  return {
    get installation() {
      return started().installation;
    },
    visit: open,
    /** Somebody signed in, in a browser context of their own. Nothing may be logged as an error. */
    async within({ who = "admin", ...look }: Who, run: (page: Page) => Promise<void>): Promise<void> {
      const { page, consoleErrors } = await open(look);
      await signIn(page, started().installation[who]);
      await run(page);
      assert.deepEqual(consoleErrors, []);
      await page.context().close();
    },
  };
}
