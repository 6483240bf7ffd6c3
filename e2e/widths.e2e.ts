import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { choose, contacts } from "./chosen-file.ts";
import { openBrowser, settled, signIn, visit } from "./browser.ts";
import { startInstallation } from "./installation.ts";
import { layoutFaults, scrollToEnd } from "./layout-faults.ts";
import { addDeal, ask } from "./records.ts";

/** A phone, two tablets, a small and a large window, and the last two again with everything twice as large. */
const WINDOWS = {
  "390": { width: 390, height: 844 },
  "720": { width: 720, height: 900 },
  "820": { width: 820, height: 1180 },
  "1024": { width: 1024, height: 768 },
  "1440": { width: 1440, height: 900 },
  "1440 at 200 %": { width: 720, height: 450 },
  "1024 at 200 %": { width: 512, height: 384 },
};
/** What is worked with has at least this much of the screen, also in a low window. */
const MIN_WORK_PX = 120;

const LONG = "A deal whose name is so much longer than any column that it has to end somewhere, phase two";

test("every page that people work on can be read and used in every window", async (t: TestContext) => {
  await using installation = await startInstallation({ withDemo: true });
  await using browser = await openBrowser();
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.admin);
  const id = await addDeal(page, LONG, { next_step: "Send the offer, then call the two people who decide about it" });
  await ask(page, "records.addNote", { id, text: "They want the gauges before winter. ".repeat(8) });
  // Nobody listens there.
  const { webhook } = await ask<{ webhook: { id: string } }>(page, "webhooks.create", {
    name: `Webhook of ${LONG}`.slice(0, 100),
    url: `http://127.0.0.1:9/${"long/".repeat(30)}`,
    filter: "type:deal stage:won,lost amount>=10000 name~metering",
  });
  const { event } = await ask<{ event: string }>(page, "webhooks.sendTest", { id: webhook.id });

  const grid = () => page.getByRole("grid");
  const shown: Record<string, { path: string; show?: () => Promise<unknown>; work?: () => ReturnType<Page["locator"]> }> = {
    "the record, its timeline": { path: `/records/deal/${id}`, show: () => page.getByText("before winter").first().waitFor() },
    "the record, its fields": { path: `/records/deal/${id}`, show: () => showPart("Fields") },
    "what is related to it": { path: `/records/deal/${id}`, show: () => showPart("Related") },
    "a list": {
      path: "/records/deal",
      show: () => page.getByText(LONG).first().waitFor(),
      work: () => grid().or(page.getByRole("list")).last(),
    },
    "a filtered list": { path: "/records/deal?filter=stage:proposal amount>20k" },
    "a board": { path: "/records/deal?layout=board", work: () => page.getByRole("group", { name: "Deals by stage" }) },
    "a dashboard": { path: "/dashboard", show: () => page.getByRole("region", { name: "Forecast" }).waitFor() },
    "an import": { path: "/records/import?type=contact" },
    "the columns of a file": { path: "/records/import?type=contact", show: mapFile },
    "the data model": { path: "/company/data-model?type=deal" },
    webhooks: { path: "/company/webhooks" },
    "a webhook": {
      path: `/company/webhooks/${webhook.id}`,
      show: () =>
        page
          .getByText(/Failing since/)
          .first()
          .waitFor(),
    },
    "a delivery": { path: `/company/webhooks/${webhook.id}/deliveries/${event}` },
    "the settings of a webhook": { path: `/company/webhooks/${webhook.id}/edit` },
  };

  async function showPart(name: string) {
    const part = page.getByRole("group", { name: "Show" }).getByRole("button", { name });
    if (await part.isVisible()) await part.click();
  }
  async function mapFile() {
    await choose(page, contacts(30, "widths"));
    await page.getByRole("region", { name: "Preview" }).getByRole("row").nth(2).waitFor();
  }

  // All of them at once: one fault often explains the others.
  const faults: Record<string, string[]> = {};
  const look = async (what: string) => {
    const found = await layoutFaults(page);
    if (found.length > 0) faults[what] = found;
  };
  for (const [window, size] of Object.entries(WINDOWS)) {
    await page.setViewportSize(size);
    for (const [what, { path, show, work }] of Object.entries(shown)) {
      await page.goto(path);
      await settled(page);
      await show?.();
      await look(`${what}, ${window}`);
      const box = await work?.().boundingBox();
      const height = box ? Math.min(box.y + box.height, size.height) - box.y : MIN_WORK_PX;
      if (height < MIN_WORK_PX) faults[`room for ${what}, ${window}`] = [`${height} px`];
      await scrollToEnd(page);
      await look(`the end of ${what}, ${window}`);
    }
  }
  t.assert.deepEqual(faults, {});
  t.assert.deepEqual(consoleErrors, []);
});
