import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();

const valueOf = async (page: Page, id: string, field: string) =>
  (await ask<{ values: Record<string, unknown> }>(page, "records.get", { id })).values[field] ?? null;
const line = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });
const open = async (page: Page, path: string) => {
  await page.goto(path);
  await settled(page);
};

test("my changes: each in words, undone where undo takes it, and with the reason where it does not", { tag: "@gate" }, async () => {
  await demo.within({}, async (page) => {
    const [one, two] = [await addDeal(page, "Undo crane one"), await addDeal(page, "Undo crane two")];
    await ask(page, "records.update", { id: one, values: { next_step: "Call" } });
    await ask(page, "records.update", { id: one, values: { next_step: "Write" } });
    const items = [one, two].map((id) => ({ id, values: { stage: "negotiation" } }));
    await ask(page, "records.batch", { type: "deal", items });
    await page.keyboard.press("g");
    await page.keyboard.press("u");
    await page.getByRole("heading", { name: "My changes", level: 1 }).waitFor();
    await settled(page);
    const steps = line(page, /^Changed next step of deal Undo crane one/);
    const [newer, older] = [steps.nth(0), steps.nth(1)];
    await older.getByText("Cannot be undone: “Undo crane one” was changed again since: Next step.").waitFor();
    assert.equal(await older.getByRole("button").count(), 0, "nothing to press where it would be refused");
    await newer.getByRole("button", { name: /^Undo/ }).click();
    await newer.getByText("Undone", { exact: true }).waitFor();
    assert.equal(await valueOf(page, one, "next_step"), "Call");
    // What stood in its way is gone.
    await older.getByRole("button", { name: /^Undo/ }).waitFor();
    const bulk = line(page, /^Changed stage of 2 deals/);
    await bulk.getByText("Undo crane one, Undo crane two").waitFor();
    await bulk.getByRole("button", { name: "Undo all 2: Changed stage of 2 deals" }).click();
    await bulk.getByText("Undone", { exact: true }).waitFor();
    assert.deepEqual([await valueOf(page, one, "stage"), await valueOf(page, two, "stage")], ["proposal", "proposal"]);
    assert.deepEqual(await axeViolations(page), []);
  });
});

test("a change in another tab appears in my changes, and Z finds it there: named first, then undone", { tag: "@matrix" }, async () => {
  await demo.within({}, async (page) => {
    await open(page, "/profile/changes");
    const other = await page.context().newPage();
    await open(other, "/records/deal");
    await addDeal(other, "Crane before");
    const id = await addDeal(other, "Tab crane");
    await line(page, "Created deal Tab crane").waitFor();
    await ask(other, "records.update", { id, values: { next_step: "Weigh it" } });
    await line(page, "Changed next step of deal Tab crane").getByRole("button", { name: /^Undo/ }).waitFor();
    await page.reload();
    await settled(page);
    await page.keyboard.press("z");
    await page.getByText(/^Last change, .*: Changed next step of deal “Tab crane”\.$/).waitFor();
    assert.equal(await valueOf(page, id, "next_step"), "Weigh it", "named, not undone yet");
    await page.keyboard.press("z");
    await page.getByText("Undone.", { exact: true }).waitFor();
    assert.equal(await valueOf(page, id, "next_step"), null);
    // The next one before it: never the undo itself, and nothing that cannot be undone.
    await page.keyboard.press("z");
    await page.getByText(/^Last change, .*: Created deal “Crane before”\.$/).waitFor();
    // What was undone elsewhere is not offered by the page that did it.
    await open(page, `/records/deal/${id}`);
    await page.getByRole("group", { name: "Stage" }).getByRole("button", { name: "Negotiation" }).click();
    const moved = page.getByText("Moved to Negotiation.");
    await moved.waitFor();
    await ask(other, "records.undo", { id: "last" });
    await moved.waitFor({ state: "detached" });
    await page.keyboard.press("z");
    await page.getByText(/^Last change, .*: Created deal “Crane before”\.$/).waitFor();
  });
});

test("the timeline asks before it undoes a change of many: only this one, or all of them", { tag: "@matrix" }, async () => {
  await demo.within({}, async (page) => {
    const ids = await Promise.all(["a", "b", "c"].map(async (name) => addDeal(page, `Many crane ${name}`)));
    const change = async (next: string) =>
      ask(page, "records.batch", { type: "deal", items: ids.map((id) => ({ id, values: { next_step: next } })) });
    const steps = async () => Promise.all(ids.map(async (id) => valueOf(page, id, "next_step")));
    await change("First");
    await change("Second");
    await open(page, `/records/deal/${ids[0]}`);
    const undo = page.getByRole("button", { name: "Undo this change" }).first();
    await undo.click();
    const dialog = page.getByRole("dialog", { name: "Undo this for one deal, or for all 3?" });
    await dialog.waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(await steps(), ["Second", "Second", "Second"], "Escape undoes nothing");
    await undo.click();
    await dialog.waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Undone.", { exact: true }).waitFor();
    assert.deepEqual(await steps(), ["First", "Second", "Second"]);
    await open(page, `/records/deal/${ids[1]}`);
    await page.getByRole("button", { name: "Undo this change" }).first().click();
    await dialog.getByText("All of them cannot be undone: “Many crane a” was changed again since: Next step.").waitFor();
    assert.equal(await dialog.getByRole("button", { name: "Undo all 3" }).count(), 0);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "My changes" }).click();
    await page.getByRole("heading", { name: "My changes", level: 1 }).waitFor();
  });
});
