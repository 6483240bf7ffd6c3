import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser, settled, signIn, sizes, visit } from "../e2e/browser.ts";
import { startInstallation, type SignIn } from "../e2e/installation.ts";
import type { pages } from "../server/src/pages.ts";

const FOLDER = join(import.meta.dirname, "../docs/images");
const KEYS_CALL = "**/app/call/keys.list";

type PagePath = (typeof pages)[number];

const gatePages = {
  "sign-in": "/sign-in",
  "sign-up": "/sign-up",
  "forgot-password": "/forgot-password",
} satisfies Record<string, PagePath>;

const memberPages = {
  start: "/",
  dashboard: "/dashboard",
  profile: "/profile",
  security: "/profile/security",
  "api-keys": "/profile/api",
  company: "/company",
  "company-members": "/company/members",
  "company-keys": "/company/keys",
  "company-activity": "/company/activity",
  "company-data-model": "/company/data-model",
  import: "/records/import",
  "docs-api-keys": "/docs/api-keys",
  "docs-filter-syntax": "/docs/filter-syntax",
} satisfies Record<string, PagePath>;

/** Lists as their addresses say. */
const listPages = {
  "records-table": "/records/deal?filter=stage%3Aproposal%2Cnegotiation+amount%3E%3D10000+close_date%3Atoday..%2B90d&sort=close_date",
  "records-groups": "/records/deal?group=stage&sort=close_date",
  "records-contacts": "/records/contact?sort=name",
  "records-empty": "/records/deal?filter=stage%3Aproposal+amount%3E%3D9000000",
  "records-new": "/records/deal?create=true",
  "data-model-deals": "/company/data-model?type=deal",
  "data-model-new-field": "/company/data-model?type=deal&open=new-field",
  "data-model-pipeline": "/company/data-model?type=deal&field=stage",
};

/** The keys page when there is nothing, not yet, or no answer. */
const keyStates: Record<string, (page: Page) => Promise<unknown>> = {
  loading: async (page) => {
    await page.route(KEYS_CALL, () => new Promise(() => {}));
    await page.goto("/profile/api");
    await page.getByLabel("Loading").waitFor();
    await page.waitForTimeout(300);
  },
  error: async (page) => {
    await page.unroute(KEYS_CALL);
    await page.route(KEYS_CALL, (route) => route.abort());
    await page.goto("/profile/api");
    await page.getByText("Your keys could not be loaded").waitFor();
  },
  added: async (page) => {
    await page.unroute(KEYS_CALL);
    await page.goto("/profile/api?add=true");
    await page.getByRole("dialog").getByLabel("Name").fill("Claude Code, desktop");
    await page.keyboard.press("Enter");
    await page.getByText("You will not see it again.").waitFor();
    await page.waitForTimeout(300);
  },
};

// Pictures of every page for the documentation and for whoever reviews a change of the look.
await mkdir(FOLDER, { recursive: true });
const browser = await openBrowser();
for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) {
  await takeLook(size, "light");
  await takeLook(size, "dark");
}
await browser.close();

async function takeLook(size: keyof typeof sizes, scheme: "light" | "dark"): Promise<void> {
  // Each look starts from the same company, untouched by the look before.
  const installation = await startInstallation({ withDemo: true });
  const ending = `${size === "phone" ? "phone-" : ""}${scheme}.png`;
  const open = async () => (await visit(browser, installation.baseUrl, { size, scheme })).page;
  const picture = (page: Page, name: string) => page.screenshot({ path: join(FOLDER, `${name}-${ending}`), caret: "hide" });

  await takeAll(await open(), gatePages, picture);
  await takeAll(await open(), memberPages, picture, installation.admin);
  await takeAll(await open(), listPages, picture, installation.admin);
  await takeAll(await open(), { "api-keys-empty": "/profile/api" }, picture, installation.member);
  const page = await open();
  await signIn(page, installation.admin);
  for (const [state, show] of Object.entries(keyStates)) {
    await show(page);
    await picture(page, `api-keys-${state}`);
  }
  await installation[Symbol.asyncDispose]();
}

async function takeAll(
  page: Page,
  paths: Record<string, string>,
  picture: (page: Page, name: string) => Promise<unknown>,
  person?: SignIn,
) {
  if (person) await signIn(page, person);
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(path);
    await settled(page);
    await picture(page, name);
  }
}
