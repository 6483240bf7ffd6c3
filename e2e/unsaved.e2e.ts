import assert from "node:assert/strict";
import type { Locator, Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

// Escape, a click outside and the cross, in every dialog with a form: none of them may lose what somebody entered.
const demo = sharedDemo();

const inMenu = async (page: Page, button: string | RegExp, item: string) => {
  await page.getByRole("button", { name: button }).first().click();
  await page.getByRole("menuitem", { name: item }).click();
};

/** How each dialog is opened, and the field that something is typed into. */
const FORMS: Record<string, { path: string; open?: (page: Page) => Promise<unknown>; field: string }> = {
  "New contact": { path: "/records/contact?create=true", field: "Name" },
  "Add a key": { path: "/profile/api?add=true", field: "Name" },
  "Invite someone": { path: "/company/members?invite=true", field: "Email" },
  "Add a type": { path: "/company/data-model?open=new-type", field: "Singular name" },
  Deals: { path: "/company/data-model?type=deal&open=type", field: "Plural name" },
  "Add a field to Deals": { path: "/company/data-model?type=deal&open=new-field", field: "Name" },
  "Save as a view": {
    path: "/records/deal?filter=is:open",
    open: (page) => page.getByRole("button", { name: "Save view" }).click(),
    field: "Name",
  },
  "Add a currency": {
    path: "/company/currencies",
    open: (page) => page.getByRole("button", { name: "Add a currency" }).click(),
    field: "What is 1",
  },
  "New dashboard": { path: "/dashboard", open: (page) => inMenu(page, "More", "New dashboard"), field: "Name" },
  "Add a widget": { path: "/dashboard?add=true", field: "Title" },
};

const CLOSINGS: Record<string, (page: Page, dialog: Locator) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press("Escape"),
  "a click outside": (page) => page.mouse.click(5, 5),
  "the cross": (_page, dialog) => dialog.getByRole("button", { name: "Close" }).click(),
};

for (const [title, { path, open, field }] of Object.entries(FORMS))
  test(`“${title}” asks before it loses what was typed, and closes at once when nothing was`, async () => {
    await demo.within({}, async (page) => {
      await page.goto(path);
      await settled(page);
      await open?.(page);
      const dialog = page.getByRole("dialog", { name: title, exact: true });
      const input = dialog.getByRole("textbox", { name: field }).first();
      await input.fill("4");
      const question = page.getByRole("dialog", { name: "Discard what you entered?" });
      for (const [how, close] of Object.entries(CLOSINGS)) {
        await close(page, dialog);
        await question.waitFor();
        if (how === "Escape") {
          await settled(page);
          assert.deepEqual(await axeViolations(page), []);
        }
        // By keyboard alone: what keeps the form has the focus.
        await page.keyboard.press("Enter");
        await question.waitFor({ state: "detached" });
        assert.equal(await input.inputValue(), "4", how);
      }
      await page.keyboard.press("Escape");
      await question.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });

      await page.goto(path);
      await settled(page);
      await open?.(page);
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    });
  });

test("Escape in a note of the panel leaves the panel open, and the note is kept", async () => {
  await demo.within({}, async (page) => {
    const id = await addDeal(page, "Beside the list");
    await page.setViewportSize({ width: 1024, height: 900 });
    await page.goto(`/records/deal?peek=${id}`);
    const panel = page.getByRole("dialog", { name: "Record" });
    const note = panel.getByRole("textbox", { name: "Note" });
    await note.fill("Half a sentence");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement?.tagName !== "TEXTAREA");
    assert.equal(await note.inputValue(), "Half a sentence");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await page.goto(`/records/deal?peek=${id}`);
    assert.equal(await note.inputValue(), "Half a sentence", "nothing is lost by closing");
  });
});

test("Escape in the filter of a new widget closes its suggestions first, and never the dialog without asking", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/dashboard?add=true");
    const dialog = page.getByRole("dialog", { name: "Add a widget" });
    const filter = dialog.locator(".cm-content");
    await filter.click();
    await page.keyboard.type(" sta");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    assert.ok(await dialog.isVisible());
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Discard what you entered?" }).waitFor();
  });
});

test("undo takes back the last change, and not the one before it", async () => {
  await demo.within({}, async (page) => {
    const id = await addDeal(page, "Renamed once", { next_step: "Call", amount: 48_000 });
    await page.goto(`/records/deal/${id}`);
    await settled(page);
    await page.getByRole("button", { name: "Edit Next step" }).click();
    await page.getByRole("textbox", { name: "Next step" }).fill("Write");
    await page.keyboard.press("Enter");
    await page.getByText("Next step changed.").waitFor();
    await page.getByRole("button", { name: "Edit Amount" }).click();
    await page.getByRole("textbox", { name: "Amount" }).fill("700");
    await page.keyboard.press("Enter");
    await page.getByText("Amount changed.").waitFor();
    await page.keyboard.press("z");
    await page.getByText("Undone.").waitFor();
    const { values } = await ask<{ values: Record<string, unknown> }>(page, "records.get", { id });
    assert.deepEqual([values["next_step"], values["amount"]], ["Write", "48000"]);
  });
});
