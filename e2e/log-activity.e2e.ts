import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask, firstOf } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();
const MOST_KEYS = 6;

interface Tasks {
  items: { title: string; values: { due: string; deal: { id: string } } }[];
}

/** Counts the keys that are pressed, without the text that is typed. */
function counting(page: Page) {
  let keys = 0;
  return {
    press: async (key: string) => {
      keys++;
      await page.keyboard.press(key);
    },
    keys: () => keys,
  };
}

/** A picture to look at: SHOTS=folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test("with the keyboard only, a call is logged and followed up in at most six keys, and undone", () =>
  demo.within({}, async (page) => {
    const id = await addDeal(page, "Logged by keys");
    await page.goto(`/records/deal/${id}`);
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByText("created the").waitFor();
    const { press, keys } = counting(page);
    await press("c");
    await page.waitForFunction(() => document.activeElement?.matches("[role=dialog] textarea"));
    await page.keyboard.type("They sign <b>tomorrow</b>");
    await press("Tab");
    await press("ArrowRight");
    await settled(page);
    await shoot(page, "dialog");
    assert.deepEqual(await axeViolations(page), []);
    await press("Enter");
    await page.getByText("Call logged, task added.").waitFor();
    assert.ok(keys() <= MOST_KEYS, `${keys()} keys`);
    await timeline.getByText("“They sign <b>tomorrow</b>”").waitFor();
    const tasks = () => ask<Tasks>(page, "records.list", { type: "task", filter: `deal:${id}` });
    const { items } = await tasks();
    assert.deepEqual([items.length, items[0]?.values.deal.id], [1, id]);
    await page.keyboard.press("z");
    await page.getByText("Undone.").waitFor();
    await timeline.getByText("deleted an activity").waitFor();
    assert.equal((await tasks()).items.length, 0);
  }));

for (const look of looks) {
  test(`an activity is shown, changed and deleted, ${look.size} ${look.scheme}`, { tag: "@matrix" }, () =>
    demo.within(look, async (page) => {
      const id = await addDeal(page, `Logged ${look.size} ${look.scheme}`);
      const { id: contact } = await firstOf(page, "contact", "");
      const long = "Walked through the plant. ".repeat(12);
      await ask(page, "records.logActivity", { id, kind: "meeting", outcome: long, at: "2026-01-05T10:00:00Z", duration_minutes: 90 });
      await ask(page, "records.logActivity", { id, kind: "call", outcome: "All answered", duration_minutes: 14, people: [contact] });
      await page.goto(`/records/deal/${id}`);
      const timeline = page.getByRole("region", { name: "Timeline" });
      await timeline.getByText("logged a call, 14 min with").waitFor();
      await settled(page);
      await shoot(page, `timeline-${look.size}-${look.scheme}`);
      assert.deepEqual(await axeViolations(page), []);
      await timeline.getByRole("button", { name: "Change this call" }).click();
      const dialog = page.getByRole("dialog", { name: "Change a call" });
      await dialog.getByRole("textbox", { name: "Duration" }).fill("1,5 Std.");
      await settled(page);
      await shoot(page, `change-${look.size}-${look.scheme}`);
      assert.deepEqual(await axeViolations(page), []);
      await dialog.getByRole("button", { name: "Save" }).click();
      await timeline.getByText("logged a call, 1 h 30 min").waitFor();
      await timeline.getByRole("button", { name: "Delete this meeting" }).click();
      await page.getByText("Meeting deleted.").waitFor();
    }),
  );
}

/** A window of a small tablet, one of a large, and a narrow one beside another program. */
const TABLETS = [820, 1024, 640];

test("on a tablet, in a German company, a long title leaves room to log a call, and its dialog fits", () =>
  demo.within({}, async (page) => {
    const formats = { number_format: "1.234,5", date_format: "day_month_year", language: "de", time_zone: "Europe/Berlin" };
    await ask(page, "companies.update", formats);
    const id = await addDeal(page, "Durchflussmessung und Dosierung für das Wasserwerk Aldermoor");
    await ask(page, "records.logActivity", { id, kind: "meeting", outcome: "Vor Ort", at: "05.01.2026 09:30" });
    for (const width of TABLETS) {
      await page.setViewportSize({ width, height: 1_100 });
      await page.goto(`/records/deal/${id}`);
      const timeline = page.getByRole("region", { name: "Timeline" });
      await timeline.getByText("“Vor Ort”").waitFor();
      await settled(page);
      await shoot(page, `tablet-${width}`);
      const title = await page.getByRole("heading", { level: 1 }).boundingBox();
      assert.ok((title?.width ?? 0) >= 160, `the title has ${title?.width} of ${width} px`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: nothing sticks out`);
      await page.getByRole("button", { name: "More for this deal" }).click();
      await page.getByRole("menuitem", { name: "Log an activity" }).click();
      const dialog = page.getByRole("dialog", { name: "Log a call" });
      await dialog.getByRole("textbox", { name: "Outcome" }).waitFor();
      await settled(page);
      await shoot(page, `tablet-dialog-${width}`);
      const box = await dialog.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${width}: the dialog fits`);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Log a call" });
    await dialog.getByLabel("When").fill("06.01.2026 10:15");
    await page.keyboard.press("Enter");
    await page.getByText("Call logged.").waitFor();
    const { items } = await ask<{ items: { at: string }[] }>(page, "records.activities", { record: id });
    assert.deepEqual(
      items.map(({ at }) => at),
      ["2026-01-06T09:15:00.000Z", "2026-01-05T08:30:00.000Z"],
    );
    await page.getByRole("region", { name: "Timeline" }).getByText("6. Jan. 10:15").waitFor();
  }));
