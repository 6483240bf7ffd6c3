import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask, firstOf, type Saved } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();

const sortOf = (page: Page) => new URL(page.url()).searchParams.get("sort");
const rowNames = (page: Page) => page.getByRole("rowheader").allTextContents();

async function accessible(page: Page, what: string): Promise<void> {
  await settled(page);
  assert.deepEqual(await axeViolations(page), [], `axe on ${what}`);
}

test("a list is sorted by several fields with the keyboard, and its heads say which comes first", { tag: "@gate" }, async () => {
  await demo.within({}, async (page) => {
    for (const [name, amount] of [
      ["Sorted b", 200],
      ["Sorted a", 200],
      ["Sorted c", 900],
    ] as const)
      await addDeal(page, name, { amount });
    await page.goto(`/records/deal?filter=${encodeURIComponent("name~Sorted")}&sort=amount`);
    await settled(page);
    await page.getByRole("button", { name: "Sorted by Amount" }).press("Enter");
    const menu = page.getByRole("dialog", { name: "Sort" });
    await menu.getByRole("button", { name: "Then sort by Name" }).press("Enter");
    await page.waitForURL(/sort=amount(%2C|,)name/);
    await menu.getByRole("button", { name: "Amount ascending" }).press("Enter");
    await page.waitForURL(/sort=-amount(%2C|,)name/);
    await accessible(page, "the menu of a sort");
    await page.keyboard.press("Escape");
    await settled(page);
    assert.deepEqual(await rowNames(page), ["Sorted c", "Sorted a", "Sorted b"]);
    assert.equal(await page.getByRole("columnheader", { name: /^Amount/ }).getAttribute("aria-sort"), "descending");
    assert.match((await page.getByRole("columnheader", { name: /^Amount/ }).textContent()) ?? "", /1$/);

    await page
      .getByRole("columnheader", { name: /^Amount/ })
      .getByRole("button")
      .click();
    await page.waitForURL((url) => url.searchParams.get("sort") === "amount");
    await page
      .getByRole("columnheader", { name: /^Close date/ })
      .getByRole("button")
      .click({ modifiers: ["Shift"] });
    await page.waitForURL((url) => url.searchParams.get("sort") === "amount,close_date");
    assert.equal(sortOf(page), "amount,close_date");
    for (const [letter, title] of Object.entries({ c: "Contacts", t: "Tasks", d: "Deals" })) {
      await page.keyboard.press("g");
      await page.keyboard.press(letter);
      await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    }
  });
});

test("a board's cards show what is chosen, and its lanes take new records", { tag: "@matrix" }, async () => {
  await demo.within({}, async (page) => {
    await addDeal(page, "Card with a step", { next_step: "Send the drawings", amount: 4_200 });
    await page.goto(`/records/deal?layout=board&filter=${encodeURIComponent('name:"Card with a step"')}`);
    const card = page.getByRole("article", { name: "Card with a step" });
    await card.waitFor();
    assert.doesNotMatch((await card.textContent()) ?? "", /drawings/);
    await page.getByRole("button", { name: "Card fields" }).press("Enter");
    const menu = page.getByRole("dialog", { name: "Card fields" });
    await menu.getByRole("checkbox", { name: "Next step" }).check();
    await menu.getByRole("checkbox", { name: "Amount" }).uncheck();
    await card.getByText("Send the drawings").waitFor();
    assert.doesNotMatch((await card.textContent()) ?? "", /4[.,]200/);
    await accessible(page, "the fields of a card");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "New deal in Discovery" }).press("Enter");
    const form = page.getByRole("dialog", { name: "New deal" });
    await form.getByRole("textbox", { name: "Name" }).fill("From its lane");
    await page.keyboard.press("Enter");
    await page.getByText("“From its lane” added.").waitFor();
    const { items } = await ask<{ items: { values: Record<string, unknown> }[] }>(page, "records.list", {
      type: "deal",
      filter: 'name:"From its lane"',
    });
    assert.equal(items[0]?.values["stage"], "discovery");

    // What is to be done next: nothing, then a task that is late, and nothing again once it is done.
    await page.goto(`/records/deal?layout=board&filter=${encodeURIComponent('name:"Card with a step"')}`);
    await card.getByText("No next task").waitFor({ state: "attached" });
    const { id } = await firstOf(page, "deal", 'name:"Card with a step"');
    const task = await ask<Saved>(page, "records.create", { type: "task", values: { name: "Send it", due: "2020-02-03", deal: id } });
    await card.getByText(/^Next: Send it, \d+ years ago$/).waitFor({ state: "attached" });
    await accessible(page, "a card with a late task");
    await ask(page, "records.update", { id: task.record.id, values: { state: "done" } });
    await card.getByText("No next task").waitFor({ state: "attached" });
    assert.equal(await page.getByRole("button", { name: "New deal in Won" }).count(), 0, "what is won comes from a lane before it");
  });
});

test("on a phone the order and the lanes are within reach of a finger", { tag: "@matrix" }, async () => {
  await demo.within({ size: "phone" }, async (page) => {
    await page.goto("/records/deal?layout=board");
    await page
      .getByRole("button", { name: /^New deal in / })
      .first()
      .tap();
    await page.getByRole("dialog", { name: "New deal" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Sorted by/ }).tap();
    await accessible(page, "the menu of a sort on a phone");
    await page.getByRole("button", { name: "Then sort by Amount" }).tap();
    await page.waitForURL(/amount/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
});
