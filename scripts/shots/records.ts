import type { Page } from "@playwright/test";
import { ask, firstOf } from "../../e2e/records.ts";
import { inFew, never, onDesktop, refuse, says, type Shot, shot, skeleton, state } from "./shot.ts";

const FILTER = "stage:discovery,proposal,negotiation amount>=10000 close_date:today..+90d";
const FILTERED = `/records/deal?filter=${encodeURIComponent(FILTER)}&sort=close_date`;
const DEALS = "/records/deal?sort=close_date";
const RECORD = "amount>=40000 stage:negotiation";

export const recordShots: Shot[] = [
  shot("records-table", FILTERED),
  onDesktop(shot("records-groups", "/records/deal?group=stage&sort=close_date")),
  inFew(shot("records-contacts", "/records/contact?sort=name")),
  inFew(shot("records-empty", "/records/deal?filter=stage%3Aproposal+amount%3E%3D9000000")),
  state("records-loading", DEALS, never("records.list"), skeleton),
  state("records-error", DEALS, refuse("records.list"), says("Deals could not be loaded")),
  inFew(shot("records-new", "/records/deal?create=true")),
  onDesktop(shot("records-filter", FILTERED, typeInFilter)),
  onDesktop(shot("records-selected", FILTERED, select)),
  shot("board", "/records/deal?layout=board&sort=-amount"),
  shot("record", DEALS, openRecord),
  shot("record-panel", FILTERED, openBeside),
  shot("palette", FILTERED, search),
  inFew(shot("quick-create", "/company", (page) => press(page, "c"))),
  onDesktop(shot("keyboard-help", DEALS, (page) => press(page, "?"))),
  inFew(shot("export", FILTERED, openExport)),
  shot("trash", "/records/deal/trash", throwAway),
];

async function throwAway(page: Page): Promise<void> {
  for (const name of ["Flow meters, second site", "Spare parts"]) {
    const { record } = await ask<{ record: { id: string } }>(page, "records.create", { type: "deal", values: { name } });
    await ask(page, "records.delete", { id: record.id });
  }
  await page.reload();
  await page
    .getByRole("button", { name: /Restore/ })
    .first()
    .waitFor();
}

/** Saves some views, so that the list has tabs. */
export async function saveViews(page: Page): Promise<void> {
  const views = {
    "My deals": "is:open owner:@me",
    "Going quiet": "is:open updated_at<-30d",
    "Won this quarter": "is:won close_date:this_quarter",
  };
  for (const [name, filter] of Object.entries(views)) await ask(page, "views.create", { type: "deal", name, filter, sort: "close_date" });
}

const press = (page: Page, key: string) => page.keyboard.press(key);

async function typeInFilter(page: Page): Promise<void> {
  await press(page, "/");
  await page.keyboard.type(" owner:");
  await page.getByRole("listbox").waitFor();
}

async function select(page: Page): Promise<void> {
  for (const key of ["j", "j", "j", "x", "j", "x", "j", "x"]) await press(page, key);
  await page.getByRole("toolbar", { name: "3 deals selected" }).waitFor();
}

async function openRecord(page: Page): Promise<void> {
  const { id } = await firstOf(page, "deal", RECORD);
  await page.goto(`/records/deal/${id}`);
}

async function openBeside(page: Page): Promise<void> {
  const { id } = await firstOf(page, "deal", FILTER);
  await page.goto(`${FILTERED}&peek=${id}`);
}

async function search(page: Page): Promise<void> {
  await press(page, "Control+k");
  await page.getByRole("combobox", { name: "Search or run a command" }).fill("energy");
  await page
    .getByRole("option", { name: /Energy/ })
    .first()
    .waitFor();
}

async function openExport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Export these deals" }).click();
  await page.getByText("Shown columns").waitFor();
}
