import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled, signIn, visit } from "./browser.ts";
import { tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";

const NO_SERVER = "The mail server did not answer within 30 seconds: connect ECONNREFUSED 10.20.30.40:587.";
const NO_MAILBOX = "550 5.1.1 <ana.matos@quayside.example>: Recipient address rejected: User unknown in virtual mailbox table.";
const TRY_AGAIN = "Try again: Email with an invitation";

test("an Admin sees failed background jobs with their reasons and tries them again", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { baseUrl, admin, member } = installation;

  await test.step("without failed jobs the page says so", async () => {
    const { page, consoleErrors } = await visit(browser, baseUrl);
    await signIn(page, admin, "/company/jobs");
    await page.getByText("No failed jobs").waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(consoleErrors, []);
    await page.context().close();
  });

  await installation.giveFailedJob(admin.email, NO_SERVER);
  await installation.giveFailedJob(admin.email, NO_MAILBOX);

  for (const { size, scheme } of looks) {
    await test.step(`reasons and buttons are in view and accessible, ${size}, ${scheme}`, async () => {
      const { page, consoleErrors } = await visit(browser, baseUrl, { size, scheme });
      await signIn(page, admin, "/company/jobs");
      const list = page.getByLabel("Failed background jobs", { exact: true }).last();
      await list.getByText(NO_MAILBOX).waitFor();
      await settled(page);
      assert.deepEqual(await cutOff(page), [], "every reason can be read in full");
      assert.deepEqual(await covered(page), [], "every button can be reached");
      await assert.doesNotReject(inView(page, "Background jobs"), "the current tab is in view");
      assert.deepEqual(await axeViolations(page), []);
      assert.deepEqual(consoleErrors, []);
      await page.context().close();
    });
  }

  await test.step("with the keyboard: a job tried again leaves the list, and the focus goes to the next one", async () => {
    const { page } = await visit(browser, baseUrl);
    await signIn(page, admin, "/company/jobs");
    await page.getByRole("cell", { name: NO_MAILBOX }).waitFor();
    await tabTo(page, TRY_AGAIN);
    await page.keyboard.press("Enter");
    await page.getByText("Trying “Email with an invitation” again.").waitFor();
    await page.getByRole("cell", { name: NO_MAILBOX }).waitFor({ state: "detached" });
    await page.getByRole("cell", { name: NO_SERVER }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), TRY_AGAIN);
    await page.context().close();
  });

  await test.step("on a phone a job is tried again by touch", async () => {
    const { page } = await visit(browser, baseUrl, { size: "phone" });
    await signIn(page, admin, "/company/jobs");
    await page.getByRole("button", { name: TRY_AGAIN }).tap();
    await page.getByText("No failed jobs").waitFor();
    await page.context().close();
  });

  await test.step("a Member has no tab for it, and the page says why", async () => {
    const { page } = await visit(browser, baseUrl);
    await signIn(page, member, "/company");
    const tabs = page.getByRole("navigation", { name: "Company" });
    await tabs.getByRole("link", { name: "Members" }).waitFor();
    assert.equal(await tabs.getByRole("link", { name: "Background jobs" }).count(), 0);
    await page.goto("/company/jobs");
    await page.getByText("Only Admins can see this").waitFor();
  });
});

/** Texts of the list that do not fit into their place. */
const cutOff = (page: Page) =>
  page
    .locator("main td, main th, main li > span")
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));

/** Buttons under whose middle lies something else, or that lie over the time. */
const covered = (page: Page) =>
  page.getByRole("button", { name: /^Try again/ }).evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const { left, top, width, height, bottom, right } = button.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const overTime = [...document.querySelectorAll("main time")].some((time) => {
        const box = time.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      });
      return button.contains(hit) && !overTime ? [] : [button.textContent];
    }),
  );

async function inView(page: Page, tab: string): Promise<void> {
  const box = await page.getByRole("navigation", { name: "Company" }).getByRole("link", { name: tab }).boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  if (!box || box.x < 0 || box.x + box.width > width) throw new Error(`${tab} is at ${box?.x} of ${width}`);
}
