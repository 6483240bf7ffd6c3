import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { test } from "./fixtures.ts";
import { fill, keptIn, sharedWebsite, watchBusy } from "./website.ts";
import { stopwatch, within } from "../server/test/measured.ts";
import { until } from "../server/test/waiting.ts";

const world = sharedWebsite({
  name: "Contact",
  fields: [{ key: "name", is_required: true }, { key: "email", label: "Email", is_required: true }, { key: "message" }],
  consent_text: "You may answer me by email.",
});

const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();
const status = (page: Page, state: string) => page.locator(`form[data-kith-state=${state}] [role=status]`).waitFor();
const SENT = "Thank you. We have your message.";
const LATER = "Not sent yet. We keep it here and try again.";

/** Waits until the service has it, and checks that it has it once. */
async function thereOnce(name: string) {
  await until(async () => (await world.sentBy(name)).length > 0, `${name} is there`, { everyMs: 200 });
  const found = await world.sentBy(name);
  assert.equal(found.length, 1, `${name} is there once`);
  return found[0]!;
}

test("a page on another origin under the strictest policy: its own form is sent, nothing is left behind", { tag: "@gate" }, async () => {
  const { context, page, errors } = await world.visitor();
  await page.goto(`${world.site}/contact?utm_source=ads&gclid=x1`);
  await fill(page, "Strict");
  await page.getByLabel("You may answer").check();
  await send(page);
  await status(page, "sent");
  assert.equal(await page.getByRole("status").textContent(), SENT);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "status", "the focus is where the answer is");
  assert.equal(await keptIn(page), 0);
  assert.deepEqual(await context.cookies(), []);
  assert.deepEqual(errors, []);
  assert.deepEqual(await axeViolations(page), []);
  const { attribution, consent, reasons } = await thereOnce("Strict");
  assert.equal(attribution["page"], `${world.site}/contact?utm_source=ads&gclid=x1`);
  assert.deepEqual([attribution["utm_source"], attribution["gclid"]], ["ads", "x1"]);
  assert.equal(consent?.given, true);
  assert.ok(!reasons.includes("no_token") && !reasons.includes("bad_token"), `token: ${reasons.join()}`);
});

for (const [path, what] of [
  ["/place", "a <div>"],
  ["/line", "one line"],
]) {
  test(
    `in place of ${what} the form appears under the same policy, is sent, and leads to the site's own page`,
    { tag: "@gate" },
    async () => {
      const { page, errors } = await world.visitor();
      await page.goto(`${world.site}${path}`);
      await page.getByRole("form", { name: "Contact" }).waitFor();
      assert.deepEqual(await axeViolations(page), []);
      await fill(page, `In ${path}`);
      await send(page);
      await page.waitForURL("**/thanks");
      assert.deepEqual(errors, []);
      await thereOnce(`In ${path}`);
    },
  );
}

test("without storage the lead is kept while the page is open, and sent when the service is back", { tag: "@matrix" }, async () => {
  const { page } = await world.visitor();
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new Error("blocked");
      },
    });
  });
  await page.goto(`${world.site}/contact`);
  await fill(page, "Private");
  await world.installation.setHttp(false);
  await send(page);
  await status(page, "later");
  assert.equal(await page.getByRole("status").textContent(), LATER);
  await world.installation.setHttp(true);
  await status(page, "sent");
  await thereOnce("Private");
});

test("without script the form is posted, and the visitor lands on the site's own page", { tag: "@gate" }, async () => {
  const { page } = await world.visitor({ javaScriptEnabled: false });
  await page.goto(`${world.site}/contact?utm_source=post`);
  await fill(page, "Plain");
  await send(page);
  await page.waitForURL(`${world.site}/thanks`);
  await thereOnce("Plain");
});

test("two tabs send a kept lead once, and both pages know", { tag: "@matrix" }, async () => {
  const { context, page } = await world.visitor();
  const other = await context.newPage();
  await page.goto(`${world.site}/contact`);
  await fill(page, "Twice");
  await world.installation.setHttp(false);
  await send(page);
  await status(page, "later");
  let answered = 0;
  context.on("response", (response) => {
    if (response.request().method() === "POST" && response.ok()) answered++;
  });
  await world.installation.setHttp(true);
  await other.goto(`${world.site}/other`);
  await Promise.all([page, other].map((tab) => tab.evaluate(() => dispatchEvent(new Event("online")))));
  await status(page, "sent");
  await thereOnce("Twice");
  assert.equal(answered, 1);
  assert.equal(await keptIn(other), 0);
});

test("closed while the service is away: the lead is sent from the next page that the visitor opens", { tag: "@matrix" }, async () => {
  const { context, page } = await world.visitor();
  await page.goto(`${world.site}/contact`);
  await fill(page, "Away");
  await world.installation.setHttp(false);
  await send(page);
  await status(page, "later");
  assert.equal(await keptIn(page), 1);
  await page.close();
  await world.installation.setHttp(true);
  assert.equal((await world.sentBy("Away")).length, 0);
  const next = await context.newPage();
  await next.goto(`${world.site}/other`);
  await thereOnce("Away");
  await next.waitForFunction(() => Object.keys(localStorage).length === 0);
});

test("pressed again while it waits, the same words are one lead", { tag: "@matrix" }, async () => {
  const { page } = await world.visitor();
  await page.goto(`${world.site}/contact`);
  await fill(page, "Impatient");
  await world.installation.setHttp(false);
  for (let press = 0; press < 3; press++) {
    await send(page);
    await status(page, "later");
  }
  assert.equal(await keptIn(page), 1);
  await world.installation.setHttp(true);
  await send(page);
  await status(page, "sent");
  await thereOnce("Impatient");
});

test("an error is shown at its field and the focus is there; put right, it is sent", { tag: "@gate" }, async () => {
  const { page, errors } = await world.visitor();
  await page.goto(`${world.site}/contact`);
  await page.getByRole("textbox", { name: "Name" }).focus();
  await send(page);
  const name = page.getByRole("textbox", { name: "Name" });
  assert.equal(await name.getAttribute("aria-invalid"), "true");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "name", "what the browser finds wrong");
  // A browser lets this pass, the service does not.
  await fill(page, "Wrong", "camille@corrin");
  await send(page);
  await status(page, "refused");
  const email = page.getByRole("textbox", { name: "Email" });
  assert.equal(await page.evaluate(() => document.activeElement?.id), "email");
  assert.equal(await email.getAttribute("aria-invalid"), "true");
  assert.equal(await name.getAttribute("aria-invalid"), null);
  const line = page.locator(`#${(await email.getAttribute("aria-describedby"))?.trim()}`);
  assert.match((await line.textContent()) ?? "", /email address/i);
  assert.deepEqual(await axeViolations(page), []);
  assert.equal(await keptIn(page), 0, "what was refused is not kept: it is still in the form");
  await email.fill("camille@corrin.example");
  await page.waitForTimeout(2_000); // as long as a person needs at least
  await send(page);
  await status(page, "sent");
  assert.equal(await page.locator(".kith-error").count(), 0);
  assert.deepEqual(errors, []);
  const { reasons } = await thereOnce("Wrong");
  assert.ok(!reasons.includes("bad_token") && !reasons.includes("fast"), reasons.join());
});

test("where the service asks for work, it is done beside the page, which stays usable", { tag: "@matrix" }, async () => {
  const { page } = await world.visitor();
  let sent: Record<string, string> = {};
  await page.route("**/token", (route) =>
    route.fulfill({ json: { token: "work.for.this", bits: 16 }, headers: { "access-control-allow-origin": "*" } }),
  );
  page.on("request", (request) => {
    if (request.method() === "POST") sent = JSON.parse(request.postData() ?? "{}") as typeof sent;
  });
  await page.goto(`${world.site}/contact`);
  const longestBusy = await watchBusy(page);
  await fill(page, "Working");
  const took = stopwatch();
  await send(page);
  await status(page, "sent");
  const longest = await longestBusy();
  console.log(`${Math.round(took())} ms of work after the button, the page was busy for ${Math.round(longest)} ms at most`);
  const hash = createHash("sha256").update(`${sent["_token"]}.${sent["_work"]}`).digest();
  assert.equal(hash.readUInt16BE(0), 0);
  assert.ok(longest < within(500), `${longest} ms`);
});
