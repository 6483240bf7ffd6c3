import assert from "node:assert/strict";
import type { Locator } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled } from "./browser.ts";
import { tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();

/** A tablet, and a usual window with everything twice as large. */
const WIDTHS = [820, 720];

const isWithin = async (part: Locator, width: number) => {
  const box = await part.boundingBox();
  return box !== null && box.x >= 0 && box.x + box.width <= width;
};

test("a list in a narrow window shows stage, amount, date and owner, and the folded menu opens with the keyboard and by a pointer", async () => {
  await demo.within({}, async (page) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/records/deal");
      await settled(page);
      for (const title of ["Stage", "Amount", "Close date", "Owner"])
        assert.ok(await isWithin(page.getByRole("columnheader", { name: title }), width), `${title} at ${width} px`);
      const menu = page.getByRole("navigation", { name: "Main" });
      assert.ok(((await menu.boundingBox())?.width ?? 0) < 60, "the menu is folded");
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
