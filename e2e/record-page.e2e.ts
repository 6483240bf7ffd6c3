import assert from "node:assert/strict";
import type { Locator, Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled, signIn } from "./browser.ts";
import { nameOfFocused, tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";
import { useTool } from "./mcp.ts";
import { addDeal, ask, firstOf, type Saved } from "./records.ts";
import { tooSmall } from "./small-targets.ts";
import { sharedDemo } from "./shared-demo.ts";

interface Shown {
  values: Record<string, unknown>;
  title: string;
  deleted_at: string | null;
}

const TARGET_PX = 44;
const demo = sharedDemo();

const fieldOf = (page: Page, key: string) => page.locator(`[data-field="${key}"]`);
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const lines = (page: Page) => section(page, "Timeline").getByRole("listitem");
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const read = (page: Page, id: string) => ask<Shown>(page, "records.get", { id });

async function open(page: Page, type: string, id: string): Promise<void> {
  await page.goto(`/records/${type}/${id}`);
  await page.getByRole("region", { name: "Timeline" }).getByText("created the").waitFor();
}

/** Opens the editor of a field by a click on its value, and answers where one types. */
async function edit(page: Page, key: string): Promise<Locator> {
  await fieldOf(page, key)
    .getByRole("button", { name: /^Edit / })
    .click();
  const editor = fieldOf(page, key).locator("[data-editing] :is(input, textarea)");
  await editor.waitFor();
  return editor;
}

/** After an edit the focus is where the hand was. */
const focusIsOn = (page: Page, name: string) => page.waitForFunction((label) => document.activeElement?.ariaLabel === label, name);

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

async function choose(page: Page, key: string, text: string): Promise<void> {
  await (await edit(page, key)).fill(text);
  await page
    .getByRole("option", { name: new RegExp(text, "i") })
    .first()
    .click();
}

async function accessible(page: Page, what: string): Promise<void> {
  await settled(page);
  assert.deepEqual(await axeViolations(page), [], `axe on ${what}`);
}

test("a record is worked on with a mouse", { tag: "@matrix" }, async () => {
  const { page, consoleErrors } = await demo.visit();
  await signIn(page, demo.installation.admin);
  const id = await addDeal(page, "Zephyr one");

  await test.step("fields of every kind are edited where they stand", async () => {
    await open(page, "deal", id);
    await (await edit(page, "name")).fill("Zephyr prime");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Zephyr prime", level: 1 }).waitFor();
    await page.waitForFunction(() => document.title.startsWith("Zephyr prime"));
    await (await edit(page, "amount")).fill("78.4k");
    await page.keyboard.press("Enter");
    await fieldOf(page, "amount").getByText("€78,400").waitFor();
    await (await edit(page, "close_date")).fill("2031-05-01");
    await page.keyboard.press("Enter");
    await fieldOf(page, "close_date").getByText("1 May 2031").waitFor();
    await choose(page, "stage", "nego");
    await choose(page, "owner", "tomasz");
    await fieldOf(page, "owner").getByText("Tomasz Wrona").waitFor();
    await choose(page, "source", "event");
    await (await edit(page, "next_step")).fill("Call Anneke");
    await page.keyboard.press("Enter");
    await said(page, "Next step changed.");
    const { values } = await read(page, id);
    const { owner, ...rest } = values as { owner: { name: string } };
    assert.equal(owner.name, "Tomasz Wrona");
    assert.partialDeepStrictEqual(rest, {
      name: "Zephyr prime",
      amount: "78400",
      close_date: "2031-05-01",
      stage: "negotiation",
      source: "event",
      next_step: "Call Anneke",
    });
  });

  await test.step("Escape restores, a wrong value is told, and an emptied field is empty", async () => {
    await (await edit(page, "amount")).fill("1");
    await page.keyboard.press("Escape");
    await fieldOf(page, "amount").getByText("€78,400").waitFor();
    await focusIsOn(page, "Edit Amount");
    await (await edit(page, "amount")).fill("lots");
    await page.keyboard.press("Enter");
    await fieldOf(page, "amount").locator("[aria-invalid=true]").waitFor();
    await page.keyboard.press("Escape");
    await (await edit(page, "next_step")).fill("Call Anneke twice");
    await page.getByRole("textbox", { name: "Note" }).click();
    await fieldOf(page, "next_step").getByText("Call Anneke twice").waitFor();
    await settled(page);
    assert.equal(await nameOfFocused(page), "Note", "a click elsewhere saves, and the focus stays where it went");
    await (await edit(page, "next_step")).fill("");
    await page.keyboard.press("Enter");
    await fieldOf(page, "next_step").getByText("Empty").waitFor();
  });

  await test.step("a contact's addresses are links that are edited beside them", async () => {
    const { record } = await ask<Saved>(page, "records.create", { type: "contact", values: { name: "Zephyrine Vos" } });
    await open(page, "contact", record.id);
    await (await edit(page, "email")).fill("zephyrine@vos.example, z@vos.example");
    await page.keyboard.press("Enter");
    const link = fieldOf(page, "email").getByRole("link", { name: "z@vos.example", exact: true });
    assert.equal(await link.getAttribute("href"), "mailto:z@vos.example");
    await (await edit(page, "phone")).fill("+31 20 555 1234");
    await page.keyboard.press("Enter");
    await choose(page, "do_not_contact", "yes");
    await fieldOf(page, "do_not_contact").getByText("Yes").waitFor();
    await said(page, "Do not contact changed.");
    const { values } = await read(page, record.id);
    assert.deepEqual([values["email"], values["do_not_contact"]], [["zephyrine@vos.example", "z@vos.example"], true]);
  });

  await test.step("relations: one is found, several are ticked, a new one needs only its name", async () => {
    await open(page, "deal", id);
    const organization = section(page, "Organization");
    await organization.getByRole("button", { name: "Link an organization" }).click();
    await organization.getByRole("combobox").fill("yarrow");
    await page
      .getByRole("option", { name: /Yarrow/ })
      .first()
      .click();
    await organization.getByRole("link", { name: /Yarrow/ }).waitFor();
    const contacts = section(page, "Contacts");
    await contacts.getByRole("button", { name: "Link a contact" }).click();
    await contacts.getByRole("combobox").fill("zephyrine");
    await page.getByRole("option", { name: /Zephyrine/ }).click();
    await page.getByRole("heading", { name: "Details" }).click();
    await contacts.getByRole("link", { name: /Zephyrine/ }).waitFor();
    const tasks = section(page, "Tasks");
    await tasks.getByRole("button", { name: "New task" }).click();
    await tasks.getByRole("textbox", { name: "Name of the new task" }).fill("Zephyr: send the offer");
    await page.keyboard.press("Enter");
    await tasks.getByRole("link", { name: "Zephyr: send the offer" }).waitFor();
    await said(page, "“Zephyr: send the offer” added.");
    const task = await firstOf(page, "task", 'name:"Zephyr: send the offer"');
    assert.equal((task.values["deal"] as { id: string }).id, id);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await tasks.getByText("None").waitFor();
  });

  await test.step("a note is kept while it is written, stands in the timeline, and can be removed", async () => {
    await page.getByRole("textbox", { name: "Note" }).fill("Sixteen meters\nand two spares.");
    await page.reload();
    assert.equal(await page.getByRole("textbox", { name: "Note" }).inputValue(), "Sixteen meters\nand two spares.");
    await page.getByRole("textbox", { name: "Note" }).press("Control+Enter");
    await said(page, "Note added.");
    const note = lines(page).filter({ hasText: "added a note" });
    await note.getByText("Sixteen meters").waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Note" }).inputValue(), "");
    await note.getByRole("button", { name: "Remove this note" }).click();
    await lines(page).filter({ hasText: "removed a note" }).waitFor();
    assert.equal(await page.getByText("Sixteen meters").count(), 0);
  });

  await test.step("a note is edited where it stands: Escape restores, a failure loses nothing, and undo takes it back", async () => {
    await page.getByRole("textbox", { name: "Note" }).fill("Sixteen meters");
    await page.getByRole("button", { name: "Add note" }).click();
    const note = lines(page).filter({ has: page.getByRole("button", { name: "Remove this note" }) });
    await note.getByRole("button", { name: "Edit this note" }).click();
    const field = note.getByRole("textbox", { name: "Text of the note" });
    assert.equal(await field.inputValue(), "Sixteen meters");
    await accessible(page, "a note being edited");
    await field.fill("Given up");
    await field.press("Escape");
    await note.getByText("Sixteen meters").waitFor();
    await focusIsOn(page, "Edit this note");

    await note.getByRole("button", { name: "Edit this note" }).click();
    await field.fill("Eighteen meters");
    await page.route("**/app/call/records.updateNote", (route) => route.abort());
    await field.press("Control+Enter");
    await page.getByRole("alert").first().waitFor();
    assert.equal(await field.inputValue(), "Eighteen meters");
    await page.unroute("**/app/call/records.updateNote");
    await page.reload();
    assert.equal(await field.inputValue(), "Eighteen meters", "nor does a reload");
    // A frame that comes before the page is drawn again, as on a busy computer.
    await page.evaluate(() => {
      window.requestAnimationFrame = (run) => (queueMicrotask(() => run(0)), 0);
    });
    await field.press("Control+Enter");
    await said(page, "Note edited.");
    await focusIsOn(page, "Edit this note");
    await note.getByText("Eighteen meters").waitFor();
    assert.match((await note.textContent()) ?? "", /edited just now/);
    await page.reload();
    const edit = lines(page).filter({ hasText: "edited a note Sixteen meters → Eighteen meters" });
    await edit.getByRole("button", { name: "Undo this change" }).click();
    await said(page, "Undone.");
    await note.getByText("Sixteen meters").waitFor();
    await note.getByRole("button", { name: "Remove this note" }).click();
    await note.waitFor({ state: "detached" });
  });

  await test.step("the timeline says who, and through which key, and takes one change back", async () => {
    const { key } = await ask<{ key: string }>(page, "keys.create", { name: "Zephyr bot" });
    await useTool(demo.installation.baseUrl, key, "save_records", {
      type: "deal",
      records: [{ record: "Zephyr prime", values: { amount: "90000", stage: "won" } }],
    });
    const byKey = lines(page).filter({ hasText: "via key Zephyr bot" });
    await byKey.waitFor();
    assert.match(
      (await byKey.textContent()) ?? "",
      /^ML.*Mara Lindqvist.*via key Zephyr bot.*changed.*(stage Negotiation → Won|amount €78,400 → €90,000).* and /,
      "both fields are one line",
    );
    const kinds = section(page, "Timeline").getByRole("group", { name: "Show" });
    await kinds.getByRole("button", { name: "By keys" }).click();
    assert.equal(await lines(page).count(), 1);
    await kinds.getByRole("button", { name: "Notes" }).click();
    await page.getByText("No notes yet.").waitFor();
    await kinds.getByRole("button", { name: "Changes" }).click();
    assert.ok((await lines(page).count()) > 5);
    await kinds.getByRole("button", { name: "All" }).click();
    await byKey.getByRole("button", { name: "Undo this change" }).click();
    await said(page, "Undone.");
    await fieldOf(page, "amount").getByText("€78,400").waitFor();
    assert.equal((await read(page, id)).values["stage"], "negotiation");
  });

  await test.step("the toast takes the last change back", async () => {
    await page.getByRole("button", { name: "Mark won" }).click();
    await said(page, "Moved to Won.");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await said(page, "Undone.");
    await page.getByRole("button", { name: "Mark won" }).waitFor();
  });

  await test.step("two that mean the same become one, field by field as chosen, and two again", async () => {
    const other = await addDeal(page, "Zephyr double", { amount: 1234, next_step: "Visit" });
    await page.getByRole("button", { name: "More for this deal" }).click();
    await page.getByRole("menuitem", { name: "Merge with…" }).click();
    await page.getByRole("combobox", { name: "Other deal" }).fill("zephyr");
    await page.getByRole("option", { name: /Zephyr double/ }).waitFor();
    assert.equal(await page.getByRole("option", { name: /Zephyr prime/ }).count(), 0, "not with itself");
    await page.getByRole("option", { name: /Zephyr double/ }).click();
    const dialog = page.getByRole("dialog", { name: "Merge 2 deals" });
    await dialog.getByRole("radiogroup", { name: "Amount" }).getByRole("radio", { name: "€1,234" }).check();
    assert.ok(await dialog.getByRole("button", { name: "Merge" }).isVisible());
    await accessible(page, "the merge dialog");
    await dialog.getByRole("button", { name: "Merge" }).click();
    await said(page, "2 deals merged into “Zephyr prime”.");
    await fieldOf(page, "amount").getByText("€1,234").waitFor();
    await fieldOf(page, "next_step").getByText("Visit").waitFor();
    assert.notEqual((await read(page, other)).deleted_at, null);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await said(page, "Undone.");
    await fieldOf(page, "amount").getByText("€78,400").waitFor();
    assert.equal((await read(page, other)).deleted_at, null);
  });

  await test.step("its link is copied; deleted it is in the trash, says so, and is restored", async () => {
    await page.getByRole("button", { name: "More for this deal" }).click();
    await page.getByRole("menuitem", { name: "Copy link" }).click();
    await said(page, "Link copied.");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, new URL(`/records/deal/${id}`, demo.installation.baseUrl).toString());
    await page.getByRole("button", { name: "More for this deal" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("grid").waitFor();
    await said(page, "“Zephyr prime” moved to trash.");
    await page.goto(link);
    await page.getByText("This deal is in the trash.").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Edit / }).count(), 0, "nothing is edited in the trash");
    assert.equal(await page.getByRole("textbox", { name: "Note" }).count(), 0, "nor written on it");
    await page.getByRole("button", { name: "Restore" }).click();
    await said(page, "“Zephyr prime” restored.");
    await fieldOf(page, "amount").getByRole("button", { name: "Edit Amount" }).waitFor();
    assert.equal((await read(page, id)).deleted_at, null);
  });
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("the panel opens beside the list, and the list keeps its place", { tag: "@gate" }, async () => {
  const { page, consoleErrors } = await demo.visit();
  await signIn(page, demo.installation.admin, "/records/deal");
  const grid = page.getByRole("grid");
  await page.getByRole("rowheader").first().waitFor();
  for (const key of ["j", "PageDown", "PageDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  const place = () =>
    grid.evaluate((one) => ({ top: one.scrollTop, row: one.querySelector("[data-current] [role=rowheader]")?.textContent ?? "" }));
  // The list has scrolled there before it has drawn the rows.
  await page.locator("[role=row][data-current] [role=rowheader]").waitFor();
  const start = await place();
  assert.ok(start.top > 500 && start.row !== "", JSON.stringify(start));

  await test.step("Space shows the record of the row, K the one above, and Escape leaves all as it was", async () => {
    const panel = page.getByRole("complementary", { name: "Record" });
    await page.keyboard.press("Space");
    await panel.getByRole("heading", { name: start.row, level: 2 }).waitFor();
    assert.deepEqual(await place(), start);
    await panel.getByRole("region", { name: "Timeline" }).getByText("created the deal").waitFor();
    await accessible(page, "the panel");
    await page.keyboard.press("k");
    await panel.getByRole("heading", { name: (await place()).row, level: 2 }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    assert.deepEqual(await place(), start);
  });

  await test.step("what is edited in the panel is in the row at once, and going back from the page finds the row again", async () => {
    await page.keyboard.press("Space");
    await (await edit(page, "next_step")).fill("Call from the panel");
    await page.keyboard.press("Enter");
    await (await edit(page.getByRole("complementary") as unknown as Page, "amount")).fill("4321");
    await page.keyboard.press("Enter");
    await page.locator("[role=row][data-current]").getByText("€4,321").waitFor();
    await said(page, "Amount changed.");
    await page.getByRole("complementary").getByRole("link", { name: "Open" }).click();
    await page.getByRole("heading", { name: start.row, level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole("complementary").getByRole("heading", { name: start.row }).waitFor();
  });
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("a record is worked on with the keyboard alone", { tag: "@gate" }, async () => {
  const { page, consoleErrors } = await demo.visit({ scheme: "dark" });
  await signIn(page, demo.installation.admin);
  const id = await addDeal(page, "Zephyr keys");
  await open(page, "deal", id);
  await accessible(page, "the page, dark");

  await tabTo(page, "Edit Name");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Zephyr typed");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Zephyr typed", level: 1 }).waitFor();
  await tabTo(page, "Edit Stage");
  await page.keyboard.press("Enter");
  await page.keyboard.type("nego");
  await page.keyboard.press("Enter");
  await said(page, "Moved to Negotiation.");
  await focusIsOn(page, "Edit Stage");
  await page.keyboard.press("z");
  await said(page, "Undone.");
  await fieldOf(page, "stage").getByText("Proposal").waitFor();
  await page.keyboard.press("t");
  await focusIsOn(page, "Note");
  await page.keyboard.type("Written without a mouse");
  await page.keyboard.press("Control+Enter");
  await said(page, "Note added.");
  await page.keyboard.press("Escape");
  await tabTo(page, "Edit this note");
  await page.keyboard.press("Enter");
  await focusIsOn(page, "Text of the note");
  await page.keyboard.type(", twice");
  await page.keyboard.press("Control+Enter");
  await said(page, "Note edited.");
  await lines(page).getByText("Written without a mouse, twice", { exact: true }).first().waitFor();
  await tabTo(page, "Remove this note");
  await page.keyboard.press("Enter");
  await lines(page).filter({ hasText: "removed a note" }).waitFor();
  await tabTo(page, "New task");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Zephyr: call");
  await page.keyboard.press("Enter");
  await section(page, "Tasks").getByRole("link", { name: "Zephyr: call" }).waitFor();
  await open(page, "deal", id);
  await tabTo(page, "More for this deal");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Merge with…" }).waitFor();
  for (let item = 0; item < 6 && !(await focusedText(page)).startsWith("Merge"); item++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Other deal" }).waitFor();
  await addDeal(page, "Zephyr twin", { amount: 5 });
  await page.keyboard.type("zephyr twin");
  await page.getByRole("option", { name: /Zephyr twin/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Merge 2 deals" }).waitFor();
  await accessible(page, "the merge dialog, dark");
  await tabTo(page, "Merge");
  await page.keyboard.press("Enter");
  await said(page, "2 deals merged into “Zephyr typed”.");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("z");
  await said(page, "Undone.");
  await page.goto(`/records/deal?peek=${id}`);
  await page.getByRole("complementary").getByText("created the deal").waitFor();
  await accessible(page, "the panel, dark");
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("a record is worked on with a finger", { tag: "@matrix" }, async () => {
  const { page, consoleErrors } = await demo.visit({ size: "phone" });
  await signIn(page, demo.installation.admin);
  const id = await addDeal(page, "Zephyr by hand, with a name that is longer than a line");
  await open(page, "deal", id);
  const part = (name: string) => page.getByRole("button", { name, exact: true }).tap();
  const facts = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
  await facts.getByText("€48,000").waitFor();

  await part("Fields");
  await fieldOf(page, "amount").getByRole("button", { name: "Edit Amount" }).tap();
  await page.getByRole("textbox", { name: "Amount" }).fill("52000");
  await page.keyboard.press("Enter");
  await facts.getByText("€52,000").waitFor();
  await fieldOf(page, "stage").getByRole("button", { name: "Edit Stage" }).tap();
  await page.getByRole("option", { name: /Negotiation/ }).tap();
  await facts.getByText("Negotiation").waitFor();
  await part("Related");
  await section(page, "Tasks").getByRole("button", { name: "New task" }).tap();
  await page.getByRole("textbox", { name: "Name of the new task" }).fill("Zephyr: by hand");
  await page.keyboard.press("Enter");
  await section(page, "Tasks").getByRole("link", { name: "Zephyr: by hand" }).waitFor();
  await part("Timeline");
  await page.getByRole("textbox", { name: "Note" }).fill("By hand");
  assert.deepEqual(await tooSmall(page, TARGET_PX), [], "a note being written: everything is large enough for a finger");
  await page.getByRole("button", { name: "Add note" }).tap();
  const note = lines(page).filter({ hasText: "added a note" });
  await note.getByText("By hand").waitFor();
  await note.getByRole("button", { name: "Edit this note" }).tap();
  await note.getByRole("textbox", { name: "Text of the note" }).fill("By finger");
  assert.deepEqual(await tooSmall(page, TARGET_PX), [], "a note being edited: everything is large enough for a finger");
  await note.getByRole("button", { name: "Save" }).tap();
  await note.getByText("By finger").waitFor();
  await lines(page).filter({ hasText: "€52,000" }).getByRole("button", { name: "Undo this change" }).tap();
  await said(page, "Undone.");
  await facts.getByText("€48,000").waitFor();
  for (const name of ["Fields", "Related", "Timeline"]) {
    await part(name);
    assert.deepEqual(await tooSmall(page, TARGET_PX), [], `${name}: everything is large enough for a finger`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is no wider than the phone`);
  }
  await page.getByRole("button", { name: "More for this deal" }).tap();
  await page.getByRole("menuitem", { name: "Delete" }).tap();
  await said(page, /moved to trash\.$/);
  await page.getByRole("button", { name: "Undo", exact: true }).tap();
  await said(page, "Undone.");
  assert.equal((await read(page, id)).deleted_at, null);
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});
