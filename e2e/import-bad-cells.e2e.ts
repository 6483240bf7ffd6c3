import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { axeViolations } from "./axe.ts";
import { settled, signIn, visit } from "./browser.ts";
import { choose, csv, dropFile } from "./chosen-file.ts";
import { test } from "./fixtures.ts";
import { ask, countOf } from "./records.ts";

const FILES = join(import.meta.dirname, "../server/test/files");
const LONG_MS = 240_000; // the machine may be busy with other tests
const SHOTS = process.env["SCREENSHOTS"];

test("a German file with 500 rows and bad cells is imported in two clicks after the drop, and every row is accounted for", async ({
  browser,
  startInstallation,
}) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  page.setDefaultTimeout(LONG_MS);
  await signIn(page, installation.admin);
  await ask(page, "companies.update", { country: "DE" });
  await ask(page, "types.addField", { type: "contact", key: "amount", label: "Amount", field_type: "money" });
  const before = await countOf(page, "contact", "");
  const look = async (name: string) => {
    await settled(page);
    assert.deepEqual(await axeViolations(page), [], name);
    if (!SHOTS) return;
    for (const scheme of ["light", "dark"] as const)
      for (const [width, height] of [
        [1440, 900],
        [820, 1180],
        [390, 844],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height });
        await settled(page);
        await page.screenshot({ path: join(SHOTS, `${name}-${width}-${scheme}.png`), fullPage: true });
      }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  await page.goto("/records/import?type=contact");
  await page.getByRole("heading", { name: "Import a file" }).waitFor();
  await look("start");
  await dropFile(page, { name: "kontakte.csv", mimeType: "text/csv", buffer: await readFile(join(FILES, "bad-cells.csv")) });
  await page.getByRole("heading", { name: "kontakte.csv" }).waitFor();
  assert.equal(await page.getByLabel("Auftragswert is written as").inputValue(), "1.234,5");
  assert.equal(await page.getByLabel("Letzter Kontakt is written as").inputValue(), "day_month_year");
  assert.equal(await page.getByLabel("Unknown names in Firma").inputValue(), "create");
  await page.getByRole("region", { name: "Preview" }).getByText("Fernhill & Söhne KG").first().waitFor();
  await look("columns");

  await page.getByRole("button", { name: "Check the file" }).click(); // the first click
  await page.getByRole("heading", { name: "Check complete" }).waitFor();
  // 18 rows have the email of an earlier one: they change nothing before somebody says so.
  await page.getByRole("heading", { name: "18 rows share an email with an earlier row" }).waitFor();
  const before18 = await figures(page);
  assert.deepEqual([before18["would be created"], before18["would change"], before18["refused"]], ["463", "0", "37"]);
  await page.getByText("1 column not imported: Bemerkung").waitFor();
  await look("repeats");
  await page.getByLabel("Import all rows").click();
  await page.getByRole("button", { name: "Import 481 rows" }).waitFor();
  assert.deepEqual(await figures(page), {
    "would be created": "463",
    "would change": "18",
    unchanged: "0",
    refused: "19",
    "with warnings": "243",
  });
  const byColumn = page.getByRole("region", { name: "Report by column" }).getByRole("row");
  await byColumn.filter({ hasText: "Firma" }).getByText("new organizations").waitFor();
  await byColumn.filter({ hasText: "Quelle" }).getByText('Not an option: "Messe"').waitFor();
  await look("checked");

  await page.getByRole("button", { name: "Import 481 rows" }).click(); // the second click
  await page.getByRole("heading", { name: "Import complete" }).waitFor();
  assert.deepEqual(await figures(page), { created: "463", changed: "18", unchanged: "0", refused: "19", "with warnings": "243" });
  assert.equal(await countOf(page, "contact", ""), before + 463);
  await look("imported");
  const [warnings] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Warnings" }).click()]);
  assert.equal(warnings.suggestedFilename(), "kontakte, warnings.csv");

  await page.getByRole("button", { name: "Undo the import" }).click();
  await page
    .getByRole("dialog")
    .getByText(/Undo moves 463 new contacts and \d+ new related records to the trash/)
    .waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
  await page.getByRole("heading", { name: "Import undone" }).waitFor();
  assert.equal(await countOf(page, "contact", ""), before);
  assert.deepEqual(consoleErrors, []);
});

test("a workbook is imported from the sheet that is chosen", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  page.setDefaultTimeout(LONG_MS);
  await signIn(page, installation.admin);
  const book = { name: "book.xlsx", mimeType: "application/octet-stream", buffer: await readFile(join(FILES, "libreoffice.xlsx")) };
  await page.goto("/records/import?type=organization");
  await choose(page, book);
  await page.getByLabel("Sheet").selectOption({ label: "Firmen" });
  await page.getByLabel("Firma goes to").waitFor();
  assert.equal(await page.getByLabel("Firma goes to").inputValue(), "name");
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await page.getByRole("heading", { name: "Import complete" }).waitFor();
  assert.equal(await countOf(page, "organization", 'name:"Aldermoor GmbH"'), 1);
  assert.deepEqual(consoleErrors, []);
});

test("a column that fits no field becomes a field from its menu, and its values are imported", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  page.setDefaultTimeout(LONG_MS);
  await signIn(page, installation.admin);
  await page.goto("/records/import?type=contact");
  await choose(page, csv("fair.csv", ["Name,Badge colour", "Anneke Halloway,Green", "Piotr Halloway,Blue"]));
  const column = page.getByLabel("Badge colour goes to");
  await column.selectOption({ label: "Create field…" });
  const dialog = page.getByRole("dialog");
  assert.equal(await dialog.getByLabel("Name", { exact: true }).inputValue(), "Badge colour");
  await dialog.getByRole("button", { name: "Add field" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await column.inputValue(), "badge_colour", "the column goes to its field");
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await page.getByRole("heading", { name: "Import complete" }).waitFor();
  assert.equal(await countOf(page, "contact", "badge_colour:Green name~Halloway"), 1);
  assert.deepEqual(consoleErrors, []);
});

/** The figures of a report, by their words. */
const figures = async (page: Parameters<typeof settled>[0]): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("dl > div")].map((one) => [
        one.querySelector("dt")?.textContent ?? "",
        one.querySelector("dd")?.textContent ?? "",
      ]),
    ),
  );
