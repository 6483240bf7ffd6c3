import { existsSync } from "node:fs";
import { type Browser, chromium, type Page, type Request } from "@playwright/test";
import { PATIENCE_MS } from "../server/test/measured.ts";
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

/** A phone, two tablets, a small and a large window, and the last two again with everything twice as large. */
export const windows = {
  "390": { width: 390, height: 844 },
  "720": { width: 720, height: 900 },
  "820": { width: 820, height: 1180 },
  "1024": { width: 1024, height: 768 },
  "1440": { width: 1440, height: 900 },
  "1440 at 200 %": { width: 720, height: 450 },
  "1024 at 200 %": { width: 512, height: 384 },
};

/** Sizes and themes to check. Colours do not depend on the size, so dark is checked on a desktop only. */
export const looks = [
  { size: "desktop", scheme: "light" },
  { size: "desktop", scheme: "dark" },
  { size: "phone", scheme: "light" },
] as const;

// The same engine without the parts of a desktop browser: a test file takes a fifth less time.
const SHELL = "/usr/bin/chromium-headless-shell";
const CHROMIUM = process.env["CHROMIUM"] ?? (existsSync(SHELL) ? SHELL : "/usr/bin/chromium");
/** How browsers are started, also by playwright.config.ts. */
export const LAUNCH = { executablePath: CHROMIUM, args: FLAGS };

/** A browser for a script. A test has the one of its worker. Letters stand where they belong, not where whole pixels are. */
export const openBrowser = () => chromium.launch({ ...LAUNCH, args: [...FLAGS, "--font-render-hinting=none"] });

export interface Visitor {
  page: Page;
  /** Errors and content security policy violations in the console. Failed calls are left out. */
  consoleErrors: string[];
}

export interface Look {
  size?: keyof typeof sizes;
  scheme?: "light" | "dark";
  /** Another window than that of the size. */
  window?: { width: number; height: number; deviceScaleFactor?: number };
}

/** A browser context of its own: shares no cookies with any other. */
export async function visit(
  browser: Browser,
  baseUrl: string,
  { size = "desktop", scheme = "light", window }: Look = {},
): Promise<Visitor> {
  const isPhone = size === "phone";
  const context = await browser.newContext({
    baseURL: baseUrl,
    // Signs up with euros and the day before the month, as these tests expect.
    locale: "en-IE",
    viewport: window ?? sizes[size],
    deviceScaleFactor: window?.deviceScaleFactor ?? 1,
    colorScheme: scheme,
    isMobile: isPhone,
    hasTouch: isPhone,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseUrl });
  await context.addInitScript(countCalls);
  const page = await context.newPage();
  followScripts(page);
  const consoleErrors: string[] = [];
  page.on("pageerror", (error) => consoleErrors.push(error.message));
  page.on("console", (message) => {
    const isRefusedCall = message.text().startsWith("Failed to load resource");
    // What looks into every frame of a page, as axe does, is kept out of the one around a mail.
    const isKeptOut = /^Blocked script execution in '[^']+\/app\/mail-frame'/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isRefusedCall && !isKeptOut) consoleErrors.push(message.text());
  });
  return { page, consoleErrors };
}

/** Signs in with the call that the form makes: loading the form first takes as long again as loading the page. */
export async function signIn(page: Page, who: SignIn, next = "/"): Promise<void> {
  await openSession(page, who);
  await page.goto(next);
  await settled(page);
}

/** The same without a page: for who opens one later, or another. */
export async function openSession(page: Page, { email, password }: SignIn): Promise<void> {
  const answer = await page.request.post("/app/call/sessions.create", { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} was not signed in: ${await answer.text()}`);
}

/** Signs in as a person does, who then lands on the page that the address names. */
export async function signInByForm(page: Page, { email, password }: SignIn, next: string): Promise<void> {
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

/** Frames without anything moving after which a page is taken for complete. */
const QUIET_FRAMES = 6;

/** Runs in the page: remembers when each call began that is not answered yet. */
function countCalls(): void {
  const waiting = new Set<number>();
  const send = window.fetch;
  window.fetch = async (...given: Parameters<typeof fetch>) => {
    let began = performance.now();
    while (waiting.has(began)) began += 0.001;
    waiting.add(began);
    try {
      return await send(...given);
    } finally {
      waiting.delete(began);
    }
  };
  Object.assign(window, { waitingCalls: waiting });
}

/** A call that takes longer is one that a test holds back. */
const LONGEST_CALL_MS = 3_000;

const scriptsOnTheWay = new WeakMap<Page, Set<Request>>();

/** A part of a page that is loaded later is known to the page itself only once it is there. */
function followScripts(page: Page): void {
  const onTheWay = new Set<Request>();
  scriptsOnTheWay.set(page, onTheWay);
  page.on("request", (request) => request.resourceType() === "script" && onTheWay.add(request));
  page.on("requestfinished", (request) => onTheWay.delete(request));
  page.on("requestfailed", (request) => onTheWay.delete(request));
  page.on("framenavigated", (frame) => frame === page.mainFrame() && onTheWay.clear());
}

/** React shows a part that came later at most this long after the one before it. */
const SHOWN_MS = 350;

/** Waits until the page is complete: its title, no skeleton, all parts and calls there, and all fades over, for six frames in a row. */
export async function settled(page: Page): Promise<void> {
  do await quiet(page);
  while ((scriptsOnTheWay.get(page)?.size ?? 0) > 0);
}

async function quiet(page: Page): Promise<void> {
  // Asked in the page at every frame: from outside, Playwright looks for an element only every half second.
  await page.waitForFunction(
    ({ wait, frames, longest, shown }) => {
      const known = window as { settling?: { wait: number; frames: number; loaded: number }; waitingCalls?: Set<number> };
      const moves = ({ playState, effect }: Animation) =>
        playState === "running" && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
      const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const loaded = resources.length;
      const isNew = ({ name, responseEnd }: PerformanceResourceTiming) => name.endsWith(".js") && performance.now() - responseEnd < shown;
      if (known.settling?.wait !== wait) known.settling = { wait, frames: 0, loaded };
      const isComplete =
        // While a part of the next page is loaded, React keeps the one before in the document, hidden by this style.
        [...document.querySelectorAll("h1, [role=heading][aria-level='1']")].some((one) => !one.closest("[style*='display: none']")) &&
        document.querySelector("[aria-label=Loading]") === null &&
        known.settling.loaded === loaded &&
        !resources.some(isNew) &&
        ![...(known.waitingCalls ?? [])].some((began) => performance.now() - began < longest) &&
        !document.getAnimations().some(moves);
      known.settling = { wait, loaded, frames: isComplete ? known.settling.frames + 1 : 0 };
      return known.settling.frames >= frames;
    },
    { wait: waits++, frames: QUIET_FRAMES, longest: LONGEST_CALL_MS, shown: SHOWN_MS },
  );
}

let waits = 0;
