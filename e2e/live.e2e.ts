import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { settled, signIn, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import type { SignIn } from "./installation.ts";
import { useTool } from "./mcp.ts";
import { stopwatch, within } from "../server/test/measured.ts";

const SOON_MS = within(2_000);

/** Signs in as a program and makes a call of the web application: for what is not under test. */
async function callAs(baseUrl: string, person: SignIn, name: string, input: object): Promise<Record<string, unknown>> {
  const post = (operation: string, body: object, cookie = "") =>
    fetch(`${baseUrl}/app/call/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await post("sessions.create", person);
  const answer = await post(name, input, signedIn.headers.getSetCookie()[0]?.split(";")[0]);
  return (await answer.json()) as Record<string, unknown>;
}

const rows = (page: Page) => page.getByRole("grid").getByRole("row");
const cell = (page: Page, title: string, text: string) => rows(page).filter({ hasText: title }).getByText(text, { exact: true });

test(
  "what an assistant does through one node appears in a browser on another within 2 s",
  { tag: "@gate" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    const { baseUrl } = installation;
    const otherUrl = await installation.startOther();
    const { page, consoleErrors } = await visit(browser, baseUrl);
    const { key } = (await callAs(baseUrl, installation.admin, "keys.create", { name: "Claude Code" })) as { key: string };
    const save = (type: string, records: object[]) => useTool(otherUrl, key, "save_records", { type, records });
    await save("deal", [{ values: { name: "Brewhouse upgrade", amount: "57000", stage: "proposal", organization: null } }]);

    await test.step("a value in an open list changes, is tinted, and then fades", async () => {
      await signIn(page, installation.member, "/records/deal?sort=-updated_at");
      const row = rows(page).filter({ hasText: "Brewhouse upgrade" });
      await row.waitFor();
      // It was made a moment ago, which a quick page still shows.
      await page.waitForFunction(() => document.querySelector("[data-recent]") === null);
      await save("deal", [{ record: "Brewhouse upgrade", values: { stage: "negotiation" } }]);
      const took = stopwatch();
      await cell(page, "Brewhouse upgrade", "Negotiation").waitFor({ timeout: SOON_MS });
      console.log(`there ${Math.round(took())} ms after the assistant had its answer`);
      const tinted = row.locator("[data-recent]");
      await tinted.waitFor();
      assert.match((await tinted.textContent()) ?? "", /Negotiation/, "what changed is tinted, and nothing else");
      assert.equal(await tinted.evaluate((one) => getComputedStyle(one).backgroundColor), "rgb(232, 243, 240)");
      await page.getByText(/Live\. Claude Code changed 1 deal/).waitFor();
      await tinted.waitFor({ state: "detached", timeout: within(4_000) });
    });

    await test.step("a record that it makes comes in, and one that it deletes goes", async () => {
      const made = await save("deal", [{ values: { name: "Kiln monitoring, phase 9" } }]);
      await rows(page).filter({ hasText: "Kiln monitoring, phase 9" }).waitFor({ timeout: SOON_MS });
      const id = /rec_\w+/.exec(JSON.stringify(made))?.[0];
      await useTool(otherUrl, key, "delete_records", { ids: [id] });
      await rows(page).filter({ hasText: "Kiln monitoring, phase 9" }).waitFor({ state: "detached", timeout: SOON_MS });
    });

    await test.step("a row does not move under the hand that edits it", async () => {
      const amount = rows(page).filter({ hasText: "Brewhouse upgrade" }).getByRole("gridcell", { name: "57,000" });
      await amount.dblclick();
      const editor = page.getByRole("grid").locator("[data-editing] input");
      await editor.waitFor();
      await save("deal", [{ values: { name: "Pigment dosing, hall 4" } }]);
      await page.waitForTimeout(2_500);
      assert.equal(await rows(page).filter({ hasText: "Pigment dosing, hall 4" }).count(), 0);
      await editor.press("Escape");
      await rows(page).filter({ hasText: "Pigment dosing, hall 4" }).waitFor({ timeout: SOON_MS });
    });

    await test.step("an open record follows too", async () => {
      await rows(page).filter({ hasText: "Brewhouse upgrade" }).getByRole("link").first().click();
      await page.getByRole("heading", { level: 1, name: "Brewhouse upgrade" }).waitFor();
      await save("deal", [{ record: "Brewhouse upgrade", values: { name: "Brewhouse upgrade, two lines" } }]);
      await page.getByRole("heading", { level: 1, name: "Brewhouse upgrade, two lines" }).waitFor({ timeout: SOON_MS });
    });

    await test.step("a list that is filtered through a relation follows what is at its other end, and so do its figures", async () => {
      await save("organization", [{ values: { name: "Tidewater Brewing", city: "Bergen" } }]);
      await save("deal", [{ record: "Brewhouse upgrade, two lines", values: { organization: "Tidewater Brewing" } }]);
      await page.goto(`/records/deal?filter=${encodeURIComponent("organization.city:Ålesund")}`);
      const foot = page.locator("footer");
      await foot.getByText(/^0 of /).waitFor();
      await save("organization", [{ record: "Tidewater Brewing", values: { city: "Ålesund" } }]);
      const row = rows(page).filter({ hasText: "Brewhouse upgrade, two lines" });
      await row.waitFor({ timeout: SOON_MS });
      await foot.getByText("Sum €57,000").waitFor({ timeout: within(4_000) });
      await save("organization", [{ record: "Tidewater Brewing", values: { city: "Bergen" } }]);
      await row.waitFor({ state: "detached", timeout: SOON_MS });
    });

    await test.step("a thousand changes at once are followed by one look, not by a thousand", async () => {
      await page.goto("/records/contact?sort=-created_at");
      await rows(page).nth(1).waitFor();
      await settled(page);
      const calls: string[] = [];
      page.on("request", (request) => calls.push(request.url()));
      const items = Array.from({ length: 1_000 }, (_, at) => ({ values: { name: `Imported contact ${at}` } }));
      await callAs(baseUrl, installation.admin, "records.batch", { type: "contact", items });
      await rows(page)
        .filter({ hasText: "Imported contact" })
        .first()
        .waitFor({ timeout: within(8_000) });
      const reads = calls.filter((url) => url.includes("/app/call/records."));
      assert.ok(reads.length < 15, `${reads.length} calls`);
    });

    assert.deepEqual(consoleErrors, []);
  },
);

test(
  "a browser has one stream for all its tabs, says when it is cut off, and catches up",
  { tag: "@matrix" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    const { baseUrl } = installation;
    const { page, consoleErrors } = await visit(browser, baseUrl);
    const save = (input: object) => callAs(baseUrl, installation.admin, "records.create", input);
    await signIn(page, installation.member, "/records/deal?sort=-created_at");
    await rows(page).nth(1).waitFor();

    await test.step("a second tab opens no stream of its own, and hears the same", async () => {
      const second = await page.context().newPage();
      const streams: string[] = [];
      second.on("request", (request) => request.url().includes("/app/live") && streams.push(request.url()));
      await second.goto("/records/deal?sort=-created_at");
      await rows(second).nth(1).waitFor();
      await save({ type: "deal", values: { name: "Seen in both tabs" } });
      for (const tab of [page, second])
        await rows(tab)
          .filter({ hasText: "Seen in both tabs" })
          .waitFor({ timeout: within(3_000) });
      assert.deepEqual(streams, []);

      // The tab that had the stream goes; the other takes over.
      await Promise.all([second.waitForRequest((request) => request.url().includes("/app/live")), page.goto("about:blank")]);
      await save({ type: "deal", values: { name: "Seen by who stayed" } });
      await rows(second)
        .filter({ hasText: "Seen by who stayed" })
        .waitFor({ timeout: within(4_000) });
      await second.close();
    });

    await test.step("cut off, it says so quietly, and reads what it missed once it is back", async () => {
      await page.route("**/app/live*", (route) => route.abort());
      await page.goto("/records/deal?sort=-created_at");
      await rows(page).nth(1).waitFor();
      await page
        .getByText("Reconnecting…")
        .first()
        .waitFor({ timeout: within(10_000) });
      await page.unroute("**/app/live*");
      await page
        .getByText("Reconnecting…")
        .first()
        .waitFor({ state: "detached", timeout: within(40_000) });
      await save({ type: "deal", values: { name: "After the break" } });
      await rows(page)
        .filter({ hasText: "After the break" })
        .waitFor({ timeout: within(3_000) });
    });

    await test.step("a new role shows without reload, and an ended session leads to the sign-in page", async () => {
      await page.goto("/company/activity");
      await page.getByText("Only Admins can see this").waitFor();
      const { items } = (await callAs(baseUrl, installation.admin, "members.list", {})) as { items: { id: string; email: string }[] };
      const id = items.find((one) => one.email === installation.member.email)?.id;
      await callAs(baseUrl, installation.admin, "members.update", { id, role: "admin" });
      await page.getByRole("heading", { name: "Activity", level: 2 }).waitFor({ timeout: within(5_000) });
      await callAs(baseUrl, installation.admin, "members.update", { id, disabled: true });
      await page.getByRole("heading", { name: "Sign in" }).waitFor({ timeout: within(6_000) });
    });

    assert.deepEqual(consoleErrors, []);
  },
);
