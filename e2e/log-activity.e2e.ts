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
