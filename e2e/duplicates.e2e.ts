import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled, signIn } from "./browser.ts";
import { test } from "./fixtures.ts";
import { ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();

const pairs = (page: Page) => page.getByRole("list", { name: "Likely duplicates" }).locator(":scope > li");

/** Contacts that share an email, three times two of them. */
async function addTwins(page: Page): Promise<void> {
  const items = ["Odile Marchetti", "Tadeusz Wren", "Ines Halloran"].flatMap((name, at) => [
    { values: { name, email: [`twin${at}@quay.example`], job_title: "Buyer" } },
    { values: { name: `${name} jr`, email: [`twin${at}@quay.example`], job_title: "Head of buying" } },
  ]);
  await ask(page, "records.batch", { type: "contact", items, allow_duplicate: true });
}

test("duplicates are found from the list, merged and dismissed with the keyboard, and a dismissal can be taken back", async () => {
  const { page, consoleErrors } = await demo.visit();
  await signIn(page, demo.installation.admin, "/records/contact");
  await addTwins(page);
  await page.getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Find duplicates" }).click();
  await page.waitForURL("**/records/contact/duplicates");
  const twin = (name: string) => pairs(page).filter({ hasText: name });
  await twin("Odile Marchetti").waitFor();
  await settled(page);
  assert.match(
    (await twin("Odile Marchetti").textContent()) ?? "",
    /Same email: twin0@quay\.example.*Buyer.*Head of buying|Head of buying.*Buyer/,
  );
  const before = await pairs(page).count();

  // X on the focused pair: it is gone, and Undo brings it back.
  await twin("Odile Marchetti").focus();
  await page.keyboard.press("x");
  await twin("Odile Marchetti").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await twin("Odile Marchetti").waitFor();
  await settled(page);
  await twin("Tadeusz Wren").focus();
  await page.keyboard.press("x");
  await twin("Tadeusz Wren").waitFor({ state: "detached" });
  // It is gone from the page before the answer is there, and a page that is left sends nothing more.
  await settled(page);
  await page.reload();
  await twin("Odile Marchetti").waitFor();
  await settled(page);
  assert.equal(await twin("Tadeusz Wren").count(), 0, "it is remembered");

  // J goes to the next pair, M merges it.
  await page.keyboard.press("j");
  assert.equal(
    await pairs(page)
      .first()
      .evaluate((pair) => pair === document.activeElement),
    true,
  );
  await twin("Ines Halloran").focus();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "Merge 2 contacts" });
  await dialog.getByRole("button", { name: "Merge" }).click();
  await dialog.waitFor({ state: "detached" });
  await twin("Ines Halloran").waitFor({ state: "detached" });
  await settled(page);
  assert.equal(await pairs(page).count(), before - 2);
  assert.deepEqual(consoleErrors, []);
});

test(
  "pairs and the empty page are accessible in both themes and sizes, and nothing is wider than a phone",
  { tag: "@matrix" },
  async () => {
    for (const look of looks) {
      const { page } = await demo.visit(look);
      await signIn(page, demo.installation.admin, "/records/contact/duplicates");
      await pairs(page).first().waitFor();
      await settled(page);
      assert.deepEqual(await axeViolations(page), [], JSON.stringify(look));
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, JSON.stringify(look));
      if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/duplicates-${look.size}-${look.scheme}.png` });
      await page.goto("/records/lead/duplicates");
      await page.getByText("No duplicates found").waitFor();
      assert.deepEqual(await axeViolations(page), [], JSON.stringify(look));
      await page.context().close();
    }
  },
);
