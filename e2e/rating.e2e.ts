import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, signIn, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask } from "./records.ts";

const LONG_MS = 120_000; // the machine may be busy with other tests

const ratingOf = async (page: Page, id: string) =>
  (await ask<{ values: { fit?: number | null } }>(page, "records.get", { id })).values.fit ?? null;

/** Waits until the service has it: a change is shown before it is sent. */
async function saved(page: Page, id: string, rating: number | null): Promise<void> {
  for (const end = Date.now() + LONG_MS; (await ratingOf(page, id)) !== rating; await page.waitForTimeout(50))
    if (Date.now() > end) throw new Error(`The rating is not ${rating}.`);
}

test("a rating is given with the mouse and with the keyboard, and has no accessibility fault", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  page.setDefaultTimeout(LONG_MS);
  await signIn(page, installation.admin);
  await ask(page, "types.addField", { type: "deal", key: "fit", label: "Fit", field_type: "rating" });
  const id = await addDeal(page, "Harbour crane");
  await page.goto(`/records/deal/${id}`);
  const edit = page.getByRole("button", { name: "Edit Fit" });
  const stars = page.getByRole("radiogroup", { name: "Fit" });

  await edit.click();
  await stars.getByRole("radio", { name: "4 of 5" }).click();
  await page.getByRole("img", { name: "4 of 5" }).waitFor();
  await saved(page, id, 4);

  await edit.press("Enter");
  await stars.waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowRight");
  assert.equal(await stars.getByRole("radio", { checked: true }).getAttribute("aria-label"), "3 of 5");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "3 of 5");
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press("Enter");
  await saved(page, id, 3);

  await edit.press("Enter");
  await page.keyboard.press("5");
  await page.keyboard.press("Escape");
  await page.getByRole("img", { name: "3 of 5" }).waitFor();
  assert.equal(await ratingOf(page, id), 3, "Escape leaves it as it was");

  await edit.press("Enter");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await saved(page, id, null);

  await edit.click();
  await stars.getByRole("radio", { name: "5 of 5" }).click();
  await saved(page, id, 5);
  for (const look of looks) {
    const other = await visit(browser, installation.baseUrl, look);
    await other.page.context().addCookies(await page.context().cookies());
    await other.page.goto(`/records/deal/${id}`);
    if (look.size === "phone") await other.page.getByRole("button", { name: "Fields", exact: true }).click();
    await other.page.getByRole("img", { name: "5 of 5" }).waitFor();
    assert.deepEqual(await axeViolations(other.page), [], `${look.size} ${look.scheme}`);
    await other.page.context().close();
  }
  assert.deepEqual(consoleErrors, []);
});
