import type { Page } from "@playwright/test";
import { choose, contacts } from "../../e2e/chosen-file.ts";
import { inFew, type Shot, shot } from "./shot.ts";

/** Pages of a company that has just signed up. They are taken in this order, in a company of their own. */
export const newCompanyShots: Shot[] = [
  shot("first-run", "/dashboard"),
  inFew(shot("records-first-run", "/records/deal")),
  inFew(shot("dashboard-empty", "/dashboard", hideSteps)),
  inFew(shot("records-none", "/records/deal")),
  inFew(shot("api-keys-empty", "/profile/api")),
  inFew(shot("webhooks-empty", "/company/webhooks")),
  inFew(shot("inbox-empty", "/inbox")),
  inFew(shot("channels-empty", "/company/channels")),
  shot("api-keys-added", "/profile/api?add=true", addKey),
  inFew(shot("import", "/records/import")),
  inFew(shot("import-columns", "/records/import?type=contact", chooseFile)),
  shot("import-check", "/records/import?type=contact", checkRepeats),
  inFew(shot("import-report", "/records/import?type=contact", importFile)),
];

async function hideSteps(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Hide" }).click();
}

async function addKey(page: Page): Promise<void> {
  await page.getByRole("dialog").getByLabel("Name").fill("Claude Code, desktop");
  await page.keyboard.press("Enter");
  await page.getByText("You will not see it again.").waitFor();
}

async function chooseFile(page: Page): Promise<void> {
  await choose(page, contacts(30, "contacts"));
  await page.getByRole("region", { name: "Preview" }).getByText("New contact").first().waitFor();
}

const REPEATS =
  "Name;E-Mail;Firma;Region;Fax\nAda Lind;ada@lind.example;Lind AG;Nord;1\nBo Vos;bo@vos.example;Vos BV;Süd;2\nBo de Vos;bo@vos.example;Vos BV;Süd;3\n";

async function checkRepeats(page: Page): Promise<void> {
  await choose(page, { name: "kunden.csv", mimeType: "text/csv", buffer: Buffer.from(REPEATS) });
  await page.getByRole("region", { name: "Preview" }).getByText("New contact").first().waitFor();
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("heading", { name: "Rows 3 and 4 share an email" }).waitFor();
}

async function importFile(page: Page): Promise<void> {
  await chooseFile(page);
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: "Import 27 rows" }).click();
  await page.getByRole("heading", { name: "Import complete" }).waitFor();
}
