import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();

/** A picture to look at: SHOTS=folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

interface Me {
  user: { id: string };
}
const whoIs = async (page: Page) => (await ask<Me>(page, "members.me", {})).user.id;
const unread = async (page: Page) => (await ask<{ unread: number }>(page, "notifications.count", {})).unread;
const bell = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Notifications/ });

test("what a colleague gives me is at the bell at once, and opened with the keyboard it is read", { tag: "@gate" }, () =>
  demo.within({ who: "member" }, async (mine) => {
    await ask(mine, "notifications.markRead", {});
    await mine.goto("/notifications");
    await mine.getByRole("heading", { name: "Notifications" }).waitFor();
    const me = await whoIs(mine);
    await demo.within({ who: "admin" }, async (theirs) => {
      await addDeal(theirs, "Given <b>just now</b>", { owner: me });
    });
    const line = mine.getByRole("listitem").filter({ hasText: "Given <b>just now</b>" });
    await line.getByText("assigned this deal to you").waitFor();
    await bell(mine).getByText("1 new").waitFor();
    assert.deepEqual(await axeViolations(mine), []);
    await shoot(mine, "notifications-live");

    await mine.keyboard.press("g");
    await mine.keyboard.press("h");
    await mine.waitForURL("**/dashboard**");
    await mine.keyboard.press("g");
    await mine.keyboard.press("n");
    await mine.waitForURL("**/notifications");
    const toggle = mine.getByRole("button", { name: /^Mark as read: .*Given/ });
    await toggle.focus();
    await mine.keyboard.press("Enter");
    await mine.getByRole("button", { name: /^Mark as unread: .*Given/ }).waitFor();
    assert.equal(await unread(mine), 0);
    await mine.getByRole("button", { name: /^Mark as unread: .*Given/ }).press("Enter");
    await bell(mine).getByText("1 new").waitFor();
    await line.getByRole("link").focus();
    await mine.keyboard.press("Enter");
    await mine.waitForURL("**/records/deal/rec_*");
    await bell(mine).getByText("1 new").waitFor({ state: "detached" });
    assert.equal(await unread(mine), 0);
  }),
);

test("which notifications go by email is chosen with the keyboard alone, and a phone's menu says how many are new", { tag: "@gate" }, () =>
  demo.within({ who: "member", size: "phone" }, async (page) => {
    // What is unread would join it, and have no name.
    await ask(page, "notifications.markRead", {});
    const me = await whoIs(page);
    await demo.within({ who: "admin" }, async (theirs) => {
      await addDeal(theirs, "Counted on a phone", { owner: me });
    });
    await page.goto("/notifications");
    await page.getByRole("listitem").filter({ hasText: "Counted on a phone" }).waitFor();
    const menu = page.getByRole("button", { name: /^Menu \d+ new$/ });
    await menu.waitFor();
    await shoot(page, "notifications-phone-menu");
    await menu.click();
    await page.getByRole("menuitem", { name: /^Notifications\s*\d+ new$/ }).waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("link", { name: "Choose emails" }).press("Enter");
    const replies = page.getByRole("combobox", { name: "Messages of customers: by email" });
    await replies.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Once a day" }).waitFor();
    // The list marks where the keyboard is a moment after it is there.
    const marked = page.locator("[role=option][data-combobox-selected]");
    while ((await marked.count()) === 0 || (await marked.innerText()) !== "At once") {
      await page.keyboard.press("ArrowUp");
      await page.waitForTimeout(50);
    }
    await page.keyboard.press("Enter");
    await page.getByText("Messages of customers: at once.").waitFor();
    await page.reload();
    await replies.waitFor();
    assert.equal(await replies.inputValue(), "At once");
    assert.deepEqual(await axeViolations(page), []);
    await ask(page, "notifications.chooseMail", { by_mail: { reply: "daily" } });
  }),
);

for (const look of looks) {
  test(`notifications are shown, ${look.size} ${look.scheme}`, { tag: "@matrix" }, () =>
    demo.within({ who: "member", ...look }, async (page) => {
      const me = await whoIs(page);
      const name = `Matrix ${look.size} ${look.scheme} `;
      await demo.within({ who: "admin" }, async (theirs) => {
        await addDeal(theirs, name + "with a long name ".repeat(9), { owner: me });
      });
      await page.goto("/notifications");
      await page
        .getByRole("listitem")
        .filter({ hasText: /assigned/ })
        .first()
        .waitFor();
      await settled(page);
      await shoot(page, `notifications-${look.size}-${look.scheme}`);
      assert.deepEqual(await axeViolations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the window");
      await page.getByRole("button", { name: "Mark all as read" }).click();
      await page.getByRole("button", { name: "Mark all as read" }).waitFor({ state: "detached" });
      assert.equal(await unread(page), 0);
      await page.goto("/profile/notifications");
      await page.getByRole("combobox", { name: "Due tasks: by email" }).waitFor();
      await settled(page);
      await shoot(page, `notifications-mail-${look.size}-${look.scheme}`);
      assert.deepEqual(await axeViolations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the window");
    }),
  );
}
