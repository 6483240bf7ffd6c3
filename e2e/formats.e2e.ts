import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled, signUp, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask } from "./records.ts";

const LONG_MS = 120_000; // the machine may be busy with other tests

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole("combobox", { name: label })
    .or(page.getByRole("textbox", { name: label }))
    .first()
    .click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function editAmount(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Edit Amount" }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill(text);
  await page.keyboard.press("Enter");
}

test("a company sets German formats, and cells, sums and other currencies follow", async ({ browser, startInstallation }) => {
  const installation = await startInstallation();
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  page.setDefaultTimeout(LONG_MS);
  await signUp(page, "duarte@quayside.example");
  const { company } = await ask<{ company: { currency: string; number_format: string; country: string } }>(page, "members.me", {});
  assert.deepEqual([company.currency, company.number_format, company.country], ["EUR", "1,234.5", "IE"], "sign-up takes the browser's");

  await page.goto("/company");
  await settled(page);
  await choose(page, "Numbers", "1.234,5");
  await choose(page, "Month and day names", "German");
  assert.match(plain((await page.getByText("Example:").textContent()) ?? ""), /Freitag 20\. Nov\. 2026, 1\.234,50 €/);
  await page.getByRole("button", { name: "Save formats" }).click();
  await page.getByText("Formats saved.").waitFor();

  const id = await addDeal(page, "Harbour crane");
  await page.goto(`/records/deal/${id}`);
  await editAmount(page, "1.234,50");
  await page
    .getByText(/^1\.234,50\s€$/)
    .first()
    .waitFor();

  await editAmount(page, "100 kr");
  await page.getByRole("alert").filter({ hasText: "DKK or" }).waitFor();
  await page.keyboard.press("Escape");

  await page.goto("/company/currencies");
  await page.getByRole("button", { name: "Add a currency" }).click();
  await page.getByRole("textbox", { name: "What is 1 USD worth in EUR?" }).fill("0,9");
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("1 USD = 0,9 EUR").first().waitFor();
  assert.deepEqual(await axeViolations(page), []);

  const dollars = await addDeal(page, "Floating dock");
  await page.goto(`/records/deal/${dollars}`);
  await editAmount(page, "$1.200,50");
  await page
    .getByText(/^1\.200,50\s\$$/)
    .first()
    .waitFor();
  await page.goto("/records/deal");
  await page
    .getByText(/^1\.200,50\s\$$/)
    .first()
    .waitFor();
  // 1234.50 and 1200.50 at 0.9
  await page
    .getByText(/^2\.314,95\s€$/)
    .first()
    .waitFor();
  assert.deepEqual(consoleErrors, []);
});

test(
  "the pages of formats and currencies have no accessibility fault at any width, light and dark",
  { tag: "@matrix" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    for (const look of looks) {
      const { page, consoleErrors } = await visit(browser, installation.baseUrl, look);
      page.setDefaultTimeout(LONG_MS);
      await signUp(page, `duarte-${look.size}-${look.scheme}@quayside.example`);
      await ask(page, "currencies.set", { currency: "USD", rate: "0.92" });
      for (const path of ["/company", "/company/currencies"]) {
        await page.goto(path);
        for (const width of look.size === "phone" ? [390] : [1440, 820]) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.equal(overflow, 0, `${path} at ${width}`);
          assert.deepEqual(await axeViolations(page), [], `${path} at ${width}, ${look.scheme}`);
          if (process.env["SHOTS"])
            await page.screenshot({ path: `${process.env["SHOTS"]}/${path.slice(1).replace("/", "-")}-${width}-${look.scheme}.png` });
        }
      }
      assert.deepEqual(consoleErrors, []);
      await page.context().close();
    }
  },
);
