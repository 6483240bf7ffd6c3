import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled, signIn, sizes, visit } from "./browser.ts";
import { choose, contacts, csv, dropFile } from "./chosen-file.ts";
import { nameOfFocused, tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";
import { ask, countOf, firstOf } from "./records.ts";

const PAGE = "/records/import";
const LONG_MS = 120_000; // the machine may be busy with other tests

test(
  "a file becomes contacts: dropped, mapped, checked, imported, and taken back",
  { tag: "@gate" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    const { page, consoleErrors } = await visit(browser, installation.baseUrl);
    page.setDefaultTimeout(LONG_MS);
    await signIn(page, installation.admin, `${PAGE}?type=contact`);
    const before = await countOf(page, "contact", "");

    await dropFile(page, contacts(30, "drop"));
    await page.getByRole("heading", { name: "drop.csv" }).waitFor();
    assert.equal(await page.getByLabel("Separator").inputValue(), ";");
    assert.equal(await page.getByLabel("Encoding").inputValue(), "utf-8");
    const rowOf = (name: string) =>
      page.getByRole("table", { name: "Columns of the file" }).getByRole("row", { name: new RegExp(`^${name}`) });
    assert.match((await rowOf("Last contacted").textContent()) ?? "", /01\.10\.2026 · 02\.10\.2026.*Good/);
    assert.match((await rowOf("Mobile").textContent()) ?? "", /Good/);
    assert.match((await rowOf("Shoe size").textContent()) ?? "", /Skipped/);
    assert.equal(await page.getByLabel("Last contacted is written as").inputValue(), "day_month_year");

    const preview = page.getByRole("region", { name: "Preview" }).getByRole("row");
    await preview.filter({ hasText: "Kees Vermeer 0" }).filter({ hasText: "New contact" }).waitFor();
    await preview.filter({ hasText: "nobody" }).filter({ hasText: "Refused" }).waitFor();
    await page.getByLabel("Shoe size goes to").selectOption({ label: "City" });
    await rowOf("Shoe size").getByText("Your choice").waitFor();
    await preview.filter({ hasText: "Kees Vermeer 1" }).filter({ hasText: "41" }).first().waitFor();

    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByRole("heading", { name: "Check complete" }).waitFor();
    assert.deepEqual(await figures(page), {
      "would be created": "27",
      "would change": "0",
      unchanged: "0",
      refused: "3",
      "with warnings": "0",
    });
    assert.deepEqual(await page.getByRole("table", { name: "Refused rows" }).getByRole("row").nth(1).getByRole("cell").allTextContents(), [
      "11",
      "E-Mail",
      "Expected an email address such as anneke@aldermoor.example. ",
    ]);
    assert.equal(await countOf(page, "contact", ""), before, "a check writes nothing");

    const [refused] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Refused rows" }).click()]);
    assert.equal(refused.suggestedFilename(), "drop, refused rows.csv");
    assert.match(await readFile(await refused.path(), "utf8"), /Kees,Vermeer 9,nobody,.*,11,"?E-Mail: Expected/);

    await page.getByRole("button", { name: "Import 27 rows" }).click();
    await page.getByRole("heading", { name: "Import complete" }).waitFor();
    assert.deepEqual(await figures(page), { created: "27", changed: "0", unchanged: "0", refused: "3", "with warnings": "0" });
    assert.equal(await countOf(page, "contact", ""), before + 27);
    const { id } = await firstOf(page, "contact", "email:kees3@drop.example");
    await ask(page, "records.update", { id, values: { city: "Utrecht" } });

    await page.getByRole("button", { name: "Undo the import" }).click();
    await page.getByRole("dialog").getByText("Undo moves 27 new contacts to the trash").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
    await page.getByRole("heading", { name: "Import undone" }).waitFor();
    await page.getByText("drop.csv. Undone for 26 records. 1 stay as they are.").waitFor();
    await page.getByRole("table", { name: "Records that stayed" }).getByRole("link", { name: "Kees Vermeer 3" }).waitFor();
    assert.equal(await countOf(page, "contact", ""), before + 1);

    await page.goto(PAGE);
    await page
      .getByRole("table", { name: "Imports" })
      .getByRole("row", { name: /drop\.csv.*Undone/ })
      .waitFor();
    assert.deepEqual(consoleErrors, []);
  },
);

test(
  "rows change the contacts they match, and the delimiter can be put right",
  { tag: "@matrix" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    const { page, consoleErrors } = await visit(browser, installation.baseUrl);
    page.setDefaultTimeout(LONG_MS);
    await signIn(page, installation.admin);
    await ask(page, "records.create", { type: "contact", values: { name: "Known", email: "known@match.example", city: "Lund" } });

    await page.goto(`${PAGE}?type=contact`);
    await choose(page, csv("match.csv", ["Name|Email|City", "Known, a. k. a. Noor|KNOWN@match.example|", "New|new@match.example|Oslo"]));
    await page.getByRole("heading", { name: "match.csv" }).waitFor();
    await page.getByLabel("Separator").selectOption({ label: "Bars |" });
    await page.getByLabel("City goes to").waitFor();
    await page.getByLabel("Update and create").check();
    assert.equal(await page.getByLabel("Contacts are matched by").inputValue(), "email");
    const preview = page.getByRole("region", { name: "Preview" }).getByRole("row");
    await preview.filter({ hasText: "a. k. a. Noor" }).filter({ hasText: "Changes" }).waitFor();
    await preview.filter({ hasText: "Oslo" }).filter({ hasText: "New contact" }).waitFor();

    await page.getByLabel("Email goes to").selectOption({ label: "Not imported" });
    await page.getByText("Choose a column for the field that records are matched by.").waitFor();
    await page.getByLabel("Email goes to").selectOption({ label: "Email" });
    await preview.filter({ hasText: "Changes" }).waitFor();
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByRole("heading", { name: "Check complete" }).waitFor();
    assert.deepEqual(await figures(page), {
      "would be created": "1",
      "would change": "1",
      unchanged: "0",
      refused: "0",
      "with warnings": "0",
    });

    await page.getByRole("button", { name: "Edit columns" }).click();
    assert.ok(await page.getByLabel("Update and create").isChecked(), "what was chosen is still chosen");
    assert.equal(await page.getByLabel("Separator").inputValue(), "|");
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByRole("heading", { name: "Import complete" }).waitFor();
    const known = await firstOf(page, "contact", "email:known@match.example");
    assert.deepEqual([known.title, known.values["city"]], ["Known, a. k. a. Noor", "Lund"], "a blank cell takes nothing away");
    assert.deepEqual(consoleErrors, []);
  },
);

test(
  "an import goes on while nobody looks, and after the worker was restarted",
  { tag: "@matrix" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    const { page, consoleErrors } = await visit(browser, installation.baseUrl);
    page.setDefaultTimeout(LONG_MS);
    await signIn(page, installation.admin);
    await page.goto(`${PAGE}?type=contact`);
    await choose(page, contacts(20_000, "long"));
    await page.getByRole("heading", { name: "long.csv" }).waitFor();
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByRole("button", { name: "Import 18,000 rows" }).waitFor();

    await installation.setWorking(false);
    await page.getByRole("button", { name: "Import 18,000 rows" }).click();
    await page.getByRole("progressbar", { name: "Importing long.csv" }).waitFor();
    await page.getByText("0 of 20,000").waitFor();
    await page.getByText("You can leave this page.").waitFor();
    await page.getByRole("link", { name: "All imports" }).click();
    const row = page.getByRole("table", { name: "Imports" }).getByRole("row", { name: /long\.csv/ });
    await row.getByText("Importing, 0 %").waitFor();
    await page.goto("/company");

    await installation.setWorking(true);
    await page.goto(PAGE);
    await row.getByRole("link", { name: "long.csv" }).click();
    await page.getByRole("heading", { name: "Import complete" }).waitFor();
    assert.deepEqual(await figures(page), { created: "18,000", changed: "0", unchanged: "0", refused: "2,000", "with warnings": "0" });
    assert.equal(await countOf(page, "contact", "email:kees19998@long.example"), 1);
    await page.getByText("The first 100 of them.").waitFor();

    await page.getByRole("button", { name: "Undo the import" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
    const undoing = page.getByRole("progressbar", { name: "Undoing long.csv" });
    await undoing.waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Import undone" }).waitFor();
    assert.equal(await countOf(page, "contact", "email:kees19998@long.example"), 0);
    assert.deepEqual(consoleErrors, []);
  },
);

test(
  "an upload that lost its connection goes on by itself, and one that was left goes on with the same file",
  { tag: "@matrix" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    const { page } = await visit(browser, installation.baseUrl);
    page.setDefaultTimeout(LONG_MS);
    await signIn(page, installation.admin);
    const file = contacts(25_000, "large");
    const parts = Math.ceil(file.buffer.length / 700_000);
    assert.ok(parts >= 3, "the file comes in several parts");
    let sent = 0;
    let lost = 0;
    await page.route("**/app/call/imports.addPart", (route) => {
      sent++;
      if (sent !== 2) return route.continue();
      lost++;
      return route.abort();
    });
    await page.goto(`${PAGE}?type=contact`);
    await choose(page, file);
    await page.getByRole("progressbar", { name: "Uploading large.csv" }).waitFor();
    await page.getByRole("heading", { name: "large.csv" }).waitFor();
    assert.deepEqual([lost, sent], [1, parts + 1]);

    await page.unroute("**/app/call/imports.addPart");
    let isHeld = true;
    await page.route("**/app/call/imports.addPart", (route) => (isHeld ? undefined : route.continue()));
    await page.goto(`${PAGE}?type=contact`);
    await choose(page, contacts(10, "left"));
    await page.getByRole("progressbar", { name: "Uploading left.csv" }).waitFor();
    isHeld = false;
    await page.reload();
    await page.getByRole("heading", { name: "The upload of left.csv stopped" }).waitFor();
    await page.getByLabel("Choose left.csv again").setInputFiles(contacts(11, "other"));
    await page.getByText("This is a different file").waitFor();
    await page.getByLabel("Choose left.csv again").setInputFiles(contacts(10, "left"));
    await page.getByLabel("E-Mail goes to").waitFor();
  },
);

test("what is no CSV is refused in words", { tag: "@matrix" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.member);
  await page.goto(PAGE);
  await page.getByText("No imports yet").waitFor();
  await choose(page, { name: "book.csv", mimeType: "text/csv", buffer: Buffer.from("PK\u0003\u0004 a workbook") });
  await page.getByText("The workbook is damaged.").waitFor();
  await page.goto(PAGE);
  await choose(page, { name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("") });
  await page.getByText("The file is empty.").waitFor();
});

test("an import without a mouse", { tag: "@matrix" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  page.setDefaultTimeout(LONG_MS);
  // Asked for well before the key is pressed: the browser may take its time to hand the dialog over.
  const opened = page.waitForEvent("filechooser");
  await signIn(page, installation.admin);
  await page.goto(PAGE);
  await page.getByRole("heading", { name: "Import a file" }).waitFor();
  await tabTo(page, "Drop a CSV or Excel file here, or choose one");
  await page.keyboard.press("Enter");
  const chooser = await opened;
  await chooser.setFiles(contacts(10, "keys"));
  await page.getByRole("heading", { name: "keys.csv" }).waitFor();
  await tabTo(page, "Shoe size goes to");
  await page.keyboard.type("Ci");
  assert.equal(await page.getByLabel("Shoe size goes to").inputValue(), "city");
  await tabTo(page, "Update and create");
  await page.keyboard.press("ArrowUp");
  assert.equal(await nameOfFocused(page), "Create only");
  await page.keyboard.press("ArrowDown");
  await page.getByLabel("Contacts are matched by").waitFor();
  assert.equal(await nameOfFocused(page), "Update and create");
  await tabTo(page, "Check the file");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Check complete" }).waitFor();
  await tabTo(page, "Import 9 rows");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Import complete" }).waitFor();
  assert.equal((await firstOf(page, "contact", "email:kees1@keys.example")).values["city"], "41");
  await tabTo(page, "Undo the import");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await tabTo(page, "Undo the import");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Import undone" }).waitFor();
  assert.deepEqual(consoleErrors, []);
});

test("on a phone: an import by touch", { tag: "@matrix" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl, { size: "phone" });
  page.setDefaultTimeout(LONG_MS);
  await signIn(page, installation.member);
  await page.goto(PAGE);
  await page.getByLabel("Import as").selectOption({ label: "Tasks" });
  await choose(
    page,
    csv("tasks.csv", ["Task,Due date,Description", `Call back,11/20/2026,${"about the pumps ".repeat(20)}`, "Send the offer,1/2/2026,"]),
  );
  await page.getByRole("heading", { name: "tasks.csv" }).waitFor();
  assert.equal(await page.getByLabel("Due date is written as").inputValue(), "month_day_year");
  const target = await page.getByLabel("Due date goes to").boundingBox();
  assert.ok(target && target.x + target.width <= sizes.phone.width, "nothing is wider than the screen");
  await page.getByRole("button", { name: "Check the file" }).tap();
  await page.getByRole("button", { name: "Import 2 rows" }).tap();
  await page.getByRole("heading", { name: "Import complete" }).waitFor();
  assert.equal((await firstOf(page, "task", '"Call back"')).values["due"], "2026-11-20");
  assert.deepEqual(consoleErrors, []);
});

test(
  "a list is exported as it is shown, with the password, and downloaded again later",
  { tag: "@gate" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    const { page, consoleErrors } = await visit(browser, installation.baseUrl);
    page.setDefaultTimeout(LONG_MS);
    await signIn(page, installation.admin);
    const won = await countOf(page, "deal", "stage:won");
    // A deal that a spreadsheet would run.
    await ask(page, "records.create", { type: "deal", values: { name: "=cmd|' /C calc'!A0", stage: "won", amount: "-5" } });

    await page.goto("/records/deal?filter=stage%3Awon&columns=stage%2Camount");
    await openExport(page);
    const dialog = page.getByRole("dialog", { name: "Export deals" });
    await dialog.getByText(`This list, ${won + 1}`).waitFor();
    await dialog.getByText("Name, Stage, Amount").waitFor();
    await installation.passTime(31 * 60_000);
    await dialog.getByRole("button", { name: "Export" }).click();
    const question = page.getByRole("dialog", { name: "Enter your password" });
    await question.getByLabel("Password", { exact: true }).fill(installation.admin.password);
    await question.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("is ready:").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Download" }).click()]);
    assert.match(download.suggestedFilename(), /^Deals \d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    assert.equal(lines[0], "\uFEFFId,Name,Stage,Amount");
    assert.equal(lines.length, won + 2);
    assert.ok(
      lines.some((line) => line.includes(",'=cmd|' /C calc'!A0,Won,-5")),
      "a formula is written as text, a number as it is",
    );

    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "detached" });
    await openExport(page);
    await dialog.getByLabel("All deals", { exact: false }).check();
    await dialog.getByLabel("All fields", { exact: false }).check();
    await dialog.getByRole("button", { name: "Export" }).click();
    await dialog.getByText("is ready: ").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await openExport(page);
    const past = dialog.getByRole("region", { name: "Your exports" }).getByRole("button", { name: /^Download Deals/ });
    await past.nth(1).waitFor();
    const [again] = await Promise.all([page.waitForEvent("download"), past.first().click()]);
    const whole = (await readFile(await again.path(), "utf8")).trimEnd().split("\r\n");
    assert.equal(whole.length, (await countOf(page, "deal", "")) + 1);
    assert.match(whole[0] ?? "", /^\uFEFFId,Name,Owner,Stage,.*Created,Updated$/);
    assert.deepEqual(consoleErrors, []);
  },
);

test("imports and exports are accessible, in both themes and sizes", { tag: "@matrix" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  for (const { size, scheme } of looks) {
    const { page, consoleErrors } = await visit(browser, installation.baseUrl, { size, scheme });
    page.setDefaultTimeout(LONG_MS);
    await signIn(page, installation.admin);
    const look = async (what: string) => {
      await settled(page);
      assert.deepEqual(await axeViolations(page), [], `${what}, ${size}, ${scheme}`);
    };
    await page.goto(`${PAGE}?type=contact`);
    await page.getByText("Import a file").waitFor();
    await look("the file");
    await choose(page, contacts(20, `axe-${size}-${scheme}`));
    await page.getByRole("region", { name: "Preview" }).waitFor();
    await page.getByLabel("Update and create").check();
    await look("the columns");
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByRole("button", { name: "Import 18 rows" }).waitFor();
    await look("the report");
    await page.getByRole("button", { name: "Import 18 rows" }).click();
    await page.getByRole("button", { name: "Undo the import" }).click();
    await page.getByRole("dialog").waitFor();
    await look("undo");
    await page.goto("/records/deal?filter=stage%3Awon");
    await openExport(page);
    await page.getByText("Shown columns").waitFor();
    await look("the export");
    assert.deepEqual(consoleErrors, [], `${size}, ${scheme}`);
    await page.context().close();
  }
});

async function openExport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Export these deals" }).click();
  await page.getByRole("dialog", { name: "Export deals" }).waitFor();
}

/** The figures of a report, by their words. */
const figures = async (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("dl > div")].map((one) => [
        one.querySelector("dt")?.textContent ?? "",
        one.querySelector("dd")?.textContent ?? "",
      ]),
    ),
  );
