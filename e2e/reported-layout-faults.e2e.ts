import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask, countOf } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

// The second half of the bugs of the first trial: what is placed wrong, cut off or named wrong.
const demo = sharedDemo();

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const boxOf = async (page: Page, selector: string) => page.locator(selector).first().boundingBox();

const edges = (box: { y: number; height: number } | null) => ({
  top: box?.y ?? Number.NaN,
  bottom: (box?.y ?? 0) + (box?.height ?? Number.NaN),
});

const MIN_COLUMN_PX = 200;

test("bug 6: a record can be worked on at every width of a window", async () => {
  await demo.within({}, async (page) => {
    const id = await addDeal(page, "Every width");
    for (const width of [640, 720, 820, 900, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/records/deal/${id}`);
      const note = page.getByRole("textbox", { name: "Note" });
      await note.waitFor();
      await settled(page);
      const box = await note.boundingBox();
      assert.ok(box && box.width >= MIN_COLUMN_PX, `${width}: the note is ${box?.width} px wide`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: nothing sticks out`);
      const fields = page.getByRole("button", { name: "Fields", exact: true });
      if (await fields.isVisible()) await fields.click();
      const amount = await boxOf(page, '[data-field="amount"]');
      assert.ok(amount && amount.width >= MIN_COLUMN_PX, `${width}: a field is ${amount?.width} px wide`);
    }
  });
});

test("bug 7: one tab is the current one, in a saved view and beside it", async () => {
  await demo.within({}, async (page) => {
    const { id } = await ask<{ id: string }>(page, "views.create", { type: "deal", name: "Only proposals", filter: "stage:proposal" });
    const current = page.getByRole("navigation", { name: "Views" }).locator("[aria-current=page]");
    for (const [path, name] of [
      [`/records/deal?view=${id}&filter=stage:proposal`, /Only proposals/],
      [`/records/deal?view=${id}&filter=stage:won`, /Only proposals/],
      ["/records/deal", /^All/],
      ["/records/deal?filter=is:open", /^All/],
    ] as const) {
      await page.goto(path);
      await page.getByRole("link", { name: /Only proposals/ }).waitFor();
      assert.equal(await current.count(), 1, path);
      assert.match((await current.textContent()) ?? "", name, path);
    }
  });
});

test("bug 9: a filter takes the amounts that cells take", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/records/deal");
    await page.locator(".cm-content").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("amount>20k");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("filter") === "amount>20k");
    await page.getByRole("grid").getByRole("rowheader").first().waitFor();
    assert.equal(await countOf(page, "deal", "amount>20k"), await countOf(page, "deal", "amount>20000"));
  });
});

test("bug 13: the first stages of a new type are its stage", async () => {
  await demo.within({}, async (page) => {
    await ask(page, "types.create", { key: "project", label: "Project", label_plural: "Projects" });
    const options = [
      { key: "doing", label: "Doing", state: "open", probability: 50 },
      { key: "done", label: "Done", state: "won", probability: 100 },
    ];
    await ask(page, "types.addField", { type: "project", key: "phase", label: "Phase", field_type: "stage", options });
    await page.goto("/company/data-model?type=project");
    const role = page.getByRole("combobox", { name: "Stage" });
    await role.waitFor();
    assert.equal(await role.inputValue(), "phase");
  });
});

test("bug 14: looking at the activity kind keeps the filter of a new widget, and the widget comes into sight", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/dashboard?add=true");
    const dialog = page.getByRole("dialog", { name: "Add a widget" });
    const kind = (name: string) => dialog.getByRole("radio", { name }).check({ force: true });
    await dialog.getByText("is:open").first().waitFor();
    await kind("Activity");
    await kind("Number");
    await dialog.getByText("is:open").first().waitFor();
    await dialog.getByLabel("Title").fill("Just added");
    await dialog.getByRole("button", { name: "Add widget" }).click();
    await dialog.waitFor({ state: "detached" });
    await section(page, "Just added").waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector("[aria-label='Just added']")?.getBoundingClientRect();
      return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
    });
  });
});

test("bug 15: what a record is related to is headed in the same place when it is in the trash", async () => {
  await demo.within({}, async (page) => {
    const id = await addDeal(page, "In its place");
    const place = async () => {
      await page.goto(`/records/deal/${id}`);
      const heading = section(page, "Contacts").getByRole("heading");
      await heading.waitFor();
      const [own, around] = await Promise.all([heading.boundingBox(), section(page, "Contacts").locator("header").boundingBox()]);
      return [own?.x, around?.height];
    };
    const before = await place();
    await ask(page, "records.delete", { id });
    assert.deepEqual(await place(), before);
  });
});

test("bug 16: of a task and its deal, the name of the task is the one that is read to its end", async () => {
  await demo.within({}, async (page) => {
    const deal = await addDeal(page, "A deal whose name is much longer than the box of any widget on the dashboard is wide");
    const name = "Send the revised offer today";
    const { user } = await ask<{ user: { id: string } }>(page, "members.me", {});
    const due = new Date(Date.now() - 400 * 86_400_000).toISOString().slice(0, 10);
    await ask(page, "records.create", { type: "task", values: { name, deal, due, owner: user.id, state: "open" } });
    await page.goto("/dashboard");
    const link = section(page, "Your tasks").getByRole("link", { name });
    await link.waitFor();
    assert.ok(await link.evaluate((node) => node.scrollWidth <= node.clientWidth), "the task is not cut");
  });
});

test("bug 19: an edit of many records is one line of the activity log, and records are links", async () => {
  await demo.within({}, async (page) => {
    const ids = await Promise.all(Array.from({ length: 5 }, (_, at) => addDeal(page, `Logged ${at}`)));
    await ask(page, "records.batch", { type: "deal", items: ids.map((id) => ({ id, values: { stage: "negotiation" } })) });
    await page.goto("/company/activity?type=record.updated");
    const line = page
      .getByRole("listitem")
      .filter({ hasText: /Logged \d/ })
      .first();
    await line.getByRole("button", { name: "and 4 more" }).click();
    assert.equal(await line.getByRole("link", { name: /Logged \d/ }).count(), 5);
    await line
      .getByRole("link", { name: /Logged \d/ })
      .first()
      .click();
    await page.getByRole("heading", { name: /Logged \d/, level: 1 }).waitFor();
  });
});

test("bug 20: a message does not cover the count of a list, nor the bar for what is selected the current row", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/records/deal");
    await page.getByRole("grid").getByRole("rowheader").first().waitFor();
    await page.getByRole("grid").focus();
    const walk = async (key: string, steps: number) => {
      for (let step = 0; step < steps; step++) await page.keyboard.press(key);
      await page.waitForTimeout(300);
      return edges(await boxOf(page, "[role=row][data-current]"));
    };
    const list = edges(await page.getByRole("grid").boundingBox());
    const last = await walk("ArrowDown", 40);
    assert.ok(last.bottom <= list.bottom, `the row ends at ${last.bottom}, the list at ${list.bottom}`);
    const head = edges(await boxOf(page, "[role=columnheader]"));
    const first = await walk("ArrowUp", 30);
    assert.ok(first.top >= head.bottom, `the row begins at ${first.top}, the head ends at ${head.bottom}`);
    await page.keyboard.press("x");
    const bar = edges(await page.getByRole("toolbar").boundingBox());
    const current = await walk("ArrowDown", 60);
    assert.ok(current.bottom <= bar.top, `the row ends at ${current.bottom}, the bar begins at ${bar.top}`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.getByRole("dialog", { name: "New record" }).waitFor();
    await page.keyboard.press("3");
    await page.getByRole("textbox", { name: "Name" }).fill("Said at the side");
    await page.keyboard.press("Enter");
    const toast = await page.getByText("“Said at the side” added.").locator("..").boundingBox();
    const foot = await boxOf(page, "footer");
    assert.ok(toast && foot && toast.y + toast.height <= foot.y, "the footer is in sight");
  });
});

test("bug 22: on a phone a list has its layouts and its order, and a new record all its fields", async () => {
  await demo.within({ size: "phone" }, async (page) => {
    await page.goto("/records/deal");
    await page.getByRole("button", { name: "Board" }).tap();
    await page.waitForURL(/layout=board/);
    await page.getByRole("button", { name: "Table" }).tap();
    await page.getByRole("button", { name: /^Sorted by/ }).tap();
    await page.getByRole("button", { name: "Amount", exact: true }).tap();
    await page.waitForURL(/sort=amount/);
    await page.goto("/records/deal?create=true");
    const dialog = page.getByRole("dialog", { name: "New deal" });
    await dialog.getByRole("button", { name: "All fields" }).tap();
    await dialog.getByRole("textbox", { name: "Next step" }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
});

test("bug 23: the field of a lead that names where somebody works is not called like the company one works in", async () => {
  await demo.within({}, async (page) => {
    const { items } = await ask<{ items: { key: string; label: string; fields: { label: string }[] }[] }>(page, "types.list", {});
    assert.deepEqual(
      items.flatMap((type) => type.fields.filter((field) => field.label === "Company").map(() => type.label)),
      [],
    );
    assert.ok(items.find((type) => type.key === "lead")?.fields.some((field) => field.label === "Organization name"));
  });
});
