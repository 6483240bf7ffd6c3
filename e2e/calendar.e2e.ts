import assert from "node:assert/strict";
import { axeViolations } from "./axe.ts";
import { looks, settled, signIn, visit } from "./browser.ts";
import { tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";

test("tasks in one's own calendar: an address is made, read, replaced and deleted with the keyboard", async ({
  browser,
  startInstallation,
}) => {
  const { baseUrl, admin } = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, baseUrl);
  await signIn(page, admin, "/profile/calendar");
  const press = async (name: string) => {
    await tabTo(page, name);
    await page.keyboard.press("Enter");
  };
  const madeAddress = async () => {
    const dialog = page.getByRole("dialog", { name: "Address of your calendar" });
    const url = await dialog.locator("code").innerText();
    await press("I have copied it");
    await dialog.waitFor({ state: "detached" });
    return url;
  };

  await press("Make address");
  const first = await madeAddress();
  await page.getByText("No calendar has read it yet.").waitFor();
  const calendar = await (await fetch(first)).text();
  assert.match(calendar, /^BEGIN:VCALENDAR\r\n[^]*SUMMARY:/, "the demo's tasks are in it");
  await page.reload();
  await page.getByText(/A calendar last read it/).waitFor();

  await press("New address");
  await page.getByRole("dialog", { name: "Make a new address?" }).waitFor();
  await press("Make address");
  const second = await madeAddress();
  assert.deepEqual([(await fetch(first)).status, (await fetch(second)).status], [404, 200]);

  await press("Delete address");
  await page.getByRole("dialog", { name: "Delete the address?" }).waitFor();
  await press("Delete");
  await page.getByRole("button", { name: "Make address" }).waitFor();
  assert.equal((await fetch(second)).status, 404);
  assert.deepEqual(
    consoleErrors.filter((text) => !text.includes("404")),
    [],
  );
  await page.context().close();

  for (const { size, scheme } of looks) {
    await test.step(`accessible and within the window, ${size}, ${scheme}`, async () => {
      const look = await visit(browser, baseUrl, { size, scheme });
      await signIn(look.page, admin, "/profile/calendar");
      await look.page.getByRole("button", { name: "Make address" }).waitFor();
      await settled(look.page);
      assert.deepEqual(await axeViolations(look.page), []);
      assert.ok(await look.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.deepEqual(look.consoleErrors, []);
      await look.page.context().close();
    });
  }
});
