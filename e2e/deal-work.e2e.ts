import assert from "node:assert/strict";
import type { Locator, Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask, cell, firstOf, type Saved } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();

const fieldOf = (page: Page, key: string) => page.locator(`[data-field="${key}"]`);
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const add = async (page: Page, type: string, values: Record<string, unknown>) =>
  (await ask<Saved>(page, "records.create", { type, values })).record.id;
const valuesOf = async (page: Page, id: string) => (await ask<{ values: Record<string, unknown> }>(page, "records.get", { id })).values;

async function open(page: Page, type: string, id: string): Promise<void> {
  await page.goto(`/records/${type}/${id}`);
  await settled(page);
}

async function accessible(page: Page, what: string): Promise<void> {
  await settled(page);
  assert.deepEqual(await axeViolations(page), [], `axe on ${what}`);
}

test("an organization that is not there yet is made where it is chosen, and Enter never loses what was typed", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/records/deal");
    await settled(page);
    await page.keyboard.press("n");
    const form = page.getByRole("dialog", { name: "New deal" });
    await form.getByRole("textbox", { name: "Name" }).fill("Dock crane");
    await form.getByRole("button", { name: /^Organization/ }).click();
    await form.getByRole("combobox", { name: "Organization" }).fill("Neue Werft AG");
    await page.getByRole("option", { name: "No match. Create “Neue Werft AG”" }).waitFor();
    // A click elsewhere, be it on the button that saves, loses nothing either.
    await form.getByRole("button", { name: /^Add deal/ }).click();
    await page.getByText("Choose from the list, or click outside again to discard “Neue Werft AG”.").waitFor();
    assert.equal(await form.getByRole("combobox", { name: "Organization" }).inputValue(), "Neue Werft AG");
    await accessible(page, "a field that can make a record");
    await page.keyboard.press("Enter");
    await form.getByRole("button", { name: /^Organization ?Neue Werft AG/ }).waitFor();
    await form.getByRole("button", { name: /^Owner/ }).click();
    await form.getByRole("combobox", { name: "Owner" }).fill("Nobody Here");
    await page.getByText("No match for “Nobody Here”.").waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await form.getByRole("combobox", { name: "Owner" }).inputValue(), "Nobody Here", "who is not there is not made");
    for (let click = 0; click < 2; click++) await form.getByRole("textbox", { name: "Name" }).click();
    await form.getByRole("combobox", { name: "Owner" }).waitFor({ state: "detached" });
    await form.getByRole("button", { name: /^Add deal/ }).click();
    await said(page, "“Dock crane” added.");
    const deal = await firstOf(page, "deal", 'name:"Dock crane"');
    assert.equal((deal.values["organization"] as { title: string }).title, "Neue Werft AG");

    await open(page, "deal", deal.id);
    await section(page, "Contacts").getByRole("button", { name: "Link a contact" }).click();
    await section(page, "Contacts").getByRole("combobox").fill("Wiebke Neumann");
    await page.keyboard.press("Enter");
    await section(page, "Contacts")
      .getByRole("link", { name: /Wiebke Neumann/ })
      .waitFor();
    const contact = await firstOf(page, "contact", 'name:"Wiebke Neumann"');
    assert.deepEqual((contact.values["deals"] as { id: string }[] | undefined)?.map(({ id }) => id) ?? [deal.id], [deal.id]);

    await section(page, "Organization").getByRole("button", { name: "Link an organization" }).click();
    await section(page, "Organization").getByRole("combobox").fill("neue werft");
    await page.getByRole("option", { name: "Create “neue werft”" }).waitFor();
    assert.deepEqual(
      await page.getByRole("option").allTextContents(),
      ["Neue Werft AG", "Create “neue werft”"],
      "one that is there comes first",
    );
    await page.keyboard.press("Escape");
  });
});

test("a deal is lost from its page, its menu, a list or a board, and its reason is asked for", async () => {
  await demo.within({}, async (page) => {
    const id = await addDeal(page, "Lost crane");
    await open(page, "deal", id);
    await page.getByRole("button", { name: "Mark lost" }).click();
    const dialog = page.getByRole("dialog", { name: "Mark “Lost crane” lost" });
    await dialog.waitFor();
    await accessible(page, "the question for a reason");
    await dialog.getByRole("radio", { name: "Competitor" }).check();
    await dialog.getByRole("button", { name: "Mark lost" }).click();
    await said(page, "Moved to Lost.");
    const { stage, lost_reason: reason } = await valuesOf(page, id);
    assert.deepEqual([stage, reason], ["lost", "competitor"]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await said(page, "Undone.");
    assert.deepEqual(
      [(await valuesOf(page, id))["stage"], (await valuesOf(page, id))["lost_reason"] ?? null],
      ["proposal", null],
      "both are taken back at once",
    );

    await page.getByRole("button", { name: "More for this deal" }).click();
    await page.getByRole("menuitem", { name: "Mark won" }).waitFor();
    await page.getByRole("menuitem", { name: "Mark lost" }).click();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.equal((await valuesOf(page, id))["stage"], "proposal", "whoever closes the question changes nothing");

    await page.goto('/records/deal?filter=name:"Lost crane"');
    await cell(page, "Lost crane", "stage").dblclick();
    await page.getByRole("combobox", { name: "Stage" }).fill("lost");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Mark lost" }).click();
    await said(page, "Moved to Lost.");
    assert.deepEqual(
      [(await valuesOf(page, id))["stage"], (await valuesOf(page, id))["lost_reason"] ?? null],
      ["lost", null],
      "a reason is asked for, not forced",
    );
  });
});

test("a lead's page shows no empty dates of winning and losing; a deal's contacts show their role or email", async () => {
  await demo.within({}, async (page) => {
    const lead = await add(page, "lead", { name: "Lena Quiet", email: ["lena@quiet.example"] });
    await open(page, "lead", lead);
    const labels = await page.locator("[data-field] > span:first-child").allTextContents();
    assert.deepEqual(
      labels.filter((label) => /^(Won|Lost|In stage)/.test(label)),
      [],
    );
    const contact = await add(page, "contact", { name: "Rolf Rolle", job_title: "Head of dock", email: ["rolf@rolle.example"] });
    const other = await add(page, "contact", { name: "Ella Mail", email: ["ella@mail.example"] });
    const deal = await addDeal(page, "Role crane", { contacts: [contact, other] });
    await open(page, "deal", deal);
    await section(page, "Contacts").getByText("Head of dock").waitFor();
    await section(page, "Contacts").getByText("ella@mail.example").waitFor();
  });
});

test("a record with nothing related has no empty third column, and one with contacts has a column for them", async () => {
  await demo.within({}, async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const note = page.getByRole("textbox", { name: "Note" });
    const sides = async (locator: Locator) => {
      const box = await locator.boundingBox();
      assert.ok(box);
      return { left: box.x, right: box.x + box.width };
    };
    await open(page, "lead", await add(page, "lead", { name: "Nora Bare" }));
    await section(page, "Contact").waitFor();
    assert.ok((await sides(section(page, "Contact"))).right <= (await sides(note)).left, "what is related stands below the fields");
    assert.ok((await sides(note)).right > 1_380, "the timeline reaches to the edge of the window");
    const contact = await add(page, "contact", { name: "Rita Right" });
    await open(page, "deal", await addDeal(page, "Third crane", { contacts: [contact] }));
    await section(page, "Contacts").getByText("Rita Right").waitFor();
    assert.ok((await sides(section(page, "Contacts"))).left >= (await sides(note)).right, "contacts have a column of their own");
  });
});

test("a deal shows the other deals of its organization, and none of another one", async () => {
  await demo.within({}, async (page) => {
    const [mine, foreign] = [
      await add(page, "organization", { name: "Kranbau Ost" }),
      await add(page, "organization", { name: "Elsewhere" }),
    ];
    const others = ["Ost two", "Ost three", "Ost four", "Ost five"];
    await addDeal(page, "Alone", { organization: foreign });
    const deal = await addDeal(page, "Ost one", { organization: mine });
    await open(page, "deal", deal);
    await section(page, "Organization").getByText("Kranbau Ost").waitFor();
    const list = section(page, "Other deals");
    assert.equal(await list.count(), 0, "while there are none, nothing says so");
    for (const name of others) await addDeal(page, name, { organization: mine });
    for (const name of others) await list.getByRole("link", { name }).waitFor();
    assert.equal(await list.getByRole("link").count(), others.length, "neither itself nor one of another organization");
    await addDeal(page, "Ost six", { organization: mine });
    await list.getByRole("link", { name: "All 5" }).click();
    await cell(page, "Ost six", "stage").waitFor();
    assert.equal(await cell(page, "Ost one", "stage").count(), 0);
    await page.goBack();
    await accessible(page, "a deal with others of its organization");
  });
});

test("beside a deal stand what its organization is worth, and how to reach whom it is about", async () => {
  await demo.within({}, async (page) => {
    const organization = await add(page, "organization", { name: "Kranbau West", city: "Bremen", phone: ["+49 421 5550173"] });
    const contact = await add(page, "contact", { name: "Wilma West", job_title: "Buyer", email: ["wilma@kranbau.example"] });
    const deal = await addDeal(page, "West one", { organization, contacts: [contact], amount: 5_000 });
    await addDeal(page, "West two", { organization, amount: 7_000 });
    await addDeal(page, "West won", { organization, stage: "won", amount: 12_000 });
    await open(page, "deal", deal);
    const [company, people] = [section(page, "Organization"), section(page, "Contacts")];
    await company.getByText("2 open deals · €12,000 won").waitFor();
    await company.getByText("Bremen").waitFor();
    await company.locator('a[href="tel:+494215550173"]').waitFor();
    await people.getByText("Buyer").waitFor();
    await people.locator('a[href="mailto:wilma@kranbau.example"]').waitFor();
    await accessible(page, "a deal with its organization and a contact");
  });
});

/** Longer than any answer to a change is put off. */
const PUT_OFF_MS = 4_000;
/** What web/src/app.tsx gives an answer that says nothing else of itself, and a second more. */
const ANSWERS_GROW_OLD_MS = 11_000;

/** The names of the calls that are made, from acting until no further one comes. */
async function callsOf(page: Page, act: () => Promise<void>): Promise<string[]> {
  const calls: string[] = [];
  const note = (request: { url: () => string }) => {
    const [, name] = /\/app\/call\/([\w.]+)/.exec(request.url()) ?? [];
    if (name) calls.push(name);
  };
  page.on("request", note);
  await act();
  for (let before = -1; before < calls.length;) {
    before = calls.length;
    await page.waitForTimeout(PUT_OFF_MS);
  }
  page.off("request", note);
  return calls;
}

test("an inline edit makes one write and at most two reads", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/records/deal");
    await settled(page);
    await page.getByRole("rowheader").first().getByRole("link").click();
    await page.getByRole("region", { name: "Timeline" }).waitFor();
    await settled(page);
    // A page is told of the ten seconds before it was opened, too. Others wrote in them, when the demo company was filled.
    await callsOf(page, () => Promise.resolve());
    // After this time an answer counts as old, and whatever is mounted by the edit would read it once more.
    await page.waitForTimeout(ANSWERS_GROW_OLD_MS);
    const calls = await callsOf(page, async () => {
      await fieldOf(page, "next_step")
        .getByRole("button", { name: /^Edit / })
        .click();
      await page.getByRole("textbox", { name: "Next step" }).fill("Call about the crane");
      await page.keyboard.press("Enter");
      await said(page, "Next step changed.");
    });
    const writes = calls.filter((name) => name === "records.update");
    assert.equal(writes.length, 1);
    assert.ok(calls.length - writes.length <= 2, calls.join(", "));
  });
});
