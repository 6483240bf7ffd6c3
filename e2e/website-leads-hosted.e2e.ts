import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, sizes } from "./browser.ts";
import { test } from "./fixtures.ts";
import { sharedWebsite } from "./website.ts";

const world = sharedWebsite({
  name: "Request a demo",
  headline: "Measure what flows, to half a percent",
  points: ["45 minutes, on site or by video", "No contract to sign first"],
  privacy_url: "https://www.quayside.example/privacy",
  imprint_url: "https://www.quayside.example/imprint",
  intro: "Bring one line, one tank or one question. An engineer calls you within one working day.",
  button: "Request it",
  thanks: "Thank you. An engineer calls you within one working day.",
  fields: [
    { key: "name", is_required: true },
    { key: "email", label: "Work email", is_required: true },
    { key: "company", label: "Company", is_required: true },
    { key: "source", label: "How did you find us?" },
    { key: "message", label: "Anything we should know" },
  ],
  consent_text: "Quayside Works may answer me by email and phone.",
  is_consent_required: true,
  redirect_url: null,
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name") ?? document.activeElement?.tagName);

/** Nothing is cut off at the side. */
const isWiderThanScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test("with the keyboard alone: fill in the hosted page, be told what is wrong, put it right, and read the thanks", async () => {
  const { context, page, errors } = await world.visitor();
  await page.goto(`${world.hosted}?utm_source=fair`);
  for (const text of ["Camille Laurent", "camille@corrin", "Corrin Dairy"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  assert.equal(await focused(page), "company");
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press("Tab");
  assert.equal(await focused(page), "consent");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Privacy");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "BUTTON", "the trap for programs is not on the way");
  await page.keyboard.press("Enter");
  await page.locator("form[data-kith-state=refused]").waitFor();
  assert.equal(await focused(page), "email");
  await page.getByRole("status").getByText("Not sent yet. One answer needs a look, the rest is kept.").waitFor();
  await page.getByText("Not an email address. Try name@example.com.").waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press("End");
  await page.keyboard.type(".example");
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?]sent=1$/);
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  assert.deepEqual(await context.cookies(), []);
  assert.deepEqual(errors, []);
  const [sent, ...others] = await world.sentBy("Camille Laurent");
  assert.equal(others.length, 0);
  assert.equal(sent?.attribution["utm_source"], "fair");
  assert.deepEqual([sent?.consent?.given, sent?.consent?.text], [true, "Quayside Works may answer me by email and phone."]);
});

test("nothing filled in: each field says so in the form's words, with their count, and the first has the cursor", async () => {
  const { page, errors } = await world.visitor();
  await page.goto(world.hosted);
  await page.getByRole("heading", { level: 1, name: "Measure what flows, to half a percent" }).waitFor();
  await page.getByRole("form", { name: "Request a demo" }).getByRole("heading", { name: "Request a demo" }).waitFor();
  await page.getByRole("button", { name: "Request it" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Not sent yet. Four answers need a look, the rest is kept.").waitFor();
  assert.equal(await focused(page), "name");
  assert.deepEqual(await page.locator(".kith-error").allTextContents(), [
    "Name is required.",
    "Enter an email address, such as name@example.com.",
    "Company is required.",
    "Tick the box to agree before you send this.",
  ]);
  for (const name of ["Privacy", "Imprint"]) {
    const link = page.getByRole("contentinfo").getByRole("link", { name });
    assert.deepEqual([await link.getAttribute("target"), await link.getAttribute("rel")], ["_blank", "noopener noreferrer"]);
  }
  assert.deepEqual(errors, []);
});

test("without script the hosted page keeps what was written, says what is wrong at its field, and thanks", async () => {
  const { page } = await world.visitor({ javaScriptEnabled: false });
  await page.goto(world.hosted);
  await page.getByRole("textbox", { name: "Name" }).fill("Plain Visitor");
  await page.getByRole("textbox", { name: "Work email" }).fill("plain@visitor");
  await page.getByRole("textbox", { name: "Company" }).fill("Corrin Dairy");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Request it" }).click();
  await page.getByRole("alert").getByText("One answer needs a look, the rest is kept.").waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Company" }).inputValue(), "Corrin Dairy");
  assert.equal(await page.getByRole("textbox", { name: "Work email" }).getAttribute("aria-invalid"), "true");
  await page.getByRole("textbox", { name: "Work email" }).fill("plain@visitor.example");
  await page.getByRole("button", { name: "Request it" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  assert.equal((await world.sentBy("Plain Visitor")).length, 1);
});

test(
  "on a screen, on a phone and in the dark: no violations, nothing cut off, empty, with errors and sent",
  { tag: "@matrix" },
  async () => {
    for (const { size, scheme } of [...looks, { size: "tablet", scheme: "light" } as const]) {
      const viewport = size === "tablet" ? { width: 820, height: 1180 } : sizes[size];
      const { page, errors } = await world.visitor({ viewport, colorScheme: scheme });
      const check = async (what: string) => {
        assert.deepEqual(await axeViolations(page), [], `${what} ${size} ${scheme}`);
        assert.equal(await isWiderThanScreen(page), false, `${what} ${size} ${scheme}`);
      };
      await page.goto(world.hosted);
      await check("empty");
      await page.getByRole("button", { name: "Request it" }).focus();
      await page.keyboard.press("Enter");
      await page.locator("form[data-kith-state=refused]").waitFor();
      await check("errors");
      await page.goto(`${world.hosted}?sent=1`);
      await check("sent");
      assert.deepEqual(errors, []);
      await page.context().close();
    }
  },
);
