import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled, signIn } from "./browser.ts";
import { tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";
import { ask } from "./records.ts";
import { sharedReceiver, until } from "./webhook-receiver.ts";

const demo = sharedReceiver();
const RULES = "/lead-sending/rules";

interface Rules {
  version: number;
  rules: { id: string; name: string; caps: { per: string; most: number }[] }[];
}

const rulesOf = (page: Page) => ask<Rules>(page, "leadSending.getRules", {});
const meOf = async (page: Page) => (await ask<{ user: { id: string } }>(page, "members.me", {})).user.id;

/** A list of its own for each test: whatever the demo company has is replaced. */
async function saveRules(page: Page, rules: object[]): Promise<Rules> {
  return ask<Rules>(page, "leadSending.saveRules", { rules, note: "For a test" });
}

async function ruleFor(page: Page, name: string, part: object = {}) {
  const me = await meOf(page);
  // oxlint-disable-next-line unicorn/no-thenable -- the server's name for what a rule does
  return { name, filter: "", then: { kind: "assign", how: "person", people: [{ user_id: me, weight: 1 }] }, ...part };
}

const article = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

/** Leads as a server of the company's own sends them, and waits until the rules have decided about them. */
async function sendLeads(page: Page, names: string[]): Promise<void> {
  for (const name of names) await ask(page, "leads.submit", { values: { name } });
  const decided = async () => (await ask<{ items: { lead: { name: string } }[] }>(page, "leadSending.listLog", { limit: 50 })).items;
  await until(async () => {
    const known = new Set((await decided()).map(({ lead }) => lead.name));
    return names.every((name) => known.has(name));
  });
}

test("with the keyboard alone: a rule is made, tried and saved, moved by the arrow keys, and gone back from", async () => {
  const { page, consoleErrors } = await demo.enter(RULES);
  await saveRules(page, [await ruleFor(page, "Everyone else")]);
  await page.reload();
  await settled(page);
  const { version } = await rulesOf(page);
  await page.keyboard.press("n");
  await article(page, "New rule").getByText("Not saved").waitFor();
  await page.keyboard.type("Harbour leads");
  await page.keyboard.press("Tab");
  await page.keyboard.type("name~harbour");
  await page.keyboard.press("Enter");
  await tabTo(page, "What happens");
  await page.keyboard.press("ArrowDown"); // from one person to the round
  await tabTo(page, "Add a cap");
  await page.keyboard.press("Enter");
  await article(page, "Harbour leads").getByLabel("At most", { exact: true }).waitFor();
  await page.getByRole("complementary", { name: /Try on the last/ }).waitFor();
  assert.deepEqual(await axeViolations(page), [], "axe while a rule is edited and tried");
  await tabTo(page, "Save rule 2");
  await page.keyboard.press("Enter");
  await page.getByText(`Version ${version + 1} of the rules saved.`).waitFor();

  await tabTo(page, "Move Harbour leads");
  await page.keyboard.press("ArrowUp");
  await page.getByText("Harbour leads is 1 of 2.").waitFor();
  await tabTo(page, "Save rules");
  await page.keyboard.press("Enter");
  await page.getByText(`Version ${version + 2} of the rules saved.`).waitFor();
  assert.deepEqual(
    (await rulesOf(page)).rules.map(({ name }) => name),
    ["Harbour leads", "Everyone else"],
  );
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("a cap is changed, tried, saved, and the version before it is in use again", async () => {
  const { page, consoleErrors } = await demo.enter(RULES);
  const capped = await ruleFor(page, "Capped", { filter: "name~capped", caps: [{ per: "day", most: 50 }] });
  await saveRules(page, [capped, await ruleFor(page, "Rest")]);
  // The demo company sleeps at night, when this test may run, too.
  await ask(page, "leadSending.saveCompanyHours", { hours: null });
  await ask(page, "leadSending.saveWorkingHours", { hours: null });
  await sendLeads(page, ["Capped 1", "Capped 2", "Capped 3"]);
  await page.goto(RULES);
  await article(page, "Capped").getByText("3 of 50").waitFor();
  const { version } = await rulesOf(page);

  await article(page, "Capped").getByRole("button", { name: "Capped", exact: true }).click();
  await article(page, "Capped").getByLabel("At most", { exact: true }).fill("1");
  const panel = page.getByRole("complementary", { name: /Try on the last/ });
  await panel.getByText("Capped 2").waitFor();
  await panel.getByText("Nothing is sent while you try.").waitFor();
  assert.equal((await rulesOf(page)).version, version, "nothing is saved by trying");
  await panel.getByRole("button", { name: "Save rule 1" }).click();
  await page.getByText(`Version ${version + 1} of the rules saved.`).waitFor();
  assert.deepEqual((await rulesOf(page)).rules[0]?.caps, [{ per: "day", most: 1 }]);

  await page.getByRole("button", { name: "Versions" }).click();
  const dialog = page.getByRole("dialog", { name: "Versions" });
  await dialog.getByText("Changed “Capped”.").waitFor();
  await dialog.getByRole("button", { name: new RegExp(`^Version ${version} `) }).click();
  await dialog.getByText("Going back: Changed “Capped”.").waitFor();
  assert.deepEqual(await axeViolations(page, "[role=dialog]"), []);
  await dialog.getByRole("button", { name: `Go back to version ${version}` }).click();
  await page.getByText(`Version ${version} is in use again, as version ${version + 2}.`).waitFor();
  assert.deepEqual((await rulesOf(page)).rules[0]?.caps, [{ per: "day", most: 50 }]);
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("somebody else saved meanwhile: it is said, and only overwritten when asked", async () => {
  const { page } = await demo.enter(RULES);
  await saveRules(page, [await ruleFor(page, "Shared")]);
  await page.goto(RULES);
  await article(page, "Shared").getByRole("switch").click();
  await article(page, "Shared").getByText("Not saved").waitFor();
  const { page: other } = await demo.enter(RULES);
  const theirs = await saveRules(other, [await ruleFor(other, "Theirs")]);
  await page.getByText(new RegExp(`saved version ${theirs.version} meanwhile`)).waitFor();
  await page.getByRole("button", { name: "Save rule 1" }).click();
  const question = page.getByRole("dialog", { name: `Save over version ${theirs.version}?` });
  await question.getByText("Theirs stays under Versions.").waitFor();
  await question.getByRole("button", { name: "Keep editing" }).click();
  assert.equal((await rulesOf(page)).version, theirs.version);
  await page.getByRole("button", { name: "Save rule 1" }).click();
  await question.getByRole("button", { name: "Save over it" }).click();
  await until(async () => (await rulesOf(page)).rules[0]?.name === "Shared");
  await other.context().close();
  await page.context().close();
});

test("changes that are not saved are asked about before the page is left", async () => {
  const { page } = await demo.enter(RULES);
  await saveRules(page, [await ruleFor(page, "Kept")]);
  await page.goto(RULES);
  await article(page, "Kept").getByRole("switch").click();
  await page.getByRole("link", { name: /^Destinations/ }).click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Keep editing" }).click();
  await article(page, "Kept").getByText("Not saved").waitFor();
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await page.getByRole("link", { name: /^Destinations/ }).click();
  await page.waitForURL("**/lead-sending/destinations");
  await page.context().close();
});

test("a Member sees the rules and cannot change them", async () => {
  const { page: admin } = await demo.enter(RULES);
  await saveRules(admin, [await ruleFor(admin, "To read")]);
  await admin.context().close();
  const { page, consoleErrors } = await demo.visit();
  await signIn(page, demo.installation.member, RULES);
  await article(page, "To read").waitFor();
  assert.equal(await page.getByRole("switch").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Add rule" }).count(), 0);
  await page.goto("/lead-sending/destinations");
  await settled(page);
  assert.equal(await page.getByRole("button", { name: "Make a code" }).count(), 0);
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("on a phone a rule is moved by its menu, edited and saved; nothing is wider than the screen", async () => {
  const { page, consoleErrors } = await demo.enter(RULES, { size: "phone" });
  await saveRules(page, [await ruleFor(page, "First"), await ruleFor(page, "Second")]);
  await page.goto(RULES);
  await page.getByRole("button", { name: "Actions for Second" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await article(page, "Second").getByRole("button", { name: "Second", exact: true }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Now first");
  assert.deepEqual(await axeViolations(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  await page.getByRole("button", { name: "Save rules" }).click();
  await until(async () => (await rulesOf(page)).rules[0]?.name === "Now first");
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});
