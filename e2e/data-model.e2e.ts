import assert from "node:assert/strict";
import { FIELD_KINDS } from "@kith/filter/kinds";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled, signIn, visit } from "./browser.ts";
import { nameOfFocused, tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";
import { ask, countOf } from "./records.ts";

const PAGE = "/company/data-model";
const LONG_MS = 120_000; // the machine may be busy with other tests

test("a new type: created, given fields, sorted, deleted and restored", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  page.setDefaultTimeout(LONG_MS);
  await signIn(page, installation.admin);

  await page.goto("/company");
  await page.getByRole("link", { name: "Data model" }).click();
  await page.getByRole("navigation", { name: "Types" }).getByRole("button", { name: "Add" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Singular name").fill("Delivery");
  assert.equal(await dialog.getByLabel("Plural name").inputValue(), "Deliveries");
  assert.equal(await dialog.getByLabel("Key").inputValue(), "delivery");
  await dialog.getByLabel("truck").check({ force: true });
  await dialog.getByRole("button", { name: "Add type" }).click();
  await page.getByRole("heading", { name: "Deliveries" }).waitFor();
  await page.getByText("No fields of its own yet").waitFor();

  await addField(page, "Phase", "Stage", async () => {
    for (const [at, step] of ["Planned", "On the road", "Arrived"].entries()) {
      await dialog.getByRole("button", { name: "Add a step" }).click();
      await dialog.getByLabel("Name of the new option").fill(step);
      if (at === 1) await dialog.getByLabel("Probability of On the road in percent").fill("60");
      if (at === 2) await dialog.getByLabel("State of Arrived").selectOption("won");
    }
    await dialog.getByRole("button", { name: "Colour of Planned" }).click();
    await page.getByRole("menuitem", { name: "Pink" }).click();
  });
  await addField(page, "Weight", "Number");
  await addField(page, "Goes to", "Relation", async () => {
    await dialog.getByLabel("Links to").selectOption({ label: "Organizations" });
    await dialog.getByLabel("Its name on organization pages").fill("Shipments");
    await dialog.getByLabel("Required").check();
  });
  await addField(page, "Order number", "Text", () => dialog.getByLabel("Unique").check());
  const made = await typeNamed(page, "delivery");
  assert.equal(made.fields.find((field) => field.key === "order_number")?.is_unique, true);
  assert.deepEqual(made.fields.find((field) => field.key === "phase")?.options, [
    { key: "planned", label: "Planned", color: "pink", state: "open", probability: 0 },
    { key: "on_the_road", label: "On the road", state: "open", probability: 60 },
    { key: "arrived", label: "Arrived", state: "won", probability: 100 },
  ]);
  assert.equal((await typeNamed(page, "organization")).fields.find((field) => field.key === "shipments")?.label, "Shipments");

  await dragOnto(page, "Move Goes to", "Move Phase");
  await page.waitForFunction(() => document.querySelector("[aria-label='Fields of Deliveries'] li")?.textContent?.includes("Goes to"));
  await settled(page);
  assert.deepEqual(await ownKeys(page, "delivery"), ["goes_to", "phase", "weight", "order_number"]);

  await page.getByLabel("Stage", { exact: true }).selectOption({ label: "Phase" });
  await dialog.getByText("0 deliveries have a Phase. No value changes.").waitFor();
  await dialog.getByRole("button", { name: "Use Phase" }).click();
  await page.getByText("Phase is the stage of deliveries.").waitFor();
  assert.equal((await typeNamed(page, "delivery")).stage_field, "phase");

  await page.getByRole("button", { name: "Name and icon" }).click();
  await dialog.getByLabel("Plural name").fill("Shipments");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Shipments" }).waitFor();

  await page.getByRole("button", { name: "Actions for Shipments" }).click();
  await page.getByRole("menuitem", { name: "Retire" }).click();
  await dialog.getByRole("button", { name: "Retire type" }).click();
  await page.getByText("Shipments retired.").waitFor();
  assert.ok(!(await listTypes(page)).some((type) => type.key === "delivery"));
  await page.getByRole("button", { name: "Restore Shipments" }).click();
  await page.getByRole("navigation", { name: "Types" }).getByRole("link", { name: "Shipments" }).waitFor();
  assert.deepEqual(consoleErrors, []);
});

test("the effect of a change is shown before it is saved", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  page.setDefaultTimeout(LONG_MS);
  await signIn(page, installation.admin);
  const dialog = page.getByRole("dialog");
  const holding = await countOf(page, "deal", "source:ads");
  const without = await countOf(page, "deal", "-has:next_step");
  assert.ok(holding > 0 && without > 0, "the demo company has deals for this");

  await page.goto(`${PAGE}?type=deal&field=source`);
  await dialog.getByRole("button", { name: "Retire Ads" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(`${holding} deals hold an option that is no longer offered.`).waitFor();
  await dialog.getByRole("button", { name: "Back" }).click();
  assert.ok(
    (await optionsOf(page, "source")).every((option) => !option.retired),
    "nothing is saved until it is asked for",
  );
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("no longer offered").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Source saved.").waitFor();
  assert.equal((await optionsOf(page, "source")).find((option) => option.key === "ads")?.retired, true);
  assert.equal(await countOf(page, "deal", "source:ads"), holding, "the deals keep what they have");

  await page.goto(`${PAGE}?type=deal&field=next_step`);
  await dialog.getByLabel("Required").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(`${without} deals have no Next step.`).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  const twins = ["Call them", "Call them"].map((next_step, at) => ({ values: { name: `Twin ${at}`, next_step } }));
  await ask(page, "records.batch", { type: "deal", items: twins });
  await page.goto(`${PAGE}?type=deal&field=next_step`);
  await dialog.getByLabel("Unique").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText('have the same Next step. Change or merge them first. More than one deal has "call them".').waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Actions for Next step" }).click();
  await page.getByRole("menuitem", { name: "Retire" }).click();
  await dialog.getByText("the values are back").waitFor();
  await dialog.getByRole("button", { name: "Retire field" }).click();
  await page.getByText("Next step retired.").waitFor();
  await page.getByRole("region", { name: "Retired fields" }).getByRole("button", { name: "Restore" }).click();
  await page.getByText("Next step restored.").waitFor();
  assert.ok((await ownKeys(page, "deal")).includes("next_step"));

  await page.getByRole("button", { name: "Actions for Stage" }).click();
  await page.getByRole("menuitem", { name: "Retire" }).click();
  await dialog.getByText("Deals use this field as their stage.").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Retire field" }).isDisabled());
  assert.deepEqual(consoleErrors, []);
});

test("the data model works with the keyboard", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  page.setDefaultTimeout(LONG_MS);
  await signIn(page, installation.admin);
  await page.goto("/company");
  await page.getByRole("heading", { name: "General" }).waitFor();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or run a command" }).waitFor();
  await page.keyboard.type("data model");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Data model" }).waitFor();
  const tasks = page.getByRole("link", { name: /^Tasks \d+ fields/ });
  await tasks.waitFor();
  await tabTo(page, (await tasks.textContent()) ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Tasks" }).waitFor();

  await tabTo(page, "Add field");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add a field to Tasks" });
  await dialog.getByLabel("Name", { exact: true }).waitFor();
  await page.waitForTimeout(200);
  await page.keyboard.type("Place");
  await tabTo(page, "Text");
  const select = dialog.getByRole("radio", { name: "Select One of a list you make" });
  for (let step = 0; step < FIELD_KINDS.indexOf("select"); step++) await page.keyboard.press("ArrowDown");
  assert.ok(await select.isChecked());
  await tabTo(page, "Add an option");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(100);
  await page.keyboard.type("Office");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(100);
  await page.keyboard.type("Home");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowUp");
  await tabTo(page, "Add field");
  await page.keyboard.press("Enter");
  await page.getByText("Place added to Tasks.").waitFor();
  const place = (await typeNamed(page, "task")).fields.find((field) => field.key === "place");
  assert.deepEqual(
    place?.options?.map((option) => option.label),
    ["Home", "Office"],
  );

  await dialog.waitFor({ state: "detached" });
  const before = await ownKeys(page, "task");
  await page.getByLabel("Move Place").waitFor();
  await page.waitForTimeout(300);
  await tabTo(page, "Move Place");
  await page.keyboard.press("ArrowUp");
  await page.getByText(`Place is ${before.length - 1} of ${before.length}.`).waitFor({ state: "attached" });
  await page.keyboard.press("Home");
  await page.getByText(`Place is 1 of ${before.length}.`).waitFor({ state: "attached" });
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Move Place");
  for (let tries = 0; tries < 50 && (await ownKeys(page, "task"))[0] !== "place"; tries++) await page.waitForTimeout(100);
  assert.equal((await ownKeys(page, "task"))[0], "place");

  await tabTo(page, "Actions for Place");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Edit" }).waitFor();
  for (let step = 0; step < 6 && (await nameOfFocused(page)) !== "Retire"; step++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Retire Place?" }).getByText("No task has a value in it.").waitFor();
  await tabTo(page, "Retire field");
  await page.keyboard.press("Enter");
  await page.getByText("Place retired.").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForTimeout(300);
  await page.keyboard.press("z");
  await page.getByRole("button", { name: "Actions for Place" }).waitFor();
  assert.deepEqual(consoleErrors, []);
});

test("on a phone: one type at a time, fields moved from their menu", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl, { size: "phone" });
  page.setDefaultTimeout(LONG_MS);
  await signIn(page, installation.admin);
  await page.goto(PAGE);
  const types = page.getByRole("navigation", { name: "Types" });
  await types.getByRole("link", { name: "Contacts" }).tap();
  await page.getByRole("heading", { name: "Contacts" }).waitFor();
  assert.equal(await types.count(), 0);
  const [first, second] = await ownKeys(page, "contact");
  await page.getByRole("button", { name: "Actions for Email" }).tap();
  await page.getByRole("menuitem", { name: "Move down" }).tap();
  await page.waitForFunction(() => !document.querySelector("[aria-label='Fields of Contacts'] li")?.textContent?.includes("Email"));
  await settled(page);
  assert.deepEqual((await ownKeys(page, "contact")).slice(0, 2), [second, first]);
  await page.getByRole("button", { name: "City city" }).tap();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Town");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).tap();
  await page.getByText("Town saved.").waitFor();
  await page.getByRole("link", { name: "All types" }).tap();
  await types.waitFor();
  assert.deepEqual(consoleErrors, []);
});

test("a Member sees the data model and cannot change it", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  page.setDefaultTimeout(LONG_MS);
  await signIn(page, installation.member);
  await page.goto(`${PAGE}?type=deal&open=new-field`);
  await page.getByText("Only an Admin can change these.").waitFor();
  await page.getByRole("heading", { name: "Deals" }).waitFor();
  await page.getByText("Stage, 6 steps").waitFor();
  for (const name of ["Add", "Add field", "Name and icon", "Move Stage", "Actions for Stage"])
    assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0, name);
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.ok(await page.getByLabel("Stage", { exact: true }).isDisabled());
  assert.deepEqual(consoleErrors, []);
});

test(
  "every dialog of the data model is accessible, in both themes and sizes",
  { tag: "@matrix" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    for (const { size, scheme } of looks) {
      const { page, consoleErrors } = await visit(browser, installation.baseUrl, { size, scheme });
      page.setDefaultTimeout(LONG_MS);
      await signIn(page, installation.admin);
      for (const search of [
        "type=deal",
        "open=new-type",
        "type=deal&open=new-field",
        "type=deal&field=stage",
        "type=deal&field=organization",
        "type=deal&open=type",
      ]) {
        await page.goto(`${PAGE}?${search}`);
        await page
          .getByText(search === "type=deal" ? "Built-in fields" : "Cancel")
          .first()
          .waitFor();
        await settled(page);
        assert.deepEqual(await axeViolations(page), [], `${search}, ${size}, ${scheme}`);
      }
      assert.deepEqual(consoleErrors, [], `${size}, ${scheme}`);
      await page.context().close();
    }
  },
);

async function addField(page: Page, name: string, kind: string, more?: () => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Add field" }).click();
  const dialog = page.getByRole("dialog", { name: /^Add a field/ });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("radio", { name: new RegExp(`^${kind}`) }).check({ force: true });
  await more?.();
  await dialog.getByRole("button", { name: "Add field" }).click();
  await page.getByText(`${name} added to`).waitFor();
  await dialog.waitFor({ state: "detached" });
}

async function dragOnto(page: Page, from: string, to: string): Promise<void> {
  const start = await page.getByRole("button", { name: from, exact: true }).boundingBox();
  const end = await page.getByRole("button", { name: to, exact: true }).boundingBox();
  if (!start || !end) throw new Error("nothing to drag");
  await page.mouse.move(start.x + 10, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y - 4, { steps: 4 });
  await page.mouse.move(end.x + 12, end.y + 4, { steps: 8 });
  await page.waitForTimeout(150);
  await page.mouse.up();
}

interface Type {
  key: string;
  stage_field: string | null;
  fields: {
    key: string;
    label: string;
    is_read_only: boolean;
    is_unique: boolean;
    options: { key: string; label: string; retired?: boolean }[] | null;
  }[];
}

const listTypes = async (page: Page) => (await ask<{ items: Type[] }>(page, "types.list", {})).items;

async function typeNamed(page: Page, key: string): Promise<Type> {
  const type = (await listTypes(page)).find((one) => one.key === key);
  if (!type) throw new Error(`there is no type ${key}`);
  return type;
}

const ownKeys = async (page: Page, key: string) =>
  (await typeNamed(page, key)).fields
    .filter((field) => !field.is_read_only && !["name", "owner"].includes(field.key))
    .map((field) => field.key);

const optionsOf = async (page: Page, key: string) =>
  (await typeNamed(page, "deal")).fields.find((field) => field.key === key)?.options ?? [];
