import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled, signUp, visit } from "./browser.ts";
import { nameOfFocused, tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";
import { listTools } from "./mcp.ts";

const LOADED_MS = 60_000;

/** A call with the session of this page, for set-up that is not under test. */
const call = (page: Page, name: string, input: object) =>
  page.evaluate(
    async ([operation, body]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(`/app/call/${operation}`, { method: "POST", headers, body: body ?? "" })).json() as Promise<unknown>;
    },
    [name, JSON.stringify(input)] as const,
  );

async function noViolations(page: Page, what: string) {
  await settled(page);
  assert.deepEqual(await axeViolations(page), [], what);
}

const progress = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const step = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });

test("first steps are ticked when they are done", { tag: "@gate" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation();
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);

  await test.step("a new company sees the first steps in place of the dashboard", async () => {
    await signUp(page, "duarte@quayside.example");
    assert.equal(new URL(page.url()).pathname, "/dashboard");
    await progress(page, "1 of 5 done");
    for (const [label, path] of [
      ["Import a file", "/records/import"],
      ["Add a contact", "/records/contact?create=true"],
      ["Add a key", "/profile/api?add=true"],
      ["Invite", "/company/members?invite=true"],
    ] as const) {
      assert.equal(await page.getByRole("link", { name: label }).getAttribute("href"), path);
    }
  });

  await test.step("N makes a record, as the hint says", async () => {
    await page.getByText(/^N\s*new record$/).waitFor();
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New record" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  await test.step("the first call of an assistant ticks its step without a reload", async () => {
    const { key } = (await call(page, "keys.create", { name: "Claude Code" })) as { key: string };
    await step(page, "Connect your assistant").getByText("This step is ticked at the first call.").waitFor();
    await listTools(await installation.startOther(), key);
    await step(page, "Connect your assistant").getByText("Claude Code 2.4 has called with “Claude Code”.").waitFor();
    await progress(page, "2 of 5 done");
  });

  await test.step("a contact is added from the list, and an empty list shows the steps", async () => {
    await page.getByRole("link", { name: "Add a contact" }).click();
    const dialog = page.getByRole("dialog", { name: "New contact" });
    await dialog.getByRole("textbox").first().fill("Anneke Vos");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("grid").getByText("Anneke Vos").waitFor();
    await page.getByRole("link", { name: "Deals", exact: true }).click();
    await progress(page, "3 of 5 done");
    await step(page, "Add a contact").getByRole("img", { name: "Done" }).waitFor();
  });

  await test.step("one contact does not take the steps away", async () => {
    await page.goto("/");
    await page.waitForURL("**/dashboard");
    await progress(page, "3 of 5 done");
  });

  await test.step("records of several types bring the dashboard, and the steps stay in the sidebar", async () => {
    await call(page, "records.create", { type: "organization", values: { name: "Bosch" } });
    await call(page, "records.create", { type: "deal", values: { name: "Flow metering" } });
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Set-up 4 of 5" }).click();
    await page.waitForURL("**/set-up");
    await progress(page, "4 of 5 done");
    await noViolations(page, "set-up");
    await page.goto("/records/task");
    await page.getByText("No tasks yet").waitFor();
  });

  await test.step("hidden steps stay hidden, and the start page is the dashboard", async () => {
    await page.goto("/set-up");
    await page.getByRole("button", { name: "Hide" }).click();
    await page.getByRole("link", { name: /^Set-up/ }).waitFor({ state: "detached" });
    await page.goto("/records/task");
    await page.getByText("No tasks yet").waitFor();
    assert.equal(await page.getByText("Set up Quayside Works").count(), 0);
    await page.goto("/");
    await page.waitForURL("**/dashboard");
    await settled(page);
    assert.equal(await page.getByText("Set up Quayside Works").count(), 0);
    await page.getByRole("button", { name: "Quayside Works" }).click();
    await page.getByRole("menuitem", { name: "Set-up checklist" }).click();
    await progress(page, "4 of 5 done");
  });

  await test.step("the inbox without a channel says how to begin, and offers nothing that cannot work", async () => {
    await page.goto("/inbox");
    await page.getByText("No channel is connected", { exact: true }).waitFor();
    await page.getByRole("button", { name: "New message" }).and(page.locator(":disabled")).waitFor();
    assert.equal(await page.getByRole("link", { name: "Connect a channel" }).getAttribute("href"), "/company/channels?add=true");
    assert.equal(await page.getByText("Choose one from the list", { exact: false }).count(), 0);
    await page.keyboard.press("n");
    assert.equal(await page.getByRole("dialog").count(), 0);
    await noViolations(page, "the inbox without a channel");
  });

  assert.deepEqual(consoleErrors, []);
});

test("sample data is loaded and removed with a mouse", { tag: "@gate" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation();
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signUp(page, "duarte@quayside.example");

  await test.step("one click fills the company, and the dashboard shows it", async () => {
    await page.getByRole("button", { name: "Load sample data" }).click();
    await page.getByRole("progressbar", { name: "Loading sample data" }).waitFor();
    await page.getByText("Set up Quayside Works").waitFor({ state: "detached", timeout: LOADED_MS });
    await page.getByRole("link", { name: "Deals", exact: true }).click();
    await page.locator("footer").getByText("80 deals").waitFor();
  });

  await test.step("edited samples are listed before removal, and kept if the Admin wants", async () => {
    const { items } = (await call(page, "records.list", { type: "deal", limit: 1 })) as { items: { id: string; title: string }[] };
    await call(page, "records.update", { id: items[0]?.id, values: { name: "Our own deal by now" } });
    await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove the sample data?" });
    await dialog.getByText("1 of them was changed since:").waitFor();
    await dialog.getByText("Our own deal by now").waitFor();
    assert.ok(await dialog.getByRole("radio", { name: "Keep them" }).isChecked());
    await dialog.getByRole("button", { name: "Remove sample data" }).click();
    await page.getByText(/sample records removed\. 1 that you changed stayed\./).waitFor();
    await page.locator("footer").getByText("1 deal").waitFor();
    await page.getByRole("grid").getByText("Our own deal by now").waitFor();
    await page.getByText("Sample data").waitFor({ state: "detached" });
  });

  await test.step("the activity says so", async () => {
    await page.goto("/company/activity?type=sample.removed");
    await page.getByText(/removed \d+ sample records/).waitFor();
    await page.goto("/company/activity?type=sample.loaded");
    await page.getByText(/added \d+ sample records/).waitFor();
  });

  assert.deepEqual(consoleErrors, []);
});

test("sample data is loaded and removed with the keyboard", { tag: "@matrix" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation();
  const { page } = await visit(browser, installation.baseUrl);
  await signUp(page, "duarte@quayside.example");
  await page.getByRole("button", { name: "Load sample data" }).waitFor();
  await tabTo(page, "Load sample data");
  await page.keyboard.press("Enter");
  await page.getByText("Set up Quayside Works").waitFor({ state: "detached", timeout: LOADED_MS });

  const { items } = (await call(page, "records.list", { type: "task", limit: 2 })) as { items: { id: string }[] };
  for (const { id } of items) await call(page, "records.addNote", { id, text: "Looked at." });
  await page.goto("/company");
  await page.getByRole("heading", { name: "Sample data" }).waitFor();
  await tabTo(page, "Remove");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Remove the sample data?" });
  await dialog.getByText("2 of them were changed since:").waitFor();
  await page.waitForTimeout(300);
  assert.equal(await nameOfFocused(page), "Keep", "the safe answer has the focus");
  await tabTo(page, "Keep them");
  await page.keyboard.press("ArrowDown");
  assert.ok(await dialog.getByRole("radio", { name: "Remove them too" }).isChecked());
  await tabTo(page, "Remove sample data");
  await page.keyboard.press("Enter");
  await page.getByText(/sample records removed\.$/).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.getByText("Set up Quayside Works").waitFor();
});

test(
  "first steps and sample data are accessible, log no error and are large enough for touch, in both themes and sizes",
  { tag: "@matrix" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation();
    for (const { size, scheme } of looks) {
      const { page, consoleErrors } = await visit(browser, installation.baseUrl, { size, scheme });
      const look = (what: string) => noViolations(page, `${what}, ${size}, ${scheme}`);
      await signUp(page, `duarte-${size}-${scheme}@quayside.example`);
      await look("the first steps");
      await page.goto("/records/deal");
      await page.getByText("Set up Quayside Works").waitFor();
      await look("the first steps in a list");
      await page.goto("/company");
      const fill = page.getByRole("button", { name: "Load sample data" });
      await fill.waitFor();
      if (size === "phone") assert.ok(((await fill.boundingBox())?.height ?? 0) >= 44);
      await (size === "phone" ? fill.tap() : fill.click());
      await page.getByRole("progressbar").waitFor();
      await look("while it fills");
      const remove = page.getByRole("main").getByRole("button", { name: "Remove" });
      await remove.waitFor({ timeout: LOADED_MS });
      const { items } = (await call(page, "records.list", { type: "deal", limit: 7 })) as { items: { id: string }[] };
      for (const { id } of items) await call(page, "records.addNote", { id, text: "Looked at." });
      await page.waitForTimeout(2_500); // heard of by the stream
      await look("with sample data");
      await (size === "phone" ? remove.tap() : remove.click());
      await page.getByText("and 2 more").waitFor();
      await look("before it is removed");
      assert.deepEqual(consoleErrors, [], `${size}, ${scheme}`);
      await page.context().close();
    }
  },
);

test("a Member sees their own steps and no offer of sample data", { tag: "@matrix" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation();
  const admin = await visit(browser, installation.baseUrl);
  await signUp(admin.page, "duarte@quayside.example");
  const invited = (await call(admin.page, "invitations.create", { email: "ana@quayside.example" })) as { id: string };
  const { link } = (await call(admin.page, "invitations.link", { id: invited.id })) as { link: string };
  const { page } = await visit(browser, installation.baseUrl, { size: "phone" });
  await page.goto(link);
  await page.getByLabel("Your name").fill("Ana Matos");
  await page.getByLabel("Password", { exact: true }).fill("another quiet harbour");
  await page.getByRole("button", { name: "Join" }).tap();
  await progress(page, "1 of 4 done");
  await step(page, "Join the company").waitFor();
  assert.equal(await page.getByText("Invite the team").count(), 0);
  assert.equal(await page.getByText("Load sample data").count(), 0);

  // In the place of a list they scroll when they do not fit: what stands below them stays where it is.
  await page.setViewportSize({ width: 390, height: 560 });
  await page.goto("/records/deal");
  await progress(page, "1 of 4 done");
  const [foot, bar] = await Promise.all([page.locator("footer").boundingBox(), page.getByRole("button", { name: /^Menu/ }).boundingBox()]);
  assert.ok(foot && bar && foot.y + foot.height <= bar.y + 1, `the footer begins at ${foot?.y}, the bar begins at ${bar?.y}`);
  await page.getByRole("link", { name: "Add a contact" }).tap();
  await page.getByRole("dialog", { name: "New contact" }).waitFor();
});
