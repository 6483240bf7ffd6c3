import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { nameOfFocused, tabTo } from "./focus.ts";
import { settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask } from "./records.ts";
import { sharedReceiver, signatureOf, until } from "./webhook-receiver.ts";

const demo = sharedReceiver();

const health = (page: Page) => page.getByRole("region", { name: "Health" });

/** Tab to a control and press it. */
async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

/** Down to an entry of the menu that is open, and press it. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("menuitem", { name }).waitFor();
  for (let step = 0; step < 20 && (await nameOfFocused(page)) !== name; step++) await page.keyboard.press("ArrowDown");
  assert.equal(await nameOfFocused(page), name);
  await page.keyboard.press("Enter");
}

test("with the keyboard alone: make a webhook with a filter, see what would be sent, and get its secret", { tag: "@gate" }, async () => {
  const { page, consoleErrors } = await demo.enter("/company/webhooks");
  const { receiver } = demo;
  await page.getByText("No webhooks yet").waitFor();
  await press(page, "Add webhook");
  await page.getByRole("heading", { name: "Add a webhook" }).waitFor();
  await settled(page);
  await tabTo(page, "URL");
  await page.keyboard.type(`${receiver.url}/keyboard`);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Keyboard");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: /record\.restored/ }).waitFor();
  await settled(page); // faded in
  assert.deepEqual(await axeViolations(page), [], "axe while the list of event types is open");
  // A new webhook sends what happens to records. The last two of these types go.
  for (let type = 0; type < 2; type++) await page.keyboard.press("Backspace");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await nameOfFocused(page), "Records");
  // A native list takes the letters of its entry.
  await page.keyboard.type("Deals");
  await page.getByRole("textbox", { name: "Filter" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("stage:won");
  await page.keyboard.press("Enter");
  await page.getByText("0 of the last 20 would be sent.").waitFor();
  await settled(page); // what happens from now on is told to the page
  await addDeal(page, "Kiln retrofit", { stage: "won" });
  await page.getByText("1 of the last 20 would be sent.").waitFor();
  await page.getByText("Kiln retrofit").first().click();
  await page.getByRole("region", { name: "Body of record.created" }).getByText('"record.created"').waitFor();

  await press(page, "Add webhook");
  const dialog = page.getByRole("dialog", { name: "Webhook “Keyboard” added" });
  const secret = String(await dialog.getByLabel("The secret").textContent());
  assert.match(secret, /^whsec_/);
  assert.deepEqual(await axeViolations(page, "[role=dialog]"), []);
  await page.keyboard.press("Escape");
  assert.ok(await dialog.isVisible(), "closes only by its buttons");
  await press(page, "I have copied it");
  await page.waitForURL(/\/company\/webhooks\/whk_/);
  await settled(page);
  assert.ok(!(await page.content()).includes(secret), "the secret is nowhere on the page any more");

  await addDeal(page, "Lost one", { stage: "lost" });
  await addDeal(page, "Tank farm", { stage: "won" });
  await page.getByRole("table", { name: "Deliveries" }).getByText("Tank farm").waitFor();
  await page.getByText("Last delivery just now.").waitFor();
  const sent = receiver.at("/keyboard").find(({ body }) => body.includes("Tank farm"));
  assert.ok(sent);
  assert.equal(sent.headers["webhook-signature"], signatureOf(sent, secret));
  assert.ok(!receiver.received.some(({ body }) => body.includes("Lost one")), "the filter holds");
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("Enter in a filter never saves the webhook, also before the editor of filters is loaded", { tag: "@matrix" }, async () => {
  const { page } = await demo.enter("/company/webhooks");
  await page.route(/code-field/, () => new Promise(() => {}));
  await page.goto("/company/webhooks/new");
  await page.getByLabel("URL").fill(`${demo.receiver.url}/early`);
  await page.getByLabel("Records").selectOption("deal");
  await page.getByRole("textbox", { name: "Filter" }).click();
  await page.keyboard.type("stage:won name~nothing");
  await page.keyboard.press("Enter");
  await page.getByText("0 of the last 20 would be sent.").waitFor();
  const urls = async () => (await ask<{ items: { url: string }[] }>(page, "webhooks.list", {})).items.map(({ url }) => url);
  assert.ok(!(await urls()).includes(`${demo.receiver.url}/early`));

  // What does not work is not saved as no filter either.
  await page.keyboard.type(" stagge:won");
  await page.getByRole("button", { name: "Add webhook" }).click();
  await page.getByText("This filter does not work. Correct or clear it.").waitFor();
  assert.ok(!(await urls()).includes(`${demo.receiver.url}/early`));
  await page.context().close();
});

test(
  "a broken receiver is seen failing, then down with the reason; mended and tried now, what waits is sent",
  { tag: "@gate" },
  async () => {
    const { page, consoleErrors } = await demo.enter("/company/webhooks");
    const { receiver } = demo;
    const { webhook } = await demo.create(page, "Harbour");
    receiver.answer.status = 500;
    await page.goto(`/company/webhooks/${webhook.id}`);
    await addDeal(page, "Harbour pumps 0");
    await health(page)
      .getByText(/Failing since .*: 500 Internal Server Error\. 1 message waiting\./)
      .waitFor();
    for (const n of [1, 2, 3, 4, 5, 6]) await addDeal(page, `Harbour pumps ${n}`);
    await health(page)
      .getByText(
        /Down since .*: 500 Internal Server Error\. .*waiting.*\. (Next try (within a minute|in \d min)|Trying now)\. Each message is tried 10 times/,
      )
      .waitFor();
    await page.goto("/company/webhooks");
    const row = page.getByRole("row", { name: /Harbour/ }).first();
    await row.getByText(/Down since .*: 500 Internal Server Error\. .*waiting/).waitFor();
    await page.getByRole("region", { name: "Not delivered" }).getByText("Harbour pumps 0").waitFor();

    receiver.answer.status = 200;
    await page.goto(`/company/webhooks/${webhook.id}`);
    await health(page)
      .getByText(/Down since/)
      .waitFor();
    await press(page, "Try now");
    await health(page)
      .getByText(/^Last delivery/)
      .waitFor();
    await page.waitForFunction(() => !/ waiting[.,]/.test(document.body.textContent));
    const names = () => new Set(receiver.at("/harbour").map(({ body }) => /Harbour pumps \d/.exec(body)?.[0]));
    await until(() => names().size === 7);
    assert.deepEqual(consoleErrors, []);
    await page.context().close();
  },
);

test("one delivery shows request, answer and attempts, is copied as curl, and sent again with R", { tag: "@matrix" }, async () => {
  const { page } = await demo.enter("/company/webhooks");
  const { receiver } = demo;
  const { webhook } = await demo.create(page, "Delta");
  await addDeal(page, "Delta <pumps> isn't 'quoted'");
  await page.goto(`/company/webhooks/${webhook.id}`);
  await page.getByRole("link", { name: "record.created" }).first().waitFor();
  await press(page, "record.created");
  await page.getByRole("region", { name: "Attempts" }).getByText("Attempt 1,").waitFor();
  await page.getByRole("region", { name: "Answer" }).getByText("thanks").waitFor();
  const [first] = receiver.at("/delta");
  const body = (await page.getByRole("region", { name: "Body of the request" }).textContent()) ?? "";
  assert.deepEqual(JSON.parse(body), JSON.parse(first?.body ?? ""), "the same values, in lines");
  await press(page, "Copy as curl");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const command = await copied();
  assert.ok(command.startsWith(`curl -X POST '${receiver.url}/delta'`));
  assert.ok(command.includes(String(first?.headers["webhook-id"])) && !command.includes("whsec_"));

  const guide = await readFile(join(import.meta.dirname, "../docs/webhooks.md"), "utf8");
  const verify = page.getByRole("region", { name: "Verify a signature" });
  for (const language of ["JavaScript", "Python", "PHP", "Go", "Ruby"]) {
    await verify.getByRole("tab", { name: language, exact: true }).click();
    await verify.getByRole("region", { name: `Receiver in ${language}` }).waitFor();
    await verify.getByRole("button", { name: "Copy", exact: true }).click();
    await verify.getByRole("button", { name: "Copied" }).waitFor();
    assert.ok(guide.includes(`### ${language}\n\n\`\`\``) && guide.includes(await copied()), `${language} as the guide has it`);
  }

  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await page.getByRole("region", { name: "Attempts" }).getByText("Attempt 2,").waitFor();
  const again = receiver.at("/delta");
  assert.equal(again.length, 2);
  assert.equal(again[1]?.headers["webhook-id"], first?.headers["webhook-id"]);
  assert.equal(again[1]?.body, first?.body, "the same bytes");
  await page.context().close();
});

test("with the keyboard alone: an hour is replayed to another webhook, counted before it starts", { tag: "@matrix" }, async () => {
  const { page } = await demo.enter("/company/webhooks");
  const { receiver } = demo;
  const { webhook } = await demo.create(page, "Source");
  for (const n of [1, 2, 3]) await addDeal(page, `Source deal ${n}`);
  await page.goto(`/company/webhooks/${webhook.id}`);
  await page.getByRole("link", { name: "record.created" }).nth(2).waitFor();
  // Made after the events, so that it has none of them by itself.
  await ask(page, "webhooks.create", {
    name: "Archive",
    url: `${receiver.url}/archive`,
    event_types: ["record.created"],
    filter: "type:deal name~source",
  });
  await press(page, "Replay");
  const dialog = page.getByRole("dialog", { name: "Replay “Source”" });
  await dialog.getByText("0 messages will be sent.").waitFor();
  assert.equal(await nameOfFocused(page), "Time range", "what was delivered is left out");
  await tabTo(page, "Send to");
  await page.keyboard.type("Archive");
  await dialog.getByRole("button", { name: "Replay 3" }).waitFor();
  await settled(page); // It was disabled while it counted, and colours fade.
  assert.deepEqual(await axeViolations(page, "[role=dialog]"), []);
  await press(page, "Replay 3");
  await dialog.getByText("3 of 3 queued.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Replays" }).getByText("3 of 3 messages sent again").waitFor();
  await until(() => receiver.at("/archive").length === 3);
  assert.equal(receiver.at("/source").length, 3, "the source got nothing twice");
  await page.context().close();
});

test("a long replay shows how far it is and can be stopped", { tag: "@matrix" }, async () => {
  const { page } = await demo.enter("/company/webhooks");
  const { webhook } = await ask<{ webhook: { id: string } }>(page, "webhooks.create", {
    name: "Everything",
    url: `${demo.receiver.url}/everything`,
  });
  await page.goto(`/company/webhooks/${webhook.id}`);
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Replay “Everything”" });
  await dialog.getByLabel("Time range").selectOption("own");
  await dialog.getByLabel("From", { exact: true }).fill("2000-01-01T00:00");
  await dialog.getByRole("button", { name: /^Replay \d+/ }).click();
  await dialog.getByRole("progressbar").waitFor();
  await dialog.getByRole("button", { name: "Stop" }).click();
  await dialog.getByText(/^Stopped\. \d+ of \d+ queued\./).waitFor();
  await page.context().close();
});

test("on a phone: what was given up is sent again, counted before it starts", { tag: "@matrix" }, async () => {
  const { page, consoleErrors } = await demo.enter("/company/webhooks", { size: "phone", scheme: "dark" });
  const { receiver } = demo;
  const { webhook } = await demo.create(page, "Pocket");
  receiver.answer.status = 500;
  await addDeal(page, "Pocket gate");
  await page.goto(`/company/webhooks/${webhook.id}`);
  await health(page)
    .getByText(/Failing since/)
    .waitFor();
  await page.getByRole("link", { name: "record.created" }).tap();
  await page.getByRole("button", { name: "Stop trying" }).tap();
  await page.getByText("Given up").waitFor();
  receiver.answer.status = 200;
  const tries = receiver.at("/pocket").length;
  await page.goto(`/company/webhooks/${webhook.id}`);
  await page.getByRole("button", { name: "Resend all that failed" }).tap();
  const dialog = page.getByRole("dialog", { name: "Resend what failed, “Pocket”" });
  await dialog.getByText("1 message will be sent.").waitFor();
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole("button", { name: "Replay 1" }).tap();
  await dialog.getByText("1 of 1 queued.").waitFor();
  await until(() => receiver.at("/pocket").length === tries + 1);
  await dialog.getByRole("button", { name: "Close" }).last().tap();
  await page.getByRole("list", { name: "Deliveries" }).getByText("Delivered").waitFor();
  assert.equal(await page.getByRole("button", { name: "Resend all that failed" }).count(), 0);
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("with the keyboard alone: a new secret is shown once, and both secrets sign for a day", { tag: "@matrix" }, async () => {
  const { page } = await demo.enter("/company/webhooks");
  const { receiver, installation } = demo;
  const { webhook, secret: old } = await demo.create(page, "Rotated");
  await page.goto(`/company/webhooks/${webhook.id}`);
  await page.getByRole("button", { name: "Actions for Rotated" }).waitFor();
  await press(page, "Actions for Rotated");
  await choose(page, "Rotate secret");
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).waitFor();
  await press(page, "Rotate secret");
  const shown = page.getByRole("dialog", { name: "New secret for “Rotated”" });
  const password = page.getByRole("dialog").getByLabel("Password", { exact: true });
  await shown.or(password).first().waitFor();
  if (await password.isVisible()) {
    await password.fill(installation.admin.password);
    await page.keyboard.press("Enter");
  }
  const secret = String(await shown.getByLabel("The secret").textContent());
  assert.notEqual(secret, old);
  await press(page, "I have copied it");
  await page.getByText(/Old secret works until/).waitFor();
  assert.ok(!(await page.content()).includes(secret));
  await addDeal(page, "Rotated gate");
  await until(() => receiver.at("/rotated").length > 0);
  const [sent] = receiver.at("/rotated");
  assert.ok(sent);
  const signatures = String(sent.headers["webhook-signature"]).split(" ");
  assert.deepEqual(signatures.toSorted(), [signatureOf(sent, secret), signatureOf(sent, old)].toSorted());
  await page.context().close();
});

test("paused and on again: from where it stopped, and nothing is said to be tried meanwhile", { tag: "@matrix" }, async () => {
  const { page } = await demo.enter("/company/webhooks");
  const { receiver } = demo;
  const { webhook } = await demo.create(page, "Stopped");
  receiver.answer.status = 500;
  await addDeal(page, "Stopped deal 0");
  await page.goto(`/company/webhooks/${webhook.id}`);
  await health(page)
    .getByText(/Failing since/)
    .waitFor();
  receiver.answer.status = 200;
  await page.getByRole("button", { name: "Actions for Stopped" }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await health(page)
    .getByText(/Paused since .*, by .*\. Nothing is sent\. Events wait until it is turned on\./)
    .waitFor();
  await addDeal(page, "Stopped deal 1");
  await health(page)
    .getByText(/1 message waiting, up to 1 newer event\./)
    .waitFor();
  assert.ok(!/Next try|Trying now/.test(String(await health(page).textContent())));
  await page.getByRole("table", { name: "Deliveries" }).getByText("when turned on").waitFor();
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("dialog").getByText("From where it stopped (1 message waiting, up to 1 newer event)").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Turn on" }).click();
  await until(() => receiver.at("/stopped").some(({ body }) => body.includes("Stopped deal 1")));
  await page.getByRole("button", { name: "Actions for Stopped" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click();
  await page.waitForURL(/\/company\/webhooks$/);
  await page.getByText("Webhook “Stopped” deleted.").waitFor();
  await page.context().close();
});
