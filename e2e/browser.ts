import { type Browser, chromium, type Page } from "playwright-core";
import type { SignIn } from "./installation.ts";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
];

export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** Sizes and themes to check. Colours do not depend on the size, so dark is checked on a desktop only. */
export const looks = [
  { size: "desktop", scheme: "light" },
  { size: "desktop", scheme: "dark" },
  { size: "phone", scheme: "light" },
] as const;

export const openBrowser = () => chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });

export interface Visitor {
  page: Page;
  /** Errors and content security policy violations in the console. Failed calls are left out. */
  consoleErrors: string[];
}

export interface Look {
  size?: keyof typeof sizes;
  scheme?: "light" | "dark";
}

/** A browser context of its own: shares no cookies with any other. */
export async function visit(browser: Browser, baseUrl: string, { size = "desktop", scheme = "light" }: Look = {}): Promise<Visitor> {
  const isPhone = size === "phone";
  const context = await browser.newContext({
    baseURL: baseUrl,
    // Signs up with euros and the day before the month, as these tests expect.
    locale: "en-IE",
    viewport: sizes[size],
    colorScheme: scheme,
    isMobile: isPhone,
    hasTouch: isPhone,
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseUrl });
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  page.on("pageerror", (error) => consoleErrors.push(error.message));
  page.on("console", (message) => {
    const isRefusedCall = message.text().startsWith("Failed to load resource");
    if (["error", "warning"].includes(message.type()) && !isRefusedCall) consoleErrors.push(message.text());
  });
  return { page, consoleErrors };
}

export async function signIn(page: Page, { email, password }: SignIn, next = "/"): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  await settled(page);
}

export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Company").fill("Quayside Works");
  await page.getByLabel("Your name").fill("Duarte Sequeira");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a quiet harbour at dawn");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Set up Quayside Works" }).waitFor();
}

/** Waits until the page is complete: its title, no skeleton, and all fades over (150 ms at most). */
export async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1, includeHidden: true }).first().waitFor({ state: "attached" });
  await page.waitForFunction(() => document.querySelector("[aria-label=Loading]") === null);
  await page.waitForTimeout(250);
}
