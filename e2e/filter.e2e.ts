import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import type { Locator, Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled, signIn } from "./browser.ts";
import { nameOfFocused } from "./focus.ts";
import { test } from "./fixtures.ts";
import { useTool } from "./mcp.ts";
import { sharedDemo } from "./shared-demo.ts";
import { day, presently } from "../server/test/moments.ts";

const WRITTEN = "stage:proposal,negotiation amount>=10000 owner:@me";

// No test here changes a record, so one installation is enough.
const demo = sharedDemo();

const bar = (page: Page) => page.getByRole("textbox", { name: "Filter" });
const textOf = async (page: Page) => (await bar(page).textContent())?.trim();
const options = (page: Page) => page.getByRole("option");
const filterIn = (page: Page) => new URL(page.url()).searchParams.get("filter");

/** Waits for the editor: until it is loaded, the field is a plain input. */
async function open(page: Page, path = "/records/deal"): Promise<void> {
  await page.goto(path);
  await editorIsThere(page);
}

async function enter(page: Page, path = "/records/deal"): Promise<void> {
  await signIn(page, demo.installation.admin, path);
  await editorIsThere(page);
}

async function editorIsThere(page: Page): Promise<void> {
  await page.locator(".cm-content").waitFor();
  await settled(page);
}

async function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a filter is written with completion, corrected and applied with the keyboard", { tag: "@gate" }, async () => {
  const { page, consoleErrors } = await demo.visit();
  await enter(page);

  // A field by the start of its name, an operator, values: each by Tab.
  await page.keyboard.press("/");
  await page.getByText("A field of deals, or words to search for").waitFor();
  await page.keyboard.type("sta");
  assert.equal(await options(page).first().getAttribute("aria-selected"), "true", "the first row is active");
  await page.keyboard.press("Tab");
  await page.getByText("An operator for stage").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("prop");
  await page.keyboard.press("Tab");
  await page.keyboard.type(",neg");
  await page.keyboard.press("Tab");
  // A field by its label; an operator and a value from further down the list, by arrow and Enter.
  await page.keyboard.type(" amou");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("10000 owner:");
  await page.getByText("A person for owner").waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await textOf(page), WRITTEN);
  assert.equal(filterIn(page), null, "nothing is applied before Enter");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("filter") === WRITTEN);
  assert.equal(await nameOfFocused(page), "Filter");

  // Dates come with what they mean.
  const dayShown = () => {
    // The demo company's day.
    const shown = new Date(day(30, { zone: "Europe/Berlin", at: presently() }));
    return `${shown.getUTCDate()} ${shown.toLocaleString("en-US", { month: "short", timeZone: "UTC" })} ${shown.getUTCFullYear()}`;
  };
  const before = dayShown();
  await page.keyboard.type(" close_date:today..");
  await page.getByText("End of the range for close_date").waitFor();
  assert.match((await options(page).first().textContent()) ?? "", new RegExp(`^\\+30d.*(${before}|${dayShown()})$`));

  // Esc closes the list, then leaves and brings back what is applied.
  await page.keyboard.press("Escape");
  assert.equal(await options(page).count(), 0);
  await page.keyboard.press("Escape");
  assert.equal(await textOf(page), WRITTEN);
  assert.notEqual(await nameOfFocused(page), "Filter");

  // An error is underlined and explained, and the list stays as it was.
  await page.keyboard.press("/");
  await page.keyboard.press("End");
  await page.keyboard.type(" amout>=5");
  const error = page.getByText("Deals have no field amout. Did you mean amount?");
  await error.waitFor();
  await page.getByText("The list still shows the last valid filter").waitFor();
  const underlined = await page.locator(".cm-line [class*=slip]").allTextContents();
  assert.deepEqual(underlined, ["amout"]);
  assert.equal(await bar(page).getAttribute("aria-invalid"), "true");
  await page.keyboard.press("Enter");
  assert.equal(filterIn(page), WRITTEN, "a filter that does not work is not applied");
  await page.keyboard.press("Tab");
  await error.waitFor({ state: "detached" });
  assert.equal(await textOf(page), `${WRITTEN} amount>=5`);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("filter") === `${WRITTEN} amount>=5`);
  // One undo restores the text before the correction.
  await page.keyboard.press("Control+z");
  assert.equal(await textOf(page), `${WRITTEN} amout>=5`);
  await page.keyboard.press("Escape");

  // A filter that is still being typed is not marked as wrong.
  await page.keyboard.press("/");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("(stage:won OR ");
  assert.equal(await page.getByText("needs a condition after it").count(), 0);
  await page.keyboard.press("Enter");
  await page.getByText("needs a condition after it").waitFor();
  assert.deepEqual(consoleErrors, []);
});

test("a record that does not exist is said in the bar and in the list, and Tab takes the nearest name", { tag: "@matrix" }, async () => {
  const { page, consoleErrors } = await demo.visit();
  await signIn(page, demo.installation.admin);
  await open(page, "/records/organization");
  const title = (await page.locator("[role=row] a").first().textContent())?.trim() ?? "";
  assert.ok(title.length > 4, title);
  await open(page);
  await page.keyboard.press("/");
  await page.keyboard.type(`organization:"${title.slice(0, -1)}"`);
  await page.keyboard.press("Enter");
  const said = page.getByText(`No organization is called "${title.slice(0, -1)}". Nearest: "${title}"`);
  await said.nth(1).waitFor();
  assert.equal(await said.count(), 2, "in the bar and in the list");
  assert.deepEqual(await page.locator(".cm-line [class*=slip]").allTextContents(), [`"${title.slice(0, -1)}"`]);
  assert.equal(await page.getByText("The list still shows").count(), 0);
  assert.deepEqual(await axeViolations(page), []);

  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("filter") === `organization:"${title}"`);
  await said.first().waitFor({ state: "detached" });
  assert.deepEqual(consoleErrors, []);
});

test("pasted lines become one, and leaving the bar applies what works", { tag: "@matrix" }, async () => {
  const { page, consoleErrors } = await demo.visit();
  await signIn(page, demo.installation.admin);
  await open(page);
  await page.evaluate(() => navigator.clipboard.writeText("stage:won\n  amount>5\n"));
  await bar(page).click();
  await page.keyboard.press("Control+v");
  assert.equal(await textOf(page), "stage:won amount>5");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Tab");
  await page.waitForURL((url) => url.searchParams.get("filter") === "stage:won amount>5");
  // A filter from the address replaces the text: here, by leaving the list and coming back.
  await page.getByRole("button", { name: "Clear the filter" }).click();
  await page.waitForURL((url) => !url.searchParams.get("filter"));
  await page.waitForFunction(() => document.querySelector(".cm-placeholder") !== null);
  assert.deepEqual(consoleErrors, []);
});

test("chips edit the same text", { tag: "@gate" }, async () => {
  const { page, consoleErrors } = await demo.visit();
  const start = `${WRITTEN} (source:referral OR source:event)`;
  await enter(page, `/records/deal?filter=${encodeURIComponent(start)}`);
  await page.getByRole("button", { name: "Chips" }).click();
  const chips = page.getByRole("list", { name: "Conditions" });
  const texts = () => chips.getByRole("button", { name: /^Edit / }).allTextContents();
  // A condition that cannot be split stays one chip.
  assert.deepEqual(await texts(), [
    "Stage is Proposal or Negotiation",
    "Amount at least 10,000",
    "Owner is me",
    "source:referral OR source:event",
  ]);

  // A picker that suits the field, with the keyboard.
  await chips.getByRole("button", { name: "Edit Stage is Proposal or Negotiation" }).press("Enter");
  const picker = page.getByRole("dialog", { name: "Stage" });
  await picker.getByRole("checkbox", { name: "Proposal" }).uncheck();
  await picker.getByRole("checkbox", { name: "Negotiation" }).uncheck();
  await picker.getByRole("checkbox", { name: "Qualified" }).check();
  await page.keyboard.press("Enter");
  await chips.getByRole("button", { name: "Edit Stage is Qualified" }).waitFor();
  assert.equal(filterIn(page), "stage:qualified amount>=10000 owner:@me (source:referral OR source:event)");

  await chips.getByRole("button", { name: "Remove Owner is me" }).click();
  await page.waitForURL((url) => !url.searchParams.get("filter")?.includes("owner"));
  await page.keyboard.press("/");
  await page.keyboard.type("is:op");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("filter")?.endsWith("is:open") === true);

  // What a record is, is yes or no.
  await chips.getByRole("button", { name: "Edit Open" }).press("Enter");
  await page.getByRole("dialog", { name: "Open" }).getByRole("radio", { name: "No" }).check();
  await page.waitForURL((url) => url.searchParams.get("filter")?.endsWith("-is:open") === true);
  await chips.getByRole("button", { name: "Edit Not open" }).click();
  await page.getByRole("dialog", { name: "Open" }).getByRole("radio", { name: "Yes" }).check();
  await page.waitForURL((url) => url.searchParams.get("filter")?.endsWith(" is:open") === true);

  // An invalid condition stays open with a hint; Esc restores the old one.
  await chips.getByRole("button", { name: "Edit Open" }).click();
  await page.getByRole("button", { name: "Edit as text" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("is:opne");
  await page.keyboard.press("Enter");
  await page.getByText("Deals have no flag opne. Did you mean open?").waitFor();
  await page.keyboard.press("Escape");
  await chips.getByRole("button", { name: "Edit Open" }).waitFor();
  await page.keyboard.press("Backspace");
  await page.waitForURL((url) => !url.searchParams.get("filter")?.includes("is:open"));

  // A number keeps its operator, and the text of a condition is one press away.
  await chips.getByRole("button", { name: "Edit Amount at least 10,000" }).click();
  await page.getByRole("textbox", { name: "Value of Amount" }).fill("20000");
  await page.getByRole("button", { name: "Done" }).click();
  await chips.getByRole("button", { name: "Edit Amount at least 20,000" }).click();
  await page.getByRole("button", { name: "Edit as text" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("amount>=10000");
  await page.keyboard.press("Enter");
  await chips.getByRole("button", { name: "Edit Amount at least 10,000" }).waitFor();

  await page.getByRole("button", { name: "Text" }).click();
  await page.locator(".cm-content").waitFor();
  assert.equal(await textOf(page), "stage:qualified amount>=10000 (source:referral OR source:event)");
  assert.deepEqual(consoleErrors, []);
});

test("the foot of the suggestions, and of what a chip opens, can be read in small windows too", { tag: "@matrix" }, async () => {
  const { page } = await demo.visit();
  await enter(page);
  const foot = page.getByRole("listbox", { name: "Suggestions" }).locator("xpath=..").locator("> :last-child");
  for (const [width, height] of SMALL_WINDOWS) {
    await page.setViewportSize({ width, height });
    await open(page);
    await bar(page).click();
    await page.keyboard.type("st");
    await options(page).first().waitFor();
    assert.match((await foot.textContent()) ?? "", /close/);
    assert.deepEqual(await cutOff(foot), [], `suggestions, ${width} px`);
  }
  await open(page, `/records/deal?filter=${encodeURIComponent(WRITTEN)}`);
  await page.getByRole("button", { name: "Chips" }).click();
  for (const [width, height] of SMALL_WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.getByRole("button", { name: "Edit Stage is Proposal or Negotiation" }).click();
    const done = page.getByRole("dialog", { name: "Stage" }).getByRole("button", { name: "Done" });
    await done.waitFor();
    await settled(page);
    assert.deepEqual(await cutOff(done.locator("xpath=..")), [], `picker, ${width} px`);
    await page.keyboard.press("Escape");
    await done.waitFor({ state: "detached" });
  }
});

const SMALL_WINDOWS = [
  [1440, 900],
  [1024, 600],
  [720, 500],
] as const;

/** The parts of a foot that are not in sight as a whole. */
const cutOff = (foot: Locator) =>
  foot.evaluate((node) => {
    const box = node.getBoundingClientRect();
    return [node, ...node.querySelectorAll("*")].flatMap((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isWithin =
        left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= Math.min(box.bottom, innerHeight) + 1;
      return isWithin && part.scrollWidth <= part.clientWidth + 1 ? [] : [`${part.tagName} ${part.textContent}`];
    });
  });

test("until the editor is loaded a plain field takes the text, and nothing shifts when it loads", { tag: "@matrix" }, async () => {
  const { page, consoleErrors } = await demo.visit();
  await signIn(page, demo.installation.admin);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/code-field-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/records/deal?filter=${encodeURIComponent("stage:won")}`);
  const plain = page.locator("input[aria-label=Filter]");
  await plain.waitFor();
  assert.equal(await plain.inputValue(), "stage:won");
  await page.keyboard.press("/");
  await page.keyboard.press("End");
  await page.keyboard.type(" amount>5");
  const before = await plain.boundingBox();
  release();
  await page.locator(".cm-content").waitFor();
  const after = await page.locator(".cm-editor").boundingBox();
  assert.deepEqual([after?.x, after?.y, after?.height], [before?.x, before?.y, before?.height]);
  // The caret stays where it was, and no key is lost.
  await page.keyboard.type("000");
  assert.equal(await textOf(page), "stage:won amount>5000");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("filter") === "stage:won amount>5000");
  assert.deepEqual(consoleErrors, []);
});

test("the Filter Syntax page runs examples on the company's records, and its copied calls work", { tag: "@matrix" }, async () => {
  const { page, consoleErrors } = await demo.visit();
  await signIn(page, demo.installation.admin);
  const key = await addKey(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Filter Syntax" }).click();
  await page.locator(".cm-content").waitFor();
  await page.getByText(/^\d+ deals match$/).waitFor();
  assert.equal(await page.getByRole("list", { name: "First matches" }).getByRole("listitem").count(), 10);

  await page.getByRole("button", { name: "count(deals, is:won)>=3" }).click();
  await page.getByText(/organizations? match/).waitFor();
  assert.equal(await textOf(page), "count(deals, is:won)>=3");
  await page.getByRole("button", { name: "-stage:won,lost" }).click();
  const found = page.getByText(/^\d+ deals match$/);
  await found.waitFor();
  // Characters that are special in a shell or an address are escaped.
  const filter = `-stage:won,lost -name~"it's & 100%"`;
  await bar(page).click();
  await page.keyboard.press("End");
  await page.keyboard.type(filter.slice("-stage:won,lost".length));
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("filter") === filter);
  await settled(page);
  const count = Number.parseInt((await found.textContent()) ?? "", 10);
  assert.ok(count > 10);

  const copy = async (as: string) => {
    await page.getByRole("tab", { name: as }).click();
    await page.getByRole("tabpanel", { name: as }).getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    return copied(page);
  };
  const call = await copy("REST call");
  const answer = execFileSync("sh", ["-c", `${call} --silent`], { env: { ...process.env, KITH_API_KEY: key }, encoding: "utf8" });
  assert.equal((JSON.parse(answer) as { count: { value: number } }).count.value, count);
  const args = JSON.parse(await copy("MCP arguments")) as object;
  const queried = await useTool<{ count: { value: number } }>(demo.installation.baseUrl, key, "query_records", args);
  assert.equal(queried.count.value, count);
  await page.goto(await copy("URL"));
  await page.locator(".cm-content").waitFor();
  assert.equal(await textOf(page), filter);

  // The address has the tried filter, so that it can be shared.
  await page.goto("/docs/filter-syntax?type=task&filter=is%3Aoverdue");
  await page.locator(".cm-content").waitFor();
  assert.equal(await textOf(page), "is:overdue");
  assert.deepEqual(consoleErrors, []);
});

test("anonymous visitors read the Filter Syntax page without the tester", { tag: "@gate" }, async () => {
  const { page, consoleErrors } = await demo.visit();
  await page.goto("/docs/filter-syntax");
  await page.getByRole("heading", { name: "Joining conditions" }).waitFor();
  await page.getByText("stage:won OR amount>100000").waitFor();
  assert.equal(await page.getByRole("button").count(), 0);
  assert.equal(await page.getByRole("textbox").count(), 0);
  assert.deepEqual(consoleErrors, []);
});

test("on a phone a filter is built by touch, and the list is in view after it", { tag: "@matrix" }, async () => {
  const { page, consoleErrors } = await demo.visit({ size: "phone" });
  await signIn(page, demo.installation.admin);
  await open(page);
  await bar(page).tap();
  for (const part of ["stage", ":", "negotiation"]) await options(page).filter({ hasText: part }).first().tap();
  assert.equal(await textOf(page), "stage:negotiation");
  const row = (await page.locator("[role=search] > div").boundingBox())?.height ?? 0;
  assert.ok(row >= 40, `the bar is ${row} px high`);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("filter") === "stage:negotiation");
  assert.notEqual(await nameOfFocused(page), "Filter", "the keyboard is gone");
  await page.getByRole("button", { name: "Chips" }).tap();
  await page.getByRole("button", { name: "Edit Stage is Negotiation" }).tap();
  await page.getByRole("dialog", { name: "Stage" }).getByRole("checkbox", { name: "Proposal" }).check();
  await page.waitForURL((url) => url.searchParams.get("filter") === "stage:negotiation,proposal");
  assert.deepEqual(consoleErrors, []);
});

/** The states of the bar, by name. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  "the menu": async (page) => {
    await open(page);
    await bar(page).click();
    await page.keyboard.type("stage:won close_date:");
    await options(page).first().waitFor();
  },
  "a slip": async (page) => {
    await page.keyboard.type("today amout>5");
    await page.getByText("Did you mean amount?").waitFor();
  },
  chips: async (page) => {
    await open(page, `/records/deal?filter=${encodeURIComponent(WRITTEN)}`);
    await bar(page).click();
    await page.keyboard.press("Escape");
    await bar(page).click();
    await page.getByRole("button", { name: "Chips" }).click();
    await page.getByRole("list", { name: "Conditions" }).waitFor();
  },
  "a chip that is edited": async (page) => {
    await page.getByRole("button", { name: "Edit Owner is me" }).click();
    await page.getByRole("dialog", { name: "Owner" }).waitFor();
  },
  "the text of a chip": async (page) => {
    await page.getByRole("button", { name: "Edit as text" }).click();
    await page.keyboard.press("Backspace");
    await options(page).first().waitFor();
  },
  "the reference": async (page) => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Text" }).click();
    await open(page, "/docs/filter-syntax");
  },
};

test("every state of the filter is accessible, in both themes and sizes", { tag: "@matrix" }, async () => {
  for (const { size, scheme } of looks) {
    const { page, consoleErrors } = await demo.visit({ size, scheme });
    await signIn(page, demo.installation.admin);
    for (const [what, show] of Object.entries(states)) {
      await show(page);
      await settled(page);
      // Only the bar and its popups; the list has a test of its own.
      const place = what === "the reference" ? "main" : "[role=search]";
      assert.deepEqual(await axeViolations(page, place), [], `axe on ${what}, ${size}, ${scheme}`);
    }
    assert.deepEqual(consoleErrors, [], `${size}, ${scheme}`);
    await page.context().close();
  }
});

async function addKey(page: Page): Promise<string> {
  await page.goto("/profile/api?add=true");
  await page.getByRole("dialog").getByLabel("Name").fill("Filter test");
  await page.keyboard.press("Enter");
  await page.getByText("You will not see it again.").waitFor();
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
  return copied(page);
}
