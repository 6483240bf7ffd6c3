import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { pages } from "../server/src/pages.ts";
import { axeViolations } from "./axe.ts";
import { settled, signIn, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addForm, sendForm, spam } from "./leads.ts";
import { ask, firstOf, listDeals } from "./records.ts";
import { scaled } from "../server/test/measured.ts";

const MAX_SHIFT = 0.05;
const load = (page: Page, path: string): Promise<unknown> => page.goto(path);
/**
 * The gate loads the application once and goes from page to page in it, as people do: loading it again costs as much as the look at the page.
 * The complete run loads every page, and so sees what moves while it does.
 */
const openInside = scaled(load, goInside);
const beforeSignIn = new Set<string>(["/sign-in", "/sign-up", "/forgot-password", "/reset-password", "/join"]);

/** How to open each dialog, by its name. */
const openings: Record<string, (page: Page) => Promise<unknown>> = {
  "the palette": async (page) => {
    await page.goto("/");
    await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
  },
  "the name of a key": (page) => page.goto("/profile/api?add=true"),
  "a new key": async (page) => {
    await page.getByRole("dialog").getByLabel("Name").fill("Claude Code, desktop");
    await page.keyboard.press("Enter");
    await page.getByText("You will not see it again.").waitFor();
    await page.getByRole("dialog", { name: "Add a key" }).waitFor({ state: "detached" });
  },
  "deleting a key": async (page) => {
    await page.goto("/profile/api");
    await page.getByRole("button", { name: "Actions for n8n" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("It stops working at once.").waitFor();
  },
  "an invitation": (page) => page.goto("/company/members?invite=true"),
  "disabling a member": async (page) => {
    await page.goto("/company/members");
    await page.getByRole("button", { name: "Actions for Joel Adeyemi" }).click();
    await page.getByRole("menuitem", { name: "Disable" }).click();
    await page.getByText("You can enable them again.").waitFor();
  },
};

test(
  "every page and dialog is accessible, logs no error and does not shift, in both themes and sizes",
  { tag: "@gate" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });

    for (const size of scaled(["desktop", "phone"] as const, ["desktop"] as const)) {
      const { page, consoleErrors } = await visit(browser, installation.baseUrl, { size });
      await watchShifts(page);

      const look = async (what: string) => {
        await settled(page);
        assert.deepEqual(await axeViolations(page), [], `axe on ${what}, ${size}`);
        // Colours do not depend on the size, so dark is checked on a desktop only.
        if (size === "desktop" && scaled(true, false)) await lookInTheDark(what);
      };
      // Switch the theme in place: loading every page again in the dark would take twice as long.
      const lookInTheDark = async (what: string) => {
        await page.emulateMedia({ colorScheme: "dark" });
        await page.waitForFunction(() => document.documentElement.dataset["mantineColorScheme"] === "dark");
        await settled(page);
        assert.deepEqual(await axeViolations(page), [], `axe on ${what}, in the dark`);
        await page.emulateMedia({ colorScheme: "light" });
      };
      const lookAtPage = async (path: string, open = load) => {
        await open(page, path);
        await look(path);
        assert.ok((await shiftOf(page)) <= scaled(MAX_SHIFT, Infinity), `${path} moves while loading, ${size}`);
        assert.match(await page.title(), / · Kith$/, `${path} has a title`);
      };

      for (const path of beforeSignIn) await lookAtPage(path);
      await signIn(page, installation.admin);
      const { items } = await listDeals(page, "stage:proposal");
      // Nobody listens there: the delivery shows a failed attempt.
      const { webhook } = await ask<{ webhook: { id: string } }>(page, "webhooks.create", { url: "http://127.0.0.1:9/every-page" });
      const { event } = await ask<{ event: string }>(page, "webhooks.sendTest", { id: webhook.id });
      const form = await addForm(page, `Every page, ${size}`, { consent_text: "We may answer you." });
      await sendForm(installation.baseUrl, form, spam("Every Page", "See https://a.example and https://b.example"));
      const sent = await ask<{ items: { id: string }[] }>(page, "leads.listSubmissions", { source: form.id });
      const submission = sent.items[0]?.id ?? "";
      const { destination } = await ask<{ destination: { id: string } }>(page, "leadSending.createDestination", {
        name: `Nobody, ${size}`,
        kind: "http",
        url: "http://127.0.0.1:9/every-page",
      });
      const { delivery } = await ask<{ delivery: string }>(page, "leadSending.testDestination", { id: destination.id });
      const channel = await ask<{ id: string }>(page, "channels.create", { kind: "api", name: `Trade fair app, ${size}` });
      // One with its email in a frame, as most are.
      const mails = await ask<{ items: { id: string }[] }>(page, "inbox.list", { filter: "channel:Service", limit: 1 });
      const conversation = mails.items[0]?.id ?? "";
      const ids: Record<string, string> = {
        conversation,
        type: "deal",
        id: items[0]?.id ?? "",
        channel: channel.id,
        webhook: webhook.id,
        event,
        source: form.id,
        submission,
        destination: destination.id,
        delivery,
        page: "sdk",
      };
      const addressOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
      for (const path of pages.filter((path) => !beforeSignIn.has(path))) await lookAtPage(addressOf(path), openInside);
      // Other features have parts of their own on the page of a lead.
      await lookAtPage(`/records/lead/${(await firstOf(page, "lead", "")).id}`, openInside);
      // Dialogs are the same on a phone. Those that differ have their own tests.
      for (const [what, open] of size === "phone" ? [] : Object.entries(openings)) {
        await open(page);
        await page.getByRole("dialog").waitFor();
        await look(what);
      }
      assert.deepEqual(consoleErrors, [], size);
      await page.context().close();
    }
  },
);

test("a page opened in the dark theme is dark and logs no error", { tag: "@matrix" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl, { scheme: "dark" });
  await signIn(page, installation.admin);
  for (const path of ["/", "/records/deal"]) {
    await page.goto(path);
    await settled(page);
    assert.equal(await page.evaluate(() => document.documentElement.dataset["mantineColorScheme"]), "dark");
    assert.deepEqual(await axeViolations(page), [], `axe on ${path}, opened in the dark`);
  }
  assert.deepEqual(consoleErrors, []);
});

test("pages for Admins tell a Member so", { tag: "@matrix" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.member);
  for (const path of ["/company/keys", "/company/activity"]) {
    await page.goto(path);
    await page.getByText("Only Admins can see this").waitFor();
    assert.equal(await page.getByRole("link", { name: "Activity" }).count(), 0);
  }
  await page.goto("/company");
  await page.getByText("Only an Admin can change these.").waitFor();
  assert.ok(await page.getByLabel("Name", { exact: true }).isDisabled());
  assert.deepEqual(consoleErrors, []);
});

interface Router {
  navigate(to: { to: string }): Promise<void>;
}

/** Goes to another page without loading the application. It is there when the promise is kept: before, the page is still the last one. */
async function goInside(page: Page, path: string): Promise<void> {
  const reached = await page.evaluate(async (to) => {
    await (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ to });
    return location.pathname;
  }, path);
  // Some lead on to their first part.
  assert.ok(reached.startsWith(path), `${path} led to ${reached}`);
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { total: 0 };
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.total += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total);
