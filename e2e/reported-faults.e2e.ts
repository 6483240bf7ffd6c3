import assert from "node:assert/strict";
import { expect, type Page } from "@playwright/test";
import { settled, signIn, signUp } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask, cell, countOf, firstOf, type Saved } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

// The bugs that people found when they first tried the web application, by their number in the report.
const demo = sharedDemo();

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const valuesOf = async (page: Page, id: string) => (await ask<{ values: Record<string, unknown> }>(page, "records.get", { id })).values;
const idsIn = (value: unknown) => (value as { id: string }[]).map((one) => one.id);

async function addContact(page: Page, name: string): Promise<string> {
  return (await ask<Saved>(page, "records.create", { type: "contact", values: { name } })).record.id;
}

async function openRecord(page: Page, type: string, id: string): Promise<void> {
  await page.goto(`/records/${type}/${id}`);
  await section(page, "Timeline").getByText("created the").waitFor();
}

test("bug 1: Escape in a list of choices closes the list, and nothing closes a form that was filled in without asking", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/records/deal?create=true");
    const dialog = page.getByRole("dialog", { name: "New deal" });
    const name = dialog.getByRole("textbox", { name: "Name" });
    await name.fill("Tidal gates");
    await dialog.getByRole("button", { name: /^Organization/ }).click();
    await dialog.getByRole("combobox", { name: "Organization" }).fill("yar");
    await page.keyboard.press("Escape");
    await dialog.getByRole("combobox").waitFor({ state: "detached" });
    assert.equal(await name.inputValue(), "Tidal gates");

    const question = page.getByRole("dialog", { name: "Discard what you entered?" });
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "detached" });
    await page.mouse.click(5, 5);
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    assert.equal(await name.inputValue(), "Tidal gates", "Escape in the question keeps the form");
    await page.mouse.click(5, 5);
    await question.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(await countOf(page, "deal", 'name:"Tidal gates"'), 0);

    await page.goto("/records/deal?create=true");
    await name.waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

test("bug 1, beside a list: Escape in an editor of the panel leaves the panel open", async () => {
  await demo.within({}, async (page) => {
    const id = await addDeal(page, "Peeked at", { next_step: "Call" });
    await page.setViewportSize({ width: 1024, height: 900 });
    await page.goto(`/records/deal?peek=${id}`);
    const panel = page.getByRole("dialog", { name: "Record" });
    await panel.getByRole("button", { name: "Edit Next step" }).click();
    await panel.getByRole("textbox", { name: "Next step" }).fill("Not this");
    await page.keyboard.press("Escape");
    await panel.getByText("Call", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
  });
});

test("bug 2: Enter after a choice is done, and takes none away that was there; a fast Enter waits for what was typed", async () => {
  await demo.within({}, async (page) => {
    const [ada, bo] = [await addContact(page, "Quill Ada"), await addContact(page, "Quill Bo")];
    const id = await addDeal(page, "Quill deal", { contacts: [ada] });
    await page.goto("/records/deal?filter=name:%22Quill%20deal%22&columns=contacts,amount");
    await cell(page, "Quill deal", "contacts").dblclick();
    const field = page.getByRole("combobox", { name: "Contacts" });
    await field.waitFor();
    // Faster than any answer: what is highlighted still belongs to the empty field.
    await page.keyboard.type("quill bo");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === "");
    await page.keyboard.press("Enter");
    await said(page, "Contacts changed.");
    assert.deepEqual(new Set(idsIn((await valuesOf(page, id))["contacts"])), new Set([ada, bo]));
  });
});

test("bug 2, fields with one value: opening a field and pressing Enter again changes nothing", async () => {
  await demo.within({}, async (page) => {
    const id = await addDeal(page, "Enter twice", { stage: "negotiation", owner: "Tomasz Wrona" });
    await openRecord(page, "deal", id);
    for (const label of ["Edit Stage", "Edit Owner"]) {
      const before = await valuesOf(page, id);
      await page.getByRole("button", { name: label }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("combobox").waitFor();
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("combobox").waitFor({ state: "detached" });
      assert.deepEqual(await valuesOf(page, id), before, label);
    }
  });
});

test("bug 3: undo on a record takes back what happened to that record, and is offered to those who may", async () => {
  const filter = 'name^="Quartet"';
  await demo.within({}, async (page) => {
    const ids = await Promise.all([1, 2, 3, 4].map((at) => addDeal(page, `Quartet ${at}`)));
    const [first = ""] = ids;
    await ask(page, "records.batch", { type: "deal", items: ids.map((id) => ({ id, values: { stage: "negotiation" } })) });
    await openRecord(page, "deal", first);
    await section(page, "Timeline").getByRole("button", { name: "Undo this change" }).first().click();
    await page.getByRole("button", { name: "Undo only this one" }).click();
    await said(page, "Undone.");
    assert.equal((await valuesOf(page, first))["stage"], "proposal");
    assert.equal(await countOf(page, "deal", `${filter} stage:negotiation`), 3, "the other three stay where they were put");
  });
  await demo.within({ who: "member" }, async (page) => {
    const { id } = await firstOf(page, "deal", `${filter} stage:negotiation`);
    await openRecord(page, "deal", id);
    await section(page, "Timeline").getByText("Negotiation").first().waitFor();
    assert.equal(await page.getByRole("button", { name: "Undo this change" }).count(), 0);
  });
});

test("bug 4: a change can be undone after its message is gone", async () => {
  await demo.within({}, async (page) => {
    const id = await addDeal(page, "Slow thinker");
    await openRecord(page, "deal", id);
    await page.getByRole("group", { name: "Stage" }).getByRole("button", { name: "Negotiation" }).click();
    await said(page, "Moved to Negotiation.");
    await page.getByText("Moved to Negotiation.").waitFor({ state: "detached", timeout: 15_000 });
    await page.keyboard.press("z");
    await said(page, "Moved to Negotiation.");
    assert.equal((await valuesOf(page, id))["stage"], "negotiation", "the first press only says what would be undone");
    await page.keyboard.press("z");
    await said(page, "Undone.");
    assert.equal((await valuesOf(page, id))["stage"], "proposal");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("undo the last");
    await page.getByRole("option", { name: /Undo the last change/ }).click();
    await page.getByText("Moved to Negotiation.").waitFor({ state: "detached" });
    await page.getByText(/^Last change, /).waitFor();
    assert.equal((await valuesOf(page, id))["stage"], "proposal", "what was undone is not done again");
  });
});

test("bug 5: the trash of a list is in its menu, and what is there can be restored", async () => {
  await demo.within({}, async (page) => {
    const ids = await Promise.all([1, 2].map((at) => addDeal(page, `Thrown away ${at}`)));
    await ask(page, "records.deleteBatch", { type: "deal", ids });
    await page.goto("/records/deal");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Trash" }).click();
    await page.getByRole("heading", { name: "Trash", exact: true }).waitFor();
    await page.getByRole("heading", { name: /^\d+ deals in the trash$/ }).waitFor();
    const thrown = page.getByRole("table", { name: "Trash" }).getByRole("row").filter({ hasText: "Thrown away 1" });
    const { user } = await ask<{ user: { name: string } }>(page, "members.me", {});
    await thrown.getByText(user.name).waitFor();
    await page.getByRole("link", { name: "Open as a list" }).click();
    await page.waitForURL((url) => url.searchParams.get("filter") === "is:deleted");
    await page.getByRole("heading", { name: "Deals in the trash" }).waitFor();
    for (const at of [1, 2]) {
      const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: `Thrown away ${at}`, exact: true }) });
      await row.getByRole("checkbox").click();
    }
    const bar = page.getByRole("toolbar", { name: "2 deals selected" });
    assert.equal(await bar.getByRole("button", { name: "Delete" }).count(), 0);
    await bar.getByRole("button", { name: "Restore" }).click();
    await said(page, "2 deals restored.");
    assert.equal(await countOf(page, "deal", 'name^="Thrown away"'), 2);
  });
});

test("a date that cannot be read is told at its field in a new deal, and goes when it is edited", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/records/deal?create=true");
    const dialog = page.getByRole("dialog", { name: "New deal" });
    await dialog.getByLabel("Close date").fill("soonish");
    await page.keyboard.press("Enter");
    const alert = dialog.getByRole("alert").filter({ hasText: "is not a date" });
    await alert.waitFor();
    const [input, message] = [await dialog.getByLabel("Close date").boundingBox(), await alert.boundingBox()];
    assert.ok(input && message && message.y >= input.y + input.height && message.y < input.y + input.height + 16, "just below its input");
    await dialog.getByLabel("Close date").fill("20/11/2026");
    await alert.waitFor({ state: "detached" });
  });
});

test("bug 8: Enter takes the suggestion that is highlighted, and Tab does not leave with a half-typed filter", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/records/deal");
    await page.locator(".cm-content").waitFor();
    await settled(page);
    const text = async () => (await page.getByRole("textbox", { name: "Filter" }).textContent())?.trim();
    const isInField = () => page.evaluate(() => document.activeElement?.classList.contains("cm-content"));
    const applied = (filter: string) => page.waitForURL((url) => url.searchParams.get("filter") === filter);
    await page.keyboard.press("/");
    await page.keyboard.type("stage:prop");
    await page.getByRole("option", { name: /proposal/ }).waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await text(), "stage:proposal");
    await page.keyboard.press("Enter");
    await applied("stage:proposal");

    await page.keyboard.type(" flow");
    await page.keyboard.press("Tab");
    await applied("stage:proposal flow");
    assert.equal(await isInField(), true, "the first Tab applies");
    await page.keyboard.type(" cne");
    assert.equal(await page.getByRole("dialog").count(), 0, "letters are not commands of the page");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assert.equal(await isInField(), false, "the second Tab leaves: nobody is trapped");
  });
});

test("bug 10: offline is said at once, and what could not be loaded is there when the network is back", async () => {
  const { page } = await demo.visit();
  await signIn(page, demo.installation.admin);
  await page.goto("/records/deal");
  await settled(page);
  await page.locator("footer").getByText(/^Live/).waitFor();
  await page.context().setOffline(true);
  await page.locator("footer").getByText("Offline").waitFor();
  await page.getByRole("link", { name: "Contacts", exact: true }).click();
  await page
    .getByText(/could not be loaded/)
    .first()
    .waitFor();
  await expect(page.getByText(/^Live/)).toHaveCount(0);
  await page.context().setOffline(false);
  await page.getByRole("grid").getByRole("rowheader").first().waitFor();
  await page.locator("footer").getByText(/^Live/).waitFor();
  await expect(page.getByText(/could not be loaded/)).toHaveCount(0);
  await page.context().close();
});

test("bug 11: what is wrong with a field of a form has a line of its own, and nothing is sent without it", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/records/contact?create=true");
    const dialog = page.getByRole("dialog", { name: "New contact" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Wrong Address");
    await dialog.getByRole("textbox", { name: "Email" }).fill("not an address");
    await dialog.getByRole("textbox", { name: "Phone" }).focus();
    const error = dialog.getByRole("alert");
    await error.getByText("“not an address” is not an email address. It needs an @.").waitFor();
    const [above, below] = await Promise.all([error.boundingBox(), dialog.getByRole("textbox", { name: "Phone" }).boundingBox()]);
    assert.ok(above && below && above.y + above.height <= below.y, "it covers nothing");
    await dialog.getByRole("button", { name: /^Add contact/ }).click();
    assert.equal(await dialog.getByRole("textbox", { name: "Email" }).evaluate((field) => field === document.activeElement), true);
    assert.equal(await countOf(page, "contact", 'name:"Wrong Address"'), 0);
    await dialog.getByRole("textbox", { name: "Email" }).fill("wrong@address.example");
    await page.keyboard.press("Enter");
    await said(page, "“Wrong Address” added.");
  });
});

test("bug 12: the keys that the first steps name work, and one contact does not take the steps away", async () => {
  const { page } = await demo.visit();
  await signUp(page, "first.steps@quayside.example");
  const steps = section(page, "First steps");
  await steps.getByText("new record").waitFor();
  await page.keyboard.press("c");
  await page.getByRole("dialog", { name: "New record" }).waitFor();
  await page.keyboard.press("Escape");
  await addContact(page, "Anneke Vos");
  await page.goto("/");
  await steps.getByText("2 of 5 done").waitFor();
  assert.ok(await steps.getByRole("button", { name: "Load sample data" }).isVisible());
  await page.context().close();
});

test("bug 17: a lost deal stands at its stage, and winning it is not the first thing offered", async () => {
  await demo.within({}, async (page) => {
    const id = await addDeal(page, "Gone to another", { stage: "lost" });
    await openRecord(page, "deal", id);
    const bar = page.getByRole("group", { name: "Stage" });
    await bar.getByRole("button", { name: "Lost", pressed: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Mark won" }).count(), 0);
    await bar.getByRole("button", { name: "Negotiation" }).click();
    await page.getByRole("button", { name: "Mark won" }).waitFor();
    assert.equal(await bar.getByRole("button", { name: "Lost" }).count(), 0, "an open deal has no such step");
  });
});

test("bug 18: linking, creating and removing are the same at both ends of a relation", async () => {
  await demo.within({}, async (page) => {
    const contact = await addContact(page, "Relata Contact");
    const deal = await addDeal(page, "Relata deal");
    for (const [type, id, list, one, title] of [
      ["deal", deal, "Contacts", "contact", "Relata Contact"],
      ["contact", contact, "Deals", "deal", "Relata deal"],
    ] as const) {
      await openRecord(page, type, id);
      const part = section(page, list);
      await part.getByRole("button", { name: `Link a ${one}` }).click();
      await part.getByRole("combobox").fill(title);
      await page.getByRole("option", { name: title }).click();
      await part.getByRole("link", { name: title }).waitFor();
      await said(page, /Contacts changed|added to Deals/);
      assert.deepEqual(idsIn((await valuesOf(page, deal))["contacts"]), [contact]);
      await part.getByRole("button", { name: `Remove ${title} from ${list}` }).click();
      await part.getByRole("link", { name: title }).waitFor({ state: "detached" });
      await part.getByRole("button", { name: `New ${one}` }).click();
      await part.getByRole("textbox", { name: `Name of the new ${one}` }).fill(`New from ${type}`);
      await page.keyboard.press("Enter");
      await part.getByRole("link", { name: `New from ${type}` }).waitFor();
      await part.getByRole("button", { name: `Remove New from ${type} from ${list}` }).click();
      await part.getByText("None").waitFor();
    }
    assert.equal((await valuesOf(page, deal))["contacts"], undefined, "none is left");
  });
});

test("bug 21: the list behind a person of the leaderboard is filtered by somebody one can read", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/dashboard");
    const person = page.locator("ol").getByRole("link").first();
    await person.click();
    await page.waitForURL(/\/records\/deal/);
    const filter = new URL(page.url()).searchParams.get("filter") ?? "";
    assert.match(filter, /owner:\S+@\S+/);
    assert.doesNotMatch(filter, /usr_/);
    await page.getByRole("grid").getByRole("rowheader").first().waitFor();
  });
});
