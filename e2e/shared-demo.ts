import { after, before, type TestContext } from "node:test";
import type { Browser, Page } from "playwright-core";
import { openBrowser, signIn, visit, type Look } from "./browser.ts";
import { type Installation, startInstallation } from "./installation.ts";

interface Who extends Look {
  who?: "admin" | "member";
}

/** A demo company and a browser that all tests of a file share. They are closed after the last test. */
export function sharedDemo() {
  let shared: { installation: Installation; browser: Browser } | undefined;
  before(async () => {
    const installation = await startInstallation({ withDemo: true });
    shared = { installation, browser: await openBrowser() };
  });
  after(async () => {
    await shared?.browser.close();
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
    async within(t: TestContext, { who = "admin", ...look }: Who, run: (page: Page) => Promise<void>): Promise<void> {
      const { page, consoleErrors } = await open(look);
      await signIn(page, started().installation[who]);
      await run(page);
      t.assert.deepEqual(consoleErrors, []);
      await page.context().close();
    },
  };
}
