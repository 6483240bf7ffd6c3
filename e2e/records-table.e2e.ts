import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled, signIn, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask, cell, listDeals } from "./records.ts";

const MARKED = "name^=Zephyr";
const marked = (path = "") => `/records/deal?filter=${encodeURIComponent(MARKED)}&sort=name${path}`;

test("a table is worked without a mouse", { tag: "@gate" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.admin);
  for (const name of ["Zephyr one", "Zephyr two", "Zephyr three"]) await addDeal(page, name);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await test.step("from anywhere to the list, and through its rows", async () => {
    await page.getByRole("link", { name: "Deals", exact: true }).waitFor();
    await press("g", "r");
    await page.getByRole("grid").waitFor();
    await page.goto(marked());
    await page.getByRole("rowheader", { name: "Zephyr one" }).waitFor();
    await press("j", "j", "k");
    assert.equal(await page.locator("[role=row][data-current] [role=rowheader]").textContent(), "Zephyr one");
    await press("ArrowDown");
    assert.equal(await page.locator("[role=row][data-current] [role=rowheader]").textContent(), "Zephyr three");
    await press("ArrowUp");
  });

  await test.step("a cell is edited in place: Tab goes on, Enter saves, Escape restores", async () => {
    await press("ArrowRight", "ArrowRight", "ArrowRight", "e");
    await page.getByRole("textbox", { name: "Amount" }).waitFor();
    await page.keyboard.type("78.4k");
    await press("Tab");
    await page.getByRole("textbox", { name: "Close date" }).waitFor();
    await page.keyboard.type("tomorrow");
    await press("Enter");
    await cell(page, "Zephyr one", "amount").getByText("€78,400").waitFor();
    await cell(page, "Zephyr one", "close_date").getByText("tomorrow").waitFor();
    await press("e");
    await page.keyboard.type("next year");
    await press("Escape");
    await cell(page, "Zephyr one", "close_date").getByText("tomorrow").waitFor();
  });

  await test.step("Z takes the last change back", async () => {
    await page.getByText("Close date changed.").waitFor();
    await press("z");
    await page.getByText("Undone.").waitFor();
    await cell(page, "Zephyr one", "close_date").getByText("tomorrow").waitFor({ state: "detached" });
    await cell(page, "Zephyr one", "amount").getByText("€78,400").waitFor();
  });

  await test.step("a stage, a person and a related record are found by typing", async () => {
    await press("ArrowLeft", "ArrowLeft", "e");
    await page.keyboard.type("nego");
    await press("Enter");
    await cell(page, "Zephyr one", "stage").getByText("Negotiation").waitFor();
    await press("ArrowLeft", "e");
    await page.keyboard.type("yarrow");
    await page
      .getByRole("option", { name: /Yarrow/ })
      .first()
      .waitFor();
    const chosen = (await page.getByRole("option").first().locator("span span").first().textContent()) ?? "";
    await press("Enter");
    await cell(page, "Zephyr one", "organization").getByText(chosen).waitFor();
    await press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "e");
    await page.keyboard.type("tomasz");
    await page.getByRole("option", { name: /Tomasz/ }).waitFor();
    await press("Enter");
    await cell(page, "Zephyr one", "owner").getByText("Tomasz").waitFor();
  });

  await test.step("X selects, and what is selected is changed at once and taken back at once", async () => {
    await press("Home", "x", "j", "x");
    const bar = page.getByRole("toolbar", { name: "2 deals selected" });
    await bar.getByText("€126,400").waitFor();
    await bar.getByRole("button", { name: "Stage" }).focus();
    await press("Enter");
    await page.keyboard.type("won");
    await press("Enter");
    await page.getByText("2 deals moved to Won.").waitFor();
    await cell(page, "Zephyr three", "stage").getByText("Won").waitFor();
    await press("z");
    await page.getByText("Undone.").waitFor();
    await cell(page, "Zephyr three", "stage").getByText("Proposal").waitFor();
    await cell(page, "Zephyr one", "stage").getByText("Negotiation").waitFor();
  });

  await test.step("Space opens the record beside the list, Enter opens it whole", async () => {
    await press("j", "k", "Space");
    await page.waitForURL(/peek=rec_/);
    const beside = new URL(page.url()).searchParams.get("peek");
    await press("j");
    await page.waitForFunction((before) => !location.search.includes(before ?? ""), beside);
    await press("Escape");
    await page.waitForFunction(() => !location.search.includes("peek"));
    await press("Enter");
    await page.waitForURL(/\/records\/deal\/rec_/);
    await page.goBack();
    await page.getByRole("rowheader", { name: "Zephyr one" }).waitFor();
  });

  await test.step("N adds a record, / filters, ? shows the keys", async () => {
    await press("n");
    await page.getByRole("dialog", { name: "New deal" }).getByRole("textbox", { name: "Name" }).waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.type("Zephyr four");
    await press("Enter");
    await page.getByText("“Zephyr four” added.").waitFor();
    await page.getByRole("rowheader", { name: "Zephyr four" }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await press("/");
    await press("End");
    await page.keyboard.type(" stage:qualified");
    await press("Escape", "Enter");
    await page.getByText(/^1 of/).waitFor();
    assert.match(decodeURIComponent(page.url()), /stage:qualified/);
    await press("Escape");
    await page.locator("body").click({ position: { x: 900, y: 20 } });
    await press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Edit the cell").waitFor();
    await press("Escape");
  });
  assert.deepEqual(consoleErrors, []);
});

test("a table is worked with a mouse", { tag: "@gate" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.admin);
  for (let at = 0; at < 4; at++) await addDeal(page, `Zephyr ${at}`, { amount: 1000 * (at + 1), stage: at < 2 ? "proposal" : "won" });
  await page.goto(marked());
  await page.getByRole("rowheader", { name: "Zephyr 0" }).waitFor();
  const names = () => page.getByRole("rowheader").allTextContents();
  const heads = async () => (await page.getByRole("columnheader").allTextContents()).filter(Boolean);

  await test.step("the head sorts: up, down, and as it was", async () => {
    await page.getByRole("columnheader", { name: "Amount" }).getByRole("button").click();
    await page.waitForURL(/sort=amount/);
    await page.getByRole("columnheader", { name: "Amount" }).getByRole("button").click();
    await page.waitForURL(/sort=-amount/);
    await page.waitForFunction(() => document.querySelector("[role=rowheader]")?.textContent === "Zephyr 3");
    assert.deepEqual(await names(), ["Zephyr 3", "Zephyr 2", "Zephyr 1", "Zephyr 0"]);
    assert.equal(await page.getByRole("columnheader", { name: "Amount" }).getAttribute("aria-sort"), "descending");
  });

  await test.step("columns are widened, moved and hidden, and the address says so", async () => {
    const head = page.getByRole("columnheader", { name: "Stage" });
    const before = (await head.boundingBox())!;
    await page.mouse.move(before.x + before.width - 1, before.y + 10);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width + 60, before.y + 10, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/columns=.*stage(%3A|:)\d+/);
    assert.ok(Math.abs((await head.boundingBox())!.width - before.width - 61) < 4);
    await head.getByRole("button").press("Shift+ArrowLeft");
    await page.waitForFunction((width) => {
      const found = [...document.querySelectorAll("[role=columnheader]")].find((one) => one.textContent === "Stage");
      return found && found.clientWidth < width + 50;
    }, before.width);
    await head.getByRole("button").press("Alt+ArrowLeft");
    await page.waitForFunction(() => document.querySelectorAll("[role=columnheader]")[2]?.textContent === "Stage");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Organization" }).uncheck();
    await page.getByRole("checkbox", { name: "Source" }).check();
    await page.keyboard.press("Escape");
    assert.deepEqual(await heads(), ["Deal", "Stage", "Amount", "Close date", "Owner", "Updated", "Source"]);
  });

  await test.step("what is shown is saved as a view, and a changed view says so", async () => {
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Zephyrs");
    await page.getByLabel("Share with everyone").check();
    await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    const tab = page.getByRole("link", { name: /Zephyrs/ });
    await tab.waitFor();
    await page.waitForURL(/view=view_/);
    assert.equal(await tab.getByLabel("unsaved changes").count(), 0);
    assert.equal(await page.getByRole("button", { name: "Save view" }).count(), 0, "nothing to save");
    await page.getByRole("columnheader", { name: "Close date" }).getByRole("button").click();
    await tab.getByLabel("unsaved changes").waitFor();
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("menuitem", { name: "Save “Zephyrs”" }).click();
    await page.getByText("View “Zephyrs” saved.").waitFor();
    await tab.getByLabel("unsaved changes").waitFor({ state: "detached" });
  });

  await test.step("a colleague opens the same list from the address alone", async () => {
    const other = await visit(browser, installation.baseUrl);
    const { pathname, search } = new URL(page.url());
    await signIn(other.page, installation.member, pathname + search);
    await other.page.getByRole("rowheader", { name: "Zephyr 0" }).waitFor();
    await other.page.getByRole("link", { name: /Zephyrs/ }).waitFor();
    assert.deepEqual((await other.page.getByRole("columnheader").allTextContents()).filter(Boolean), await heads());
    assert.deepEqual(other.consoleErrors, []);
    await other.page.context().close();
  });

  await test.step("a view is renamed, made one's own again and deleted, with a way back", async () => {
    const more = () => page.getByRole("button", { name: "More", exact: true }).click();
    await more();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("West winds");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByRole("link", { name: /West winds/ }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await more();
    await page.getByRole("menuitem", { name: "Only for me" }).click();
    await page.getByText("“West winds” is now visible only to you.").waitFor();
    await more();
    await page.getByRole("menuitem", { name: "Delete view" }).click();
    await page.getByText("View “West winds” deleted. The records stay.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: /West winds/ }).waitFor();
  });

  await test.step("rows are grouped, with a count and a sum each, and folded", async () => {
    await page.goto(marked("&group=stage"));
    const group = page.getByRole("button", { name: "Won", expanded: true });
    await group.waitFor();
    await page.getByText("€7,000").first().waitFor();
    assert.equal((await names()).length, 4);
    await group.click();
    await page.waitForFunction(() => document.querySelectorAll("[role=rowheader]").length === 2);
    assert.deepEqual(await names(), ["Zephyr 0", "Zephyr 1"]);
  });

  await test.step("Shift selects a range; all that match are changed in one go and taken back", async () => {
    await page.goto(marked());
    await page.getByLabel("Select Zephyr 0").click();
    await page.getByLabel("Select Zephyr 2").click({ modifiers: ["Shift"] });
    await page.getByRole("toolbar", { name: "3 deals selected" }).getByText("€6,000").waitFor();
    await page
      .getByRole("toolbar")
      .getByRole("button", { name: /^Clear/ })
      .click();
    await page.getByLabel("Select all deals").click();
    const bar = page.getByRole("toolbar", { name: "4 deals selected" });
    await bar.getByText("€10,000").waitFor();
    await bar.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("menuitem", { name: "Next step" }).click();
    await page.getByRole("textbox", { name: "Next step" }).fill("Send the offer");
    await page.keyboard.press("Enter");
    await page.getByText("Next step of 4 deals changed.").waitFor();
    assert.equal((await listDeals(page, `${MARKED} next_step:"Send the offer"`)).items.length, 4);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    assert.equal((await listDeals(page, `${MARKED} has:next_step`)).items.length, 0);
  });

  await test.step("what is deleted goes, and comes back with undo", async () => {
    await page.getByLabel("Select Zephyr 1").click();
    await page.getByLabel("Select Zephyr 3").click();
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await page.getByText("2 deals moved to trash.").waitFor();
    await page.waitForFunction(() => document.querySelectorAll("[role=rowheader]").length === 2);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    await page.getByRole("rowheader", { name: "Zephyr 3" }).waitFor();
  });

  await test.step("an empty list says which condition keeps everything out", async () => {
    await page.goto(`/records/deal?filter=${encodeURIComponent(`${MARKED} amount>=99000000`)}`);
    await page.getByText("Without amount>=99000000 there are 4.").waitFor();
    await page.getByRole("button", { name: "Remove that condition" }).click();
    await page.getByRole("rowheader", { name: "Zephyr 0" }).waitFor();
  });
  assert.deepEqual(consoleErrors, []);
});

test(
  "thousands of rows scroll, and no more of them than near ones are drawn or kept",
  { tag: "@matrix" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    const { page, consoleErrors } = await visit(browser, installation.baseUrl);
    await signIn(page, installation.admin, "/records/contact?sort=name");
    await page.getByRole("rowheader").first().waitFor();
    const { count } = await ask<{ count: { value: number } }>(page, "records.list", { type: "contact", count: "exact", limit: 1 });
    await page.getByRole("grid").focus();
    let last = "";
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press("End");
      await page.waitForTimeout(120);
      const now = await page.locator("[role=row][data-current]").getAttribute("aria-rowindex");
      const isLoaded = (await page.locator("[role=row][data-current] [role=rowheader]").count()) === 1;
      if (isLoaded && now === last) break;
      last = now ?? "";
    }
    assert.equal(Number(last), count.value + 1, "the last row is the last record");
    assert.ok((await page.getByRole("row").count()) < 80, "only the rows in sight are drawn");
    await page.keyboard.press("Home");
    await page.locator("[role=row][data-current][aria-rowindex='2'] [role=rowheader]").waitFor();
    assert.deepEqual(consoleErrors, []);
  },
);

test("on a phone a record is two lines, and a tap opens it", { tag: "@matrix" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl, { size: "phone" });
  await signIn(page, installation.admin);
  const id = await addDeal(page, "Zephyr one", { close_date: "2031-05-01" });
  await page.getByRole("link", { name: "Records" }).tap();
  await page.getByRole("heading", { name: "Organizations" }).waitFor();
  await page.getByRole("button", { name: "Organizations" }).tap();
  await page.getByRole("menuitem", { name: "Deals" }).tap();
  const row = page.getByRole("link", { name: /Zephyr one/ });
  await row.getByText("€48,000").waitFor();
  await row.getByText("Proposal").waitFor();
  assert.ok((await row.boundingBox())!.height >= 44);

  await test.step("an address that groups shows the same groups, which a tap folds", async () => {
    await page.goto(`${marked()}&group=stage`);
    const head = page.getByRole("button", { name: /^Proposal/ });
    await head.getByText("€48,000").waitFor();
    await row.waitFor();
    assert.ok((await head.boundingBox())!.height >= 44);
    assert.deepEqual(await axeViolations(page), [], "axe on groups, on a phone");
    await head.tap();
    await row.waitFor({ state: "detached" });
    assert.equal(await head.getAttribute("aria-expanded"), "false");
    await head.tap();
    await row.waitFor();
  });
  await row.tap();
  await page.waitForURL(`**/records/deal/${id}`);
  assert.deepEqual(consoleErrors, []);
});

test("the list is accessible in both themes, whatever is open", { tag: "@matrix" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  for (const scheme of ["light", "dark"] as const) {
    const { page, consoleErrors } = await visit(browser, installation.baseUrl, { scheme });
    await signIn(page, installation.admin);
    // Few rows with everything on them: axe looks at every one.
    const { items } = await ask<{ items: { id: string }[] }>(page, "records.list", { type: "organization", limit: 1 });
    await addDeal(page, `Zephyr ${scheme}`, { close_date: "2020-01-01", organization: items[0]?.id });
    await addDeal(page, `Zephyr ${scheme} 2`, { close_date: "2031-01-01", stage: "won" });
    await page.goto(marked());
    const look = async (what: string) => {
      await settled(page);
      assert.deepEqual(await axeViolations(page), [], `axe on ${what}, ${scheme}`);
    };
    await page.getByRole("rowheader").first().waitFor();
    await look("the table");
    for (const [what, open] of Object.entries(openings)) {
      await open(page);
      await look(what);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(consoleErrors, []);
    await page.context().close();
  }
});

const openings: Record<string, (page: Page) => Promise<unknown>> = {
  "a selection": async (page) => {
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByRole("toolbar").waitFor();
  },
  "an edited amount": (page) => edit(page, "amount"),
  "an edited date": (page) => edit(page, "close_date"),
  "an edited stage": (page) => edit(page, "stage"),
  "an edited person": (page) => edit(page, "owner"),
  "a new record": (page) => page.getByRole("button", { name: "New deal" }).click(),
  "the columns": (page) => page.getByRole("button", { name: "Columns" }).click(),
  "the name of a view": (page) => page.getByRole("button", { name: "Save as a view" }).click(),
  groups: async (page) => {
    await page.goto(marked("&group=stage"));
    await page.getByRole("rowheader").first().waitFor();
  },
  "an empty list": async (page) => {
    await page.goto("/records/deal?filter=name%3AZephyr");
    await page.getByText("No deals match this filter").waitFor();
  },
};

async function edit(page: Page, field: string): Promise<void> {
  await page
    .locator(`[data-field=${field}]`)
    .first()
    .dblclick({ position: { x: 4, y: 4 } });
  await page.locator("[data-editing] input").waitFor();
}
