import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { signUp, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import type { Installation } from "./installation.ts";

const LONG_MS = 60_000;

/** As strict as a site can be: no inline code or style, nothing from elsewhere, no text that becomes markup. */
const policy = (kith: string, own: string) =>
  [
    "default-src 'none'",
    `script-src ${kith}`,
    `connect-src ${kith}`,
    // The answer to a form without script leads back to the site, and that counts as well.
    `form-action ${kith} ${own}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Corrin Dairy</title></head><body><main>${body}</main></body></html>`;

/** Their own HTML, as somebody writes it who has read the guide. */
const ownForm = (kith: string, form: string) => `<h1>Contact</h1>
<form data-kith="${form}" action="${kith}/f/${form}" method="post">
  <p><label for="name">Name</label><input id="name" name="name" autocomplete="name" required></p>
  <p><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="email" required></p>
  <p><label for="message">Message</label><textarea id="message" name="message"></textarea></p>
  <p><input id="consent" name="consent" type="checkbox" value="true"><label for="consent">You may answer me by email.</label></p>
  <button>Send</button>
</form>
<script src="${kith}/f/kith.js" async></script>`;

/** A website on another origin, with a form of ours on each of its pages. */
async function startSite(kith: string, formOf: () => string) {
  const server = createServer((request, response) => {
    const form = formOf();
    const pages: Record<string, string | undefined> = {
      "/contact": ownForm(kith, form),
      "/place": `<h1>Contact</h1><div data-kith-form="${form}"></div><script src="${kith}/f/kith.js" async></script>`,
      "/line": `<h1>Contact</h1><script src="${kith}/f/kith.js" data-kith-form="${form}" async></script>`,
      "/other": `<h1>Prices</h1><script src="${kith}/f/kith.js" async></script>`,
      "/thanks": "<h1>Thank you</h1>",
    };
    const found = pages[new URL(request.url ?? "", url).pathname];
    response.writeHead(found ? 200 : 404, { "content-type": "text/html", "content-security-policy": policy(kith, url) });
    response.end(page(found ?? "<h1>Not found</h1>"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export interface Submission {
  id: string;
  state: string;
  given: Record<string, string>;
  attribution: Record<string, string>;
  consent: { given: boolean; text: string } | null;
  reasons: string[];
}

interface Started {
  installation: Installation;
  otherUrl: string;
  browser: Browser;
  site: Awaited<ReturnType<typeof startSite>>;
  key: string;
}

/** An installation whose http node can be killed, a company with a form, a website that has it, and a browser. */
export function sharedWebsite(form: object) {
  let shared: Started | undefined;
  let formId = "";
  const started = () => {
    if (!shared) throw new Error("The website starts before the first test of the file.");
    return shared;
  };
  /** By the node that lives while the other is away. */
  const ask = async <Answer>(path: string, body?: object, method = body ? "POST" : "GET"): Promise<Answer> => {
    const answer = await fetch(`${started().otherUrl}/api/v1${path}`, {
      method,
      headers: { "x-api-key": started().key, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };

  test.beforeAll(async ({ browser, startSharedInstallation }) => {
    const installation = await startSharedInstallation({ withHttpProcess: true });
    const { page } = await visit(browser, installation.baseUrl);
    page.setDefaultTimeout(LONG_MS);
    await signUp(page, "duarte@quayside.example");
    const key = await page.evaluate(async () => {
      const answer = await fetch("/app/call/keys.create", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "Website" }),
      });
      return ((await answer.json()) as { key: string }).key;
    });
    await page.context().close();
    const site = await startSite(installation.baseUrl, () => formId);
    shared = { installation, otherUrl: await installation.startOther(), browser, site, key };
    const source = { state: "published", redirect_url: `${site.url}/thanks`, origins: [site.url], ...form };
    formId = (await ask<{ public_id: string }>("/lead-sources", source)).public_id;
  });
  test.afterAll(async () => {
    shared?.site.stop();
    await shared?.installation[Symbol.asyncDispose]();
  });

  return {
    ask,
    get installation() {
      return started().installation;
    },
    get site() {
      return started().site.url;
    },
    /** The hosted page. */
    get hosted() {
      return `${started().installation.baseUrl}/f/${formId}`;
    },
    async visitor(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
      const context = await started().browser.newContext({ locale: "en-IE", ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(LONG_MS);
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) errors.push(message.text());
      });
      return { context, page, errors };
    },
    /** What the service has from somebody of that name. */
    async sentBy(name: string): Promise<Submission[]> {
      const { items } = await ask<{ items: Submission[] }>("/submissions?limit=100");
      return items.filter(({ given }) => given["name"] === name);
    },
  };
}

export async function fill(page: Page, name: string, email = "camille@corrin.example"): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
}

/** Watches for how long the page does not come to anything else. The answer tells the longest time. */
export async function watchBusy(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { longest: 0, last: performance.now() };
    Object.assign(window, { seen });
    const tick = () => {
      const now = performance.now();
      seen.longest = Math.max(seen.longest, now - seen.last);
      seen.last = now;
      setTimeout(tick, 10);
    };
    tick();
  });
  return () => page.evaluate(() => (window as unknown as { seen: { longest: number } }).seen.longest);
}

/** What is kept in the browser. */
export const keptIn = (page: Page) => page.evaluate(() => Object.keys(localStorage).length);
