import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { giveChannel, receive } from "./incoming.ts";
import { addForm, sendForm } from "./leads.ts";
import { ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();

const answerField = (page: Page) => page.getByLabel("Answer", { exact: true });

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/inbox/${id}`);
  await answerField(page).waitFor();
  await settled(page);
}

test("what is begun is there after a reload and in another browser, and never in a colleague's", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Drafts");
    const id = await receive(page, channel, { thread: "drafts", text: "Is the probe in stock?" });
    await open(page, id);
    await page.keyboard.press("r");
    await page.keyboard.type("Two are in stock");
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.reload();
    assert.equal(await answerField(page).inputValue(), "Two are in stock");
    assert.deepEqual(await axeViolations(page), []);

    await demo.within({}, async (elsewhere) => {
      await open(elsewhere, id);
      await elsewhere.waitForFunction(() => document.querySelector("textarea")?.value === "Two are in stock");
    });
    await demo.within({ who: "member" }, async (colleague) => {
      await open(colleague, id);
      assert.equal(await answerField(colleague).inputValue(), "");
    });

    await answerField(page).focus();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sending in 10 s.").waitFor();
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    assert.deepEqual(await ask(page, "inbox.getDraft", { id }), { draft: null });
  });
});

test("two people in one conversation see each other, and who writes is told before the other begins", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Presence");
    const id = await receive(page, channel, { thread: "presence", text: "Who looks at this?" });
    await open(page, id);
    await demo.within({ who: "member" }, async (colleague) => {
      await open(colleague, id);
      await page.getByText(/^\S+ is here$/).waitFor({ timeout: 5_000 });
      await colleague.keyboard.press("r");
      const began = Date.now();
      await colleague.keyboard.type("I do");
      await page.getByText(/^\S+ is writing$/).waitFor({ timeout: 5_000 });
      console.log(`seen ${Date.now() - began} ms after the first letter`);
      await page.getByText(/is writing an answer right now/).waitFor();
      assert.deepEqual(await axeViolations(page), []);
      await colleague.goto("/");
      await page.getByText(/is writing an answer right now/).waitFor({ state: "detached", timeout: 5_000 });
      await page.getByText(/^\S+ is here$/).waitFor({ state: "detached", timeout: 5_000 });
    });
  });
});

test("after more notes than a page holds, a conversation is answered without reading earlier messages", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Notes");
    const id = await receive(page, channel, { thread: "notes", text: "Can it be repaired?" });
    for (let note = 1; note <= 21; note++) await ask(page, "inbox.addNote", { id, text: `Note ${note}` });
    await open(page, id);
    await page.getByText("Note 21", { exact: true }).waitFor();
    assert.equal(await page.getByRole("region", { name: "Messages" }).getByText("Can it be repaired?").count(), 0);
    await answerField(page).fill("It can.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sending in 10 s.").waitFor();
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
  });
});

test("a signature stands below a new answer, can be changed there, and alone is no answer", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Signed");
    const id = await receive(page, channel, { thread: "signed", text: "Who are you?" });
    await page.goto("/profile/signatures");
    await settled(page);
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole("button", { name: "Edit the signature for Signed" }).click();
    await page.getByRole("dialog").getByLabel("Signature", { exact: true }).fill("Mara\nFernhill Instruments");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Mara Fernhill Instruments").waitFor();

    await open(page, id);
    await page.keyboard.press("r");
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "\n\nMara\nFernhill Instruments");
    assert.equal(await page.getByRole("button", { name: "Send", exact: false }).last().isDisabled(), true);
    await page.keyboard.press("Escape");
    assert.equal(await answerField(page).inputValue(), "", "untouched, it goes with the focus");
    await page.keyboard.press("r");
    await page.waitForFunction(() => document.querySelector("textarea")?.value.endsWith("Instruments"));
    await page.keyboard.type("Good morning");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sending in 10 s.").waitFor();
    const { items } = await ask<{ items: { text: string }[] }>(page, "inbox.messages", { id });
    assert.equal(items[0]?.text, "Good morning\n\nMara\nFernhill Instruments");
    await ask(page, "inbox.saveSignature", { channel, text: "" });
  });
});

test("two conversations become one and are two again, and a message is split off and comes back", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Moves");
    const one = await receive(page, channel, { thread: "one", text: "About the flow meter" });
    const other = await receive(page, channel, { thread: "other", text: "The meter again" });
    await open(page, other);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Merge into another" }).click();
    const dialog = page.getByRole("dialog", { name: "Merge into another conversation" });
    const line = dialog.getByRole("button", { name: /About the flow meter/ });
    await line.waitFor();
    await settled(page);
    assert.deepEqual(await axeViolations(page, "[role=dialog]"), []);
    await line.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname.endsWith(one));
    const messages = page.getByRole("region", { name: "Messages" }).getByRole("article");
    await messages.nth(1).waitFor();
    assert.equal(await messages.count(), 2);
    await page.keyboard.press("z");
    await page.waitForURL((url) => url.pathname.endsWith(other));
    await page.waitForFunction(() => document.querySelectorAll("article").length === 1);

    await receive(page, channel, { thread: "one", text: "And something else: our new site" });
    await open(page, one);
    await messages.nth(1).waitFor();
    await messages.nth(1).hover();
    await messages
      .nth(1)
      .getByRole("button", { name: /^Actions for the message/ })
      .click();
    await page.getByRole("menuitem", { name: "Split off this message" }).click();
    await page.getByText("Split off. This is the new conversation.").waitFor();
    await page.waitForURL((url) => !url.pathname.endsWith(one));
    await page.waitForFunction(() => document.querySelectorAll("article").length === 1);
    await page.keyboard.press("z");
    await page.waitForURL((url) => url.pathname.endsWith(one));
    await messages.nth(1).waitFor();
  });
});

test("an Admin says how fast answers are due, a member reads it, and the conversation shows it", async () => {
  await demo.within({}, async (page) => {
    await page.goto("/company/answer-times");
    await page.getByLabel("Messages must be answered in time").check();
    await page.getByLabel("First answer within").fill("90");
    await settled(page);
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Answer times saved.", { exact: false }).waitFor();
    const channel = await giveChannel(page, "Clocks");
    const id = await receive(page, channel, { thread: "clock", text: "How soon do you answer?" });
    await open(page, id);
    await page.getByText(/^Reply due in/).waitFor();
    await demo.within({ who: "member" }, async (member) => {
      await member.goto("/company/answer-times");
      await member.getByText("The first answer is due within 1 h 30 min of working time", { exact: false }).waitFor();
      assert.equal(await member.getByRole("button", { name: "Save" }).count(), 0);
    });
  });
});

test("a canned reply with nothing in one of its places cannot be sent, and says which", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Canned");
    const id = await receive(page, channel, { thread: "canned", text: "Thank me", from: "nobody@unknown.example" });
    await ask(page, "cannedReplies.create", { name: "Thanks for it", text: "Dear {{contact.first_name}}, thank you.", is_shared: true });
    await open(page, id);
    await page.getByRole("button", { name: "Canned reply" }).click();
    await page.getByRole("menuitem", { name: "Thanks for it" }).click();
    await page.getByRole("alert").getByText("{{contact.first_name}}", { exact: false }).waitFor();
    await answerField(page).focus();
    await page.keyboard.press("Control+Enter");
    assert.equal(await page.getByText("Sending in 10 s.").count(), 0);
    await answerField(page).fill("Dear Anneke, thank you.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sending in 10 s.").waitFor();
  });
});

test("a first message to a known address opens a conversation with its contact", async () => {
  await demo.within({}, async (page) => {
    await giveChannel(page, "Aaa first");
    await ask(page, "records.create", { type: "contact", values: { name: "Signe Halvorsen", email: ["signe@nordvik.example"] } });
    await page.goto("/inbox");
    await settled(page);
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New message" });
    await dialog.getByLabel("To", { exact: false }).first().fill("signe@nordvik.example");
    await dialog.getByLabel("Subject").fill("Your visit");
    await dialog.getByLabel("Message").fill("We look forward to Tuesday.");
    await dialog.getByRole("button", { name: "Send" }).click();
    await page.getByText("Sending in 10 s.").waitFor();
    await page.getByRole("complementary", { name: "Person" }).getByRole("link", { name: "Open Signe Halvorsen" }).waitFor();
  });
});

test("a draft that an assistant left is sent, changed first or deleted, and each can be undone", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Left drafts");
    const id = await receive(page, channel, { thread: "left", text: "Do you deliver on Fridays?" });
    const leave = (text: string) => ask(page, "inbox.writeMessage", { conversation: id, text, is_draft: true });
    const states = async () => (await ask<{ items: { state: string }[] }>(page, "inbox.messages", { id })).items.map(({ state }) => state);
    const draft = page.getByText("Draft, not sent");

    await leave("On Fridays before noon.");
    await open(page, id);
    await draft.waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole("button", { name: "Change it first" }).click();
    await draft.waitFor({ state: "detached" });
    assert.equal(await answerField(page).inputValue(), "On Fridays before noon.");
    assert.deepEqual(await states(), ["received"], "it is in the composer only");
    await answerField(page).fill("");

    await leave("On Fridays, all day.");
    await draft.waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Draft deleted.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "On Fridays, all day.");
    await answerField(page).fill("");

    await leave("On Fridays until four.");
    await draft.waitFor();
    await page.getByRole("button", { name: "Send draft" }).click();
    await page.getByText("Sending in 10 s.").waitFor();
    assert.deepEqual((await states())[0], "queued");
    await draft.waitFor({ state: "detached" });
  });
});

test("Escape closes the dialog of the tags at once, also after a tag was typed or taken away, and asks only about what is lost", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Tagged");
    const id = await receive(page, channel, { thread: "tagged", text: "File this" });
    await ask(page, "inbox.update", { id, tags: ["filed"] });
    await open(page, id);
    const dialog = page.getByRole("dialog", { name: "Tags" });
    const field = dialog.getByLabel("Tags of this conversation");
    const begin = async () => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Tags" }).click();
      await dialog.waitFor();
      await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]") !== null);
    };

    await begin();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await begin();
    await field.click();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await begin();
    await page.keyboard.type("urgent");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Discard what you entered?" }).waitFor();
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await begin();
    await page.keyboard.type("urgent,");
    await dialog.getByText("urgent", { exact: true }).waitFor();
    await settled(page);
    assert.deepEqual(await axeViolations(page, "[role=dialog]"), []);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Tags changed.").waitFor();
    assert.deepEqual((await ask<{ tags: string[] }>(page, "inbox.get", { id })).tags, ["filed", "urgent"]);
  });
});

test("a channel that is paused says so where an answer is written, and the answer is kept", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Paused desk");
    const id = await receive(page, channel, { thread: "paused", text: "Is anybody there?" });
    await open(page, id);
    await answerField(page).fill("We are.");
    const send = page.getByRole("button", { name: "Send", exact: true });
    assert.equal(await send.isEnabled(), true);

    await ask(page, "channels.setState", { id: channel, state: "paused" });
    await page.getByText("“Paused desk” is paused").waitFor({ timeout: 30_000 });
    assert.equal(await send.isDisabled(), true);
    assert.equal(await answerField(page).inputValue(), "We are.");
    assert.deepEqual(await axeViolations(page), []);
    await demo.within({ who: "member" }, async (colleague) => {
      await open(colleague, id);
      await colleague.getByText("What you write is kept. Ask an Admin.").waitFor();
      assert.equal(await colleague.getByRole("link", { name: "Turn it on" }).count(), 0);
    });
    await page.getByRole("link", { name: "Turn it on" }).click();
    await page.getByRole("heading", { name: "Health" }).waitFor();
    await ask(page, "channels.setState", { id: channel, state: "on" });
    await open(page, id);
    assert.equal(await send.isEnabled(), true);
    assert.equal(await page.getByText("“Paused desk” is paused").count(), 0);
  });
});

test("what is no longer shared goes from a colleague's list and from their page, without a reload", async () => {
  await demo.within({}, async (page) => {
    const { user } = await ask<{ user: { id: string } }>(page, "members.me", {});
    const own = { kind: "api", name: "Only mine", access: "chosen", members: [user.id] };
    const { id: channel } = await ask<{ id: string }>(page, "channels.create", own);
    const id = await receive(page, channel, { thread: "shared", text: "A matter for two of us" });
    await ask(page, "inbox.update", { id, is_shared: true });
    await demo.within({ who: "member" }, async (colleague) => {
      await colleague.goto(`/inbox/${id}`);
      const line = colleague.getByRole("link", { name: /A matter for two of us/ });
      const message = colleague.getByRole("region", { name: "Messages" }).getByText("A matter for two of us");
      await line.waitFor();
      await message.waitFor();
      await settled(colleague);
      await ask(page, "inbox.update", { id, is_shared: false });
      await line.waitFor({ state: "detached", timeout: 30_000 });
      await message.waitFor({ state: "detached", timeout: 30_000 });
      await settled(colleague);
      assert.deepEqual(await axeViolations(colleague), []);
    });
  });
});

for (const look of looks)
  test(`a new message says why nothing leaves through a paused channel, ${look.size}, ${look.scheme}`, async () => {
    await demo.within(look, async (page) => {
      const name = `Quiet desk ${look.size} ${look.scheme}`;
      const channel = await giveChannel(page, name);
      await giveChannel(page, "Open desk");
      await ask(page, "channels.setState", { id: channel, state: "paused" });
      await page.goto("/inbox?write=true");
      const dialog = page.getByRole("dialog", { name: "New message" });
      await dialog.getByLabel("To", { exact: false }).first().fill("signe@nordvik.example");
      await dialog.getByLabel("Message").fill("We look forward to Tuesday.");
      const send = dialog.getByRole("button", { name: "Send", exact: true });
      // One that sends is offered first.
      await send.and(page.locator(":enabled")).waitFor();

      await settled(page);
      await dialog.getByRole("combobox", { name: "From" }).click();
      await page.getByRole("option", { name: `${name}, paused` }).waitFor();
      assert.equal(await page.getByRole("option", { name: /WhatsApp/ }).count(), 0, "free text begins no conversation there");
      await page.getByRole("option", { name: `${name}, paused` }).click();
      await dialog.getByText(`“${name}” is paused: nothing is sent or received.`).waitFor();
      assert.equal(await send.isDisabled(), true);
      await settled(page);
      assert.deepEqual(await axeViolations(page, "[role=dialog]"), []);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wider, 0, "nothing is wider than the page");

      await ask(page, "channels.setState", { id: channel, state: "on" });
      await dialog.getByText("is paused").waitFor({ state: "detached", timeout: 30_000 });
      // It is on again, and what was written is still there.
      await send.and(page.locator(":enabled")).waitFor();
    });
  });

test("beside a conversation stand the open deals and tasks of its contact, not the finished ones", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Customers");
    const from = "ewa.brandt@lindenau.example";
    const create = async (type: string, values: object) =>
      (await ask<{ record: { id: string } }>(page, "records.create", { type, values })).record.id;
    const contact = await create("contact", { name: "Ewa Brandt", email: [from], job_title: "Brewmaster", city: "Leipzig" });
    await create("deal", { name: "Tank gauging", stage: "proposal", amount: 48_000, contacts: [contact] });
    await create("deal", { name: "Old meters", stage: "lost", amount: 900, contacts: [contact] });
    await create("task", { name: "Send the certificates", state: "open", contact });
    const id = await receive(page, channel, { thread: "brewery", text: "Where are the certificates?", from });
    await open(page, id);
    const person = page.getByRole("complementary", { name: "Person" });
    await person.getByText("Brewmaster", { exact: true }).waitFor();
    await person
      .getByRole("region", { name: "Open deals" })
      .getByRole("link", { name: /^Tank gauging\s*Proposal, €48,000/ })
      .waitFor();
    await person
      .getByRole("region", { name: "Open tasks" })
      .getByRole("link", { name: /^Send the certificates/ })
      .waitFor();
    assert.equal(await person.getByText("Old meters").count(), 0);
    await person.getByRole("button", { name: "All fields" }).click();
    await person.getByRole("button", { name: "Edit City" }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });
});

async function until(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isSo()); await page.waitForTimeout(200))
    if (Date.now() > end) throw new Error("it did not happen within a minute");
}

test("beside a conversation stand what they agreed to, and the form that they came from", async () => {
  await demo.within({}, async (page) => {
    const email = "noor.achterberg@haverstock.example";
    const form = await addForm(page, "Request a visit");
    const _page = "https://www.fernhill.example/visit?utm_source=google&utm_medium=ads&utm_campaign=flow-meters";
    const submitted = { name: "Noor Achterberg", email, _page };
    assert.equal(await sendForm(demo.installation.baseUrl, form, submitted), 202);
    let lead: { id: string } | undefined;
    await until(page, async () => {
      const { items } = await ask<{ items: { id: string }[] }>(page, "records.list", { type: "lead", filter: `email:${email}` });
      lead = items[0];
      return lead !== undefined;
    });
    await ask(page, "leads.convert", { id: lead?.id, organization: null, deal: null });
    await ask(page, "inbox.addConsent", { address: email, state: "granted", source: "Contract", text: "May be written to." });
    const channel = await giveChannel(page, "Visits");
    const id = await receive(page, channel, { thread: "visit", text: "When do you come?", from: email, name: "Noor Achterberg" });
    await open(page, id);
    const person = page.getByRole("complementary", { name: "Person" });
    const from = person.getByRole("region", { name: "Came from" }).getByRole("link");
    await from.getByText(/^Request a visit, /).waitFor();
    await from.getByText("google, ads, flow-meters", { exact: true }).waitFor();
    await person.getByText("Email", { exact: true }).and(page.locator("dd *")).first().waitFor();
    assert.equal(await person.getByText("Consent", { exact: true }).count(), 1);
    await settled(page);
    assert.deepEqual(await axeViolations(page), []);

    await ask(page, "inbox.addConsent", { address: email, state: "withdrawn", source: "Call", text: "" });
    await person.getByText("Email withdrawn", { exact: true }).waitFor({ timeout: 30_000 });
    await from.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname.endsWith(lead?.id ?? "?"));
  });
});
