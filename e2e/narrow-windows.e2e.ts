import assert from "node:assert/strict";
import type { Locator, Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled } from "./browser.ts";
import { tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();

/** A small window, a tablet, and a usual window with everything twice as large. */
const WIDTHS = [1024, 820, 720];
/** From here on the menu has its words. */
const UNFOLDED = 1024;

const isWithin = async (part: Locator, width: number) => {
  const box = await part.boundingBox();
  return box !== null && box.x >= 0 && box.x + box.width <= width;
};

const scrollsSideways = (page: Page) =>
  page.evaluate(
    () =>
      document.documentElement.scrollWidth > window.innerWidth || (document.querySelector("main")?.scrollWidth ?? 0) > window.innerWidth,
  );

test("a list in a narrow window shows stage, amount, date and owner, and the folded menu opens with the keyboard and by a pointer", async () => {
  await demo.within({}, async (page) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/records/deal");
      await settled(page);
      for (const title of ["Stage", "Amount", "Close date", "Owner"])
        assert.ok(await isWithin(page.getByRole("columnheader", { name: title }), width), `${title} at ${width} px`);
      const name = await page.getByRole("columnheader", { name: "Deal", exact: true }).boundingBox();
      assert.ok((name?.width ?? 0) >= 180, `the name has ${name?.width} px of ${width}`);
      const menu = page.getByRole("navigation", { name: "Main" });
      assert.equal(((await menu.boundingBox())?.width ?? 0) < 60, width < UNFOLDED, "the menu is folded");
      assert.deepEqual(await axeViolations(page), []);
    }
    const menu = page.getByRole("navigation", { name: "Main" });
    await tabTo(page, "Dashboard");
    assert.ok(((await menu.boundingBox())?.width ?? 0) > 200, "the keyboard unfolds it");
    await page.getByRole("grid").click();
    assert.ok(((await menu.boundingBox())?.width ?? 0) < 60);
    await menu.getByRole("link", { name: "Contacts" }).hover();
    await menu.getByRole("link", { name: "Contacts" }).click();
    await page.getByRole("grid", { name: "Contacts" }).waitFor();
    await page.mouse.move(500, 500);
    await page.setViewportSize({ width: 1440, height: 900 });
    assert.ok(((await menu.boundingBox())?.width ?? 0) > 200);
  });
});

test("the foot of the inbox shows all of its keys or none", async () => {
  await demo.within({}, async (page) => {
    for (const width of [...WIDTHS, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/inbox");
      await page.getByText("To answer", { exact: false }).first().waitFor();
      await settled(page);
      const keys = page.getByRole("contentinfo").locator("kbd");
      for (const key of await keys.all())
        if (await key.isVisible()) assert.ok(await isWithin(key, width), `${await key.textContent()} at ${width} px`);
    }
  });
});

test("the head of a record says its stage, amount and date where its fields are a tab away", async () => {
  await demo.within({}, async (page) => {
    const id = await addDeal(page, "Dock crane, second berth", { stage: "proposal", amount: 48_000 });
    await page.setViewportSize({ width: 720, height: 900 });
    await page.goto(`/records/deal/${id}`);
    await settled(page);
    const head = page.getByRole("banner").or(page.locator("main header")).first();
    await head.getByText("Proposal").waitFor();
    await head.getByText("€48,000").waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });
});

test("the webhooks keep their address, events and counts in a narrow window, and a replay is read without scrolling sideways", async () => {
  await demo.within({}, async (page) => {
    // Nobody listens there.
    const { webhook } = await ask<{ webhook: { id: string } }>(page, "webhooks.create", {
      name: "Warehouse",
      url: "http://127.0.0.1:9/warehouse/stock/changes/of/a/long/address",
      event_types: ["record.created"],
      filter: "type:deal stage:won",
    });
    await addDeal(page, "For the warehouse", { stage: "won" });
    for (const width of [1024, 820, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/company/webhooks");
      await settled(page);
      await page.getByText("http://127.0.0.1:9/warehouse").first().waitFor();
      await page.getByText("record.created").first().waitFor();
      await page
        .getByText(/failed/)
        .first()
        .waitFor();
      assert.ok(!(await scrollsSideways(page)), `${width} px`);
      assert.equal(await page.getByText("A bar is an hour").count(), 0);
    }
    const [since, until] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    await ask(page, "webhooks.createReplay", { id: webhook.id, since, until });
    await page.goto(`/company/webhooks/${webhook.id}`);
    const replays = page.getByRole("region", { name: "Replays" });
    await replays.getByText(/messages? (sent again|queued)/).waitFor();
    assert.ok(!(await scrollsSideways(page)));
    for (const line of await replays.getByRole("listitem").all()) assert.ok(await isWithin(line, 390));
    assert.deepEqual(await axeViolations(page), []);
  });
});
