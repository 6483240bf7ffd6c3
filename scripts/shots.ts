import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openBrowser, signIn, signUp, visit } from "../e2e/browser.ts";
import { startInstallation } from "../e2e/installation.ts";
import { allLooks, type ShotLook, usualLooks } from "./shots/looks.ts";
import { inboxShots } from "./shots/inbox.ts";
import { newCompanyShots } from "./shots/new-company.ts";
import { addLeads } from "./shots/leads.ts";
import { addLeadForm } from "./shots/lead-form.ts";
import { leadSendingShots } from "./shots/lead-sending.ts";
import { gateShots, pageShots } from "./shots/pages.ts";
import { recordShots, saveViews } from "./shots/records.ts";
import type { Shot } from "./shots/shot.ts";
import { addWebhooks } from "./shots/webhooks.ts";

// Not in the repository: only the pictures that the documentation shows are.
const FOLDER = join(import.meta.dirname, "../.local/shots");
const SHOWN = join(import.meta.dirname, "../docs/images");
const LONG_MS = 60_000;

// Screenshots of every page in .local/shots, for reviews of visual changes; those that docs/images has are replaced there.
// `npm run shots` takes all and removes obsolete ones; `npm run shots -- board record` takes only these,
// `npm run shots -- --widths board record` in every window, light and dark.
const wanted = process.argv.slice(2).filter((word) => word !== "--widths");
const inEveryWindow = process.argv.includes("--widths");
const made = new Set<string>();

await mkdir(FOLDER, { recursive: true });
const shown = new Set(await readdir(SHOWN));
await using installation = await startInstallation({ withDemo: true });
await using browser = await openBrowser();

// One session for all screenshots: each sign-in would show on the security page and in the activity.
const first = await open({ name: "light", size: "desktop", scheme: "light" });
await signIn(first, installation.admin);
await saveViews(first);
await using webhooks = await addWebhooks(first);
const leads = await addLeads(first, installation.baseUrl);
const leadForm = await addLeadForm(first);
const leadSending = await leadSendingShots(first);
const inbox = await inboxShots(first);
const cookies = await first.context().cookies();

for (const look of inEveryWindow ? allLooks : usualLooks) {
  await take(() => open(look), look, gateShots);
  await take(() => openSignedIn(look), look, [
    ...pageShots,
    ...recordShots,
    ...webhooks.shots,
    ...leadSending,
    ...leadForm,
    ...leads,
    ...inbox,
  ]);
  await take(() => openNewCompany(look), look, newCompanyShots);
}
if (wanted.length === 0 && !inEveryWindow) await removeOthers();

async function open(look: ShotLook): Promise<Page> {
  const { page } = await visit(browser, installation.baseUrl, look);
  page.setDefaultTimeout(LONG_MS);
  return page;
}

async function openSignedIn(look: ShotLook): Promise<Page> {
  const page = await open(look);
  await page.context().addCookies(cookies);
  return page;
}

async function openNewCompany(look: ShotLook): Promise<Page> {
  const page = await open(look);
  await signUp(page, `duarte.${look.name}@quayside.example`);
  return page;
}

async function take(openPage: () => Promise<Page>, { name: look }: ShotLook, shots: readonly Shot[]): Promise<void> {
  const chosen = shots.filter(
    ({ name, looks }) => (wanted.length === 0 || wanted.includes(name)) && (inEveryWindow || !looks || looks.includes(look)),
  );
  if (chosen.length === 0) return;
  const page = await openPage();
  for (const { name, show } of chosen) {
    await show(page);
    const file = `${name}-${look}.png`;
    await page.screenshot({ path: join(FOLDER, file), caret: "hide" });
    if (shown.has(file)) await copyFile(join(FOLDER, file), join(SHOWN, file));
    made.add(file);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  await page.context().close();
}

async function removeOthers(): Promise<void> {
  for (const file of await readdir(FOLDER)) {
    if (file.endsWith(".png") && !made.has(file)) await rm(join(FOLDER, file));
  }
}
