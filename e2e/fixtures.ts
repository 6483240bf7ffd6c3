import { test as base, type Browser, type TestInfo } from "@playwright/test";
import { hostInstallations, type Installation, type StartInstallation } from "./installation.ts";

interface OfTest {
  /** An installation of this test alone. It ends after the test, when no page is open on it any more. */
  startInstallation: StartInstallation;
}

interface OfWorker {
  /** For an installation that all tests of a file share: the file starts it in `beforeAll` and ends it in `afterAll`. */
  startSharedInstallation: StartInstallation;
}

/** A worker has one browser and one process of installations for all its files. A test has browser contexts of its own (`visit`). */
export const test = base.extend<OfTest, OfWorker>({
  startSharedInstallation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads here which fixtures it needs
    async ({}, use) => {
      const host = hostInstallations();
      await use(host.start);
      await host.end();
    },
    { scope: "worker" },
  ],
  startInstallation: [
    async ({ browser, startSharedInstallation }, use, info) => {
      const started: Installation[] = [];
      await use(async (wanted) => {
        const installation = await startSharedInstallation(wanted);
        started.push(installation);
        return installation;
      });
      if (info.status !== info.expectedStatus) await keepScreenshots(browser, info);
      await Promise.all(browser.contexts().map((context) => context.close()));
      for (const installation of started) await installation[Symbol.asyncDispose]();
    },
    { auto: true },
  ],
});

/** Playwright's own setting takes a picture whenever a context is closed, also in tests that pass. */
async function keepScreenshots(browser: Browser, info: TestInfo): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [at, page] of pages.entries()) {
    const path = info.outputPath(`page-${at + 1}.png`);
    // A page that does not answer must not hide why the test failed.
    await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined);
  }
}
