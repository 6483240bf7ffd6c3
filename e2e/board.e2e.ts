import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled, signIn, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask, listDeals } from "./records.ts";

const BOARD = `/records/deal?filter=${encodeURIComponent("name^=Zephyr")}&layout=board`;
const lane = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const cardIn = (page: Page, laneName: string, card: string) => lane(page, laneName).getByRole("article", { name: card, exact: true });
const stageOf = async (page: Page, name: string) => (await listDeals(page, `name:"${name}"`)).items[0]?.values["stage"];

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 50 && !(await isSo()); tries++) await new Promise((resolve) => setTimeout(resolve, 100));
}

test("a board works with a mouse, with the keyboard and by touch", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.admin);
  for (const [at, stage] of ["qualified", "qualified", "proposal", "won", "lost"].entries())
    await addDeal(page, `Zephyr ${at}`, { stage, amount: 1000 * (at + 1) });
  await page.goto(BOARD);
  await cardIn(page, "Qualified", "Zephyr 0").waitFor();

  await test.step("a lane shows count, total and weighted total; Lost is folded", async () => {
    await lane(page, "Qualified").getByText("€3,000", { exact: true }).waitFor();
    await lane(page, "Qualified").getByText("€300 weighted").waitFor();
    assert.equal(await page.getByRole("article", { name: "Zephyr 4" }).count(), 0);
    await page.getByRole("button", { name: "Show Lost" }).click();
    await cardIn(page, "Lost", "Zephyr 4").waitFor();
  });

  await test.step("dragging a card to another lane updates the totals and can be undone", async () => {
    await cardIn(page, "Qualified", "Zephyr 0").dragTo(lane(page, "Negotiation"), { targetPosition: { x: 90, y: 200 } });
    await cardIn(page, "Negotiation", "Zephyr 0").waitFor();
    assert.equal(await cardIn(page, "Qualified", "Zephyr 0").count(), 0);
    await page.getByText("Moved to Negotiation.").waitFor();
    assert.equal(await stageOf(page, "Zephyr 0"), "negotiation");
    await lane(page, "Negotiation").getByTitle("€1,000").waitFor();
    await page.keyboard.press("z");
    await cardIn(page, "Qualified", "Zephyr 0").waitFor();
    await until(async () => (await stageOf(page, "Zephyr 0")) === "qualified");
    assert.equal(await stageOf(page, "Zephyr 0"), "qualified");
  });

  await test.step("a refused move is reverted with the reason", async () => {
    await page.route("**/app/call/records.update", (route) =>
      route.fulfill({
        status: 422,
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "invalid", detail: "The stage cannot be changed today.", errors: [], request_id: "x" }),
      }),
    );
    await cardIn(page, "Qualified", "Zephyr 1").dragTo(lane(page, "Won"), { targetPosition: { x: 90, y: 200 } });
    await page.getByText("The stage cannot be changed today.").waitFor();
    await cardIn(page, "Qualified", "Zephyr 1").waitFor();
    await page.unroute("**/app/call/records.update");
  });

  await test.step("arrow keys select cards, M moves one, Space and Enter open it", async () => {
    await page.goto(BOARD);
    await cardIn(page, "Qualified", "Zephyr 0").waitFor();
    await cardIn(page, "Proposal", "Zephyr 2").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Zephyr 3");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Zephyr 2");
    await page.keyboard.press("m");
    await page.getByRole("menu", { name: "Move Zephyr 2 to" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "menuitem");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await cardIn(page, "Discovery", "Zephyr 2").waitFor();
    await until(async () => (await stageOf(page, "Zephyr 2")) === "discovery");
    assert.equal(await stageOf(page, "Zephyr 2"), "discovery");
    await cardIn(page, "Discovery", "Zephyr 2").focus();
    await page.keyboard.press("Space");
    await page.waitForURL(/peek=rec_/);
    await page.getByRole("complementary", { name: "Record" }).getByRole("heading", { name: "Zephyr 2" }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !location.search.includes("peek"));
    await cardIn(page, "Discovery", "Zephyr 2").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/records\/deal\/rec_/);
  });

  await test.step("the lane of what is won shows this quarter, and all time when asked", async () => {
    await page.goto("/records/deal?layout=board");
    const inWon = async () => Number((await lane(page, "Won").locator("header").textContent())?.match(/^Won(\d+)/)?.[1]);
    const wonOf = async (filter: string) =>
      (await ask<{ count: { value: number } }>(page, "records.list", { type: "deal", filter })).count.value;
    await until(async () => (await inWon()) === (await wonOf("stage:won won_at:this_quarter")));
    assert.equal(await inWon(), await wonOf("stage:won won_at:this_quarter"));
    await lane(page, "Won").getByRole("button", { name: "this quarter, show all time" }).click();
    await until(async () => (await inWon()) === (await wonOf("stage:won")));
    assert.equal(await inWon(), await wonOf("stage:won"));
    await lane(page, "Won").getByRole("button", { name: "all time, show this quarter" }).waitFor();
  });

  await test.step("lanes can be made from any select field", async () => {
    await page.goto("/records/deal?layout=board");
    await page.getByRole("button", { name: "By stage" }).click();
    await page.getByRole("menuitem", { name: "Source" }).click();
    await lane(page, "Website").getByRole("article").first().waitFor();
  });

  for (const scheme of ["light", "dark"] as const) {
    await test.step(`no axe violations, ${scheme}`, async () => {
      const other = await visit(browser, installation.baseUrl, { scheme });
      await signIn(other.page, installation.admin, BOARD);
      await cardIn(other.page, "Qualified", "Zephyr 0").waitFor();
      await settled(other.page);
      assert.deepEqual(await axeViolations(other.page), []);
      await cardIn(other.page, "Qualified", "Zephyr 0").focus();
      await other.page.keyboard.press("m");
      await other.page.getByRole("menu").waitFor();
      await other.page.waitForTimeout(250);
      assert.deepEqual(await axeViolations(other.page), []);
      assert.deepEqual(other.consoleErrors, []);
    });
  }

  await test.step("on a phone a card is moved by its menu", async () => {
    const phone = await visit(browser, installation.baseUrl, { size: "phone" });
    await signIn(phone.page, installation.admin, BOARD);
    await cardIn(phone.page, "Qualified", "Zephyr 1").waitFor();
    await phone.page.getByRole("button", { name: "Move Zephyr 1 to…" }).tap();
    await phone.page.getByRole("menuitem", { name: "Won" }).tap();
    await until(async () => (await stageOf(phone.page, "Zephyr 1")) === "won");
    assert.equal(await stageOf(phone.page, "Zephyr 1"), "won");
    assert.deepEqual(phone.consoleErrors, []);
  });
  assert.deepEqual(consoleErrors, []);
});

test("a board and a grouped list that cannot be loaded say so, and are there after Try again", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.admin);
  const LISTS = "**/app/call/records.list";
  for (const [address, row] of [
    ["/records/deal?layout=board", page.getByRole("article")],
    ["/records/deal?group=stage", page.getByRole("rowheader")],
  ] as const) {
    await page.route(LISTS, (route) => route.abort());
    await page.goto(address);
    await page.getByText("Deals could not be loaded").waitFor();
    await page.unroute(LISTS);
    await page.getByRole("button", { name: "Try again" }).click();
    await row.first().waitFor();
  }
});
