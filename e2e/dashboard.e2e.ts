import assert from "node:assert/strict";
import type { Browser, Locator, Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled, visit, type Visitor } from "./browser.ts";
import { test } from "./fixtures.ts";
import type { Installation } from "./installation.ts";

// One installation for all tests in this file: each test changes only its own dashboard.
let installation: Installation;
let browser: Browser;
test.beforeAll(async ({ browser: ofWorker, startSharedInstallation }) => {
  browser = ofWorker;
  installation = await startSharedInstallation({ withDemo: true });
});
test.afterAll(async () => {
  await installation[Symbol.asyncDispose]();
});

/** For charts and axe on a busy machine. */
const PATIENCE_MS = 120_000;

type Look = Parameters<typeof visit>[2];

/** A signed-in user in a browser context of their own, closed at the end. */
async function within(look: Look, person: "admin" | "member", run: (visitor: Visitor) => Promise<void>): Promise<void> {
  const visitor = await visit(browser, installation.baseUrl, look);
  visitor.page.setDefaultTimeout(PATIENCE_MS);
  const { email, password } = installation[person];
  await visitor.page.goto("/sign-in");
  await visitor.page.getByLabel("Email").fill(email);
  await visitor.page.getByLabel("Password", { exact: true }).fill(password);
  await visitor.page.getByRole("button", { name: "Continue" }).click();
  await visitor.page.waitForURL((url) => url.pathname !== "/sign-in");
  await run(visitor);
}

async function open(page: Page, search: Record<string, string> = {}): Promise<void> {
  await page.goto(`/dashboard?${new URLSearchParams(search).toString()}`);
  await page.getByRole("region").first().waitFor();
  await settled(page);
}

/** A copy of the first dashboard, for a test to change. */
async function ownDashboard(page: Page): Promise<string> {
  const made = await page.request.post("/app/call/dashboards.create", { data: { name: "To change", from: "starting" } });
  return ((await made.json()) as { id: string }).id;
}

const box = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
/** The items of a chart. */
const points = (page: Page, title: string) => box(page, title).getByRole("group", { name: title }).getByRole("link");
const titles = (page: Page) => page.getByRole("heading", { level: 2 }).allTextContents();

/** How many records the open list says it has. */
async function countInList(page: Page): Promise<number> {
  await page.waitForURL(/\/records\//);
  const filter = new URL(page.url()).searchParams.get("filter") ?? "";
  const type = new URL(page.url()).pathname.split("/").at(-1);
  const counted = await page.request.post("/app/call/records.aggregate", { data: { type, filter } });
  if (!counted.ok()) throw new Error(`${filter}: ${await counted.text()}`);
  return ((await counted.json()) as { groups: { values: number[] }[] }).groups[0]?.values[0] ?? -1;
}

async function looksRight(page: Page, what: string): Promise<void> {
  await settled(page);
  assert.deepEqual(await axeViolations(page), [], what);
}

test("every figure of the default dashboard opens the list it was counted from", async () => {
  await within({}, "admin", async ({ page, consoleErrors }) => {
    await open(page, { period: "year" });
    // The part of another feature, below the widgets.
    await page.getByRole("heading", { name: "First response to leads" }).waitFor();
    assert.deepEqual(await titles(page), [
      "Won",
      "Pipeline by stage",
      "Closing in 30 days",
      "Forecast",
      "Leaderboard",
      "Leads by source",
      "Your tasks",
      "Activity",
      "Going quiet",
      "New contacts per week",
      "Why deals were lost",
      "First response to leads",
    ]);
    const figures: [what: string, link: Locator, count: RegExp][] = [
      ["the number", box(page, "Won").getByRole("link", { name: /€/ }).first(), /(\d+) deals\. /],
      ["a stage", box(page, "Pipeline by stage").getByRole("link", { name: /Proposal/ }), /(\d+)$/],
      ["a person", box(page, "Leaderboard").getByRole("listitem").first().getByRole("link"), /(\d+)$/],
      // The last week may have begun today.
      ["a week", points(page, "New contacts per week").nth(-2), /: (\d+) contacts/],
      ["a source", box(page, "Leads by source").getByRole("listitem").first().getByRole("link"), /(\d+)$/],
      ["a reason", box(page, "Why deals were lost").getByRole("listitem").first().getByRole("link"), /(\d+)$/],
      ["a month ahead", points(page, "Forecast").nth(5), /, (\d+) deals?$/],
    ];
    for (const [what, link, count] of figures) {
      const text =
        what === "the number" ? await box(page, "Won").innerText() : ((await link.getAttribute("aria-label")) ?? (await link.innerText()));
      const expected = Number(count.exec(text.trim())?.[1]);
      assert.ok(expected > 0, `${what}: ${text}`);
      await link.click();
      assert.equal(await countInList(page), expected, what);
      await page.goBack();
      await settled(page);
    }
    assert.deepEqual(consoleErrors, []);
  });
});

test("a widget is added with a preview, changed, removed and brought back; dashboards are made, shared and deleted", async () => {
  await within({}, "admin", async ({ page, consoleErrors }) => {
    await open(page);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "New dashboard" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Leads");
    await page.getByRole("checkbox", { name: /Share it/ }).check();
    await looksRight(page, "the name of a dashboard");
    await page.getByRole("button", { name: "Create dashboard" }).click();
    await page.getByText("Nothing on this dashboard yet").waitFor();

    await page.getByRole("main").getByRole("button", { name: "Add widget" }).last().click();
    const dialog = page.getByRole("dialog", { name: "Add a widget" });
    await dialog.getByText("Bars").click();
    await choose(page, dialog, "Records", "Leads");
    await choose(page, dialog, "Group by", "Source");
    await dialog.getByRole("link", { name: /Website/ }).waitFor();
    await looksRight(page, "the settings of a widget");
    await dialog.getByLabel("Title").fill("Leads by source");
    await dialog.getByRole("button", { name: "Add widget" }).click();
    await dialog.waitFor({ state: "detached" });
    await box(page, "Leads by source")
      .getByRole("link", { name: /Website/ })
      .waitFor();

    await box(page, "Leads by source").hover();
    await page.getByRole("button", { name: "Actions for Leads by source" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByRole("dialog", { name: "Edit widget" }).getByLabel("Title").fill("Where leads come from");
    await page.getByRole("button", { name: "Save" }).click();
    await box(page, "Where leads come from").hover();
    await page.getByRole("button", { name: "Actions for Where leads come from" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByText("“Where leads come from” removed.").waitFor();
    await page.keyboard.press("z");
    await box(page, "Where leads come from").waitFor();

    await page.getByRole("navigation", { name: "Dashboards" }).getByRole("link", { name: "Sales" }).click();
    await box(page, "Pipeline by stage").waitFor();
    await page.getByRole("navigation", { name: "Dashboards" }).getByRole("link", { name: "Leads" }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete dashboard" }).click();
    await box(page, "Pipeline by stage").waitFor();
    await page.getByRole("navigation", { name: "Dashboards" }).getByRole("link", { name: "Leads" }).waitFor({ state: "detached" });
    assert.deepEqual(consoleErrors, []);
  });
});

async function choose(page: Page, dialog: Locator, field: string, option: string): Promise<void> {
  await dialog.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a dashboard is arranged by dragging, and the same with the arrow keys alone", async () => {
  await within({}, "admin", async ({ page, consoleErrors }) => {
    const id = await ownDashboard(page);
    await open(page, { id, arrange: "true" });
    await looksRight(page, "arranging");
    await page.getByRole("button", { name: "Move Pipeline by stage" }).dragTo(page.getByRole("button", { name: "Move Won" }), {
      targetPosition: { x: 20, y: 100 },
    });
    assert.deepEqual((await titles(page)).slice(0, 2), ["Pipeline by stage", "Won"]);
    const corner = await page.getByRole("button", { name: "Move Forecast" }).boundingBox();
    if (!corner) throw new Error("the forecast is not there");
    await page.mouse.move(corner.x + corner.width - 8, corner.y + corner.height - 8);
    await page.mouse.down();
    await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height + 70, { steps: 5 });
    await page.mouse.up();
    await page.getByRole("status").getByText("Forecast is 4 of 11, 4 columns wide and 5 rows high.").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("Arranged.").waitFor();
    await page.reload();
    await settled(page);
    assert.deepEqual((await titles(page)).slice(0, 2), ["Pipeline by stage", "Won"]);

    await open(page, { id, arrange: "true" });
    await page.getByRole("button", { name: "Move Won" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.getByRole("status").getByText("Won is 1 of 11, 4 columns wide and 5 rows high.").waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await page.getByText("Arranged.").waitFor();
    assert.deepEqual((await titles(page)).slice(0, 2), ["Won", "Pipeline by stage"]);
    await page.keyboard.press("z");
    await page.waitForFunction(() => document.querySelector("h2")?.textContent === "Pipeline by stage");

    await open(page, { id, arrange: "true" });
    await page.getByRole("button", { name: "Move Won" }).press("ArrowLeft");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Done" }).waitFor({ state: "detached" });
    assert.deepEqual((await titles(page)).slice(0, 2), ["Pipeline by stage", "Won"], "what was not done is not kept");
    assert.deepEqual(consoleErrors, []);
  });
});

test("the dashboard with the keyboard: a chart is one tab stop, and the arrow keys move between its points", async () => {
  await within({}, "admin", async ({ page, consoleErrors }) => {
    await open(page);
    const weeks = points(page, "New contacts per week");
    await weeks.first().focus();
    await page.keyboard.press("End");
    assert.equal(await weeks.last().evaluate((link) => link === document.activeElement), true);
    await page.keyboard.press("ArrowLeft");
    const label = (await weeks.nth(8).getAttribute("aria-label")) ?? "";
    assert.match(label, /^Week of \d+ \w+ \d{4}: \d+ contacts$/);
    assert.equal(await weeks.nth(8).evaluate((link) => link === document.activeElement), true);
    assert.ok(
      await page
        .getByText(label.split(": ")[1] ?? "", { exact: true })
        .last()
        .isVisible(),
      "the focus shows the words",
    );
    await page.keyboard.press("Tab");
    assert.equal(await weeks.evaluateAll((links) => links.includes(document.activeElement as HTMLAnchorElement)), false);
    await weeks.nth(8).focus();
    await page.keyboard.press("Enter");
    assert.equal(await countInList(page), Number(/(\d+) contacts/.exec(label)?.[1]));

    await open(page);
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "Add a widget" });
    await dialog.waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.press("ArrowRight");
    assert.equal(await dialog.getByRole("radio", { name: "Bars" }).isChecked(), true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(consoleErrors, []);
  });
});

test("a widget that cannot be counted says why and the others still show; so does a page that cannot be loaded", async () => {
  await within({}, "admin", async ({ page }) => {
    await open(page);
    await page.route("**/app/call/dashboards.figures", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { items: object[] };
      const failure = { code: "bad_filter", message: "Deals have no field `gone`." };
      body.items[0] = { ...body.items[0], figure: null, failure };
      await route.fulfill({ response: answer, json: body });
    });
    await page.reload();
    await box(page, "Won").getByText("Deals have no field gone.").waitFor();
    await box(page, "Pipeline by stage")
      .getByRole("link", { name: /Proposal/ })
      .waitFor();
    await looksRight(page, "a widget that failed");

    await page.unroute("**/app/call/dashboards.figures");
    await page.route("**/app/call/dashboards.figures", (route) => route.abort());
    await page.reload();
    await page.getByText("The numbers could not be loaded").waitFor();
    await looksRight(page, "figures that failed");
  });
});

test("on a phone widgets are stacked, opened by touch and moved by buttons", async () => {
  await within({ size: "phone" }, "admin", async ({ page, consoleErrors }) => {
    await open(page, { id: await ownDashboard(page) });
    const widths = await page.getByRole("region").evaluateAll((boxes) => boxes.map((one) => Math.round(one.getBoundingClientRect().width)));
    assert.deepEqual([...new Set(widths)], [366]);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "nothing runs out to the right");
    await page.getByRole("button", { name: "More" }).tap();
    await page.getByRole("menuitem", { name: "Arrange" }).tap();
    await page.getByRole("button", { name: "Move Won down" }).tap();
    await page.getByRole("button", { name: "Done" }).tap();
    await page.getByText("Arranged.").waitFor();
    assert.deepEqual((await titles(page)).slice(0, 2), ["Pipeline by stage", "Won"]);
    const stage = box(page, "Pipeline by stage").getByRole("link", { name: /Discovery/ });
    assert.ok(((await stage.boundingBox())?.height ?? 0) >= 44, "a finger hits it");
    await stage.tap();
    await page.waitForURL(/stage/);

    assert.deepEqual(consoleErrors, []);
  });
});

test("a Member cannot change a shared dashboard, but can copy it", async () => {
  await within({ size: "phone" }, "member", async ({ page, consoleErrors }) => {
    await open(page);
    assert.equal(await page.getByRole("button", { name: "Add widget" }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "Actions for Won" }).count(), 0);
    await page.getByRole("button", { name: "More" }).tap();
    assert.equal(await page.getByRole("menuitem", { name: "Delete" }).count(), 0);
    await page.getByRole("menuitem", { name: "Make a copy" }).tap();
    await page.getByRole("button", { name: "Create copy" }).tap();
    await page.getByRole("button", { name: "Add widget" }).waitFor();
    assert.deepEqual(consoleErrors, []);
  });
});

for (const { size, scheme } of looks) {
  test(`the dashboard, its dialog and arranging it are accessible, ${size}, ${scheme}`, { tag: "@matrix" }, async () => {
    await within({ size, scheme }, "admin", async ({ page, consoleErrors }) => {
      await open(page);
      await looksRight(page, "the dashboard");
      await open(page, { add: "true" });
      await page.getByRole("dialog").waitFor();
      await looksRight(page, "adding a widget");
      await open(page, { arrange: "true" });
      await page.getByRole("button", { name: "Done" }).waitFor();
      await looksRight(page, "arranging");
      assert.deepEqual(consoleErrors, []);
    });
  });
}
