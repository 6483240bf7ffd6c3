import { createHash } from "node:crypto";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { axeViolations } from "./axe.ts";
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
async function thereOnce(t: TestContext, name: string) {
  await until(async () => (await world.sentBy(name)).length > 0, `${name} is there`, { everyMs: 200 });
  const found = await world.sentBy(name);
  t.assert.equal(found.length, 1, `${name} is there once`);
  return found[0]!;
}

test("a page on another origin under the strictest policy: its own form is sent, nothing is left behind", async (t: TestContext) => {
  const { context, page, errors } = await world.visitor();
  await page.goto(`${world.site}/contact?utm_source=ads&gclid=x1`);
  await fill(page, "Strict");
  await page.getByLabel("You may answer").check();
  await send(page);
  await status(page, "sent");
  t.assert.equal(await page.getByRole("status").textContent(), SENT);
  t.assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "status", "the focus is where the answer is");
  t.assert.equal(await keptIn(page), 0);
  t.assert.deepEqual(await context.cookies(), []);
  t.assert.deepEqual(errors, []);
  t.assert.deepEqual(await axeViolations(page), []);
  const { attribution, consent, reasons } = await thereOnce(t, "Strict");
  t.assert.equal(attribution["page"], `${world.site}/contact?utm_source=ads&gclid=x1`);
  t.assert.deepEqual([attribution["utm_source"], attribution["gclid"]], ["ads", "x1"]);
  t.assert.equal(consent?.given, true);
  t.assert.ok(!reasons.includes("no_token") && !reasons.includes("bad_token"), `token: ${reasons.join()}`);
});

for (const [path, what] of [
  ["/place", "a <div>"],
  ["/line", "one line"],
]) {
  test(`in place of ${what} the form appears under the same policy, is sent, and leads to the site's own page`, async (t: TestContext) => {
    const { page, errors } = await world.visitor();
    await page.goto(`${world.site}${path}`);
    await page.getByRole("form", { name: "Contact" }).waitFor();
    t.assert.deepEqual(await axeViolations(page), []);
    await fill(page, `In ${path}`);
    await send(page);
    await page.waitForURL("**/thanks");
    t.assert.deepEqual(errors, []);
    await thereOnce(t, `In ${path}`);
  });
}

test("without storage the lead is kept while the page is open, and sent when the service is back", async (t: TestContext) => {
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
  t.assert.equal(await page.getByRole("status").textContent(), LATER);
  await world.installation.setHttp(true);
  await status(page, "sent");
  await thereOnce(t, "Private");
});

test("without script the form is posted, and the visitor lands on the site's own page", async (t: TestContext) => {
  const { page } = await world.visitor({ javaScriptEnabled: false });
  await page.goto(`${world.site}/contact?utm_source=post`);
  await fill(page, "Plain");
  await send(page);
  await page.waitForURL(`${world.site}/thanks`);
  await thereOnce(t, "Plain");
});

test("two tabs send a kept lead once, and both pages know", async (t: TestContext) => {
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
  await thereOnce(t, "Twice");
  t.assert.equal(answered, 1);
  t.assert.equal(await keptIn(other), 0);
});

test("closed while the service is away: the lead is sent from the next page that the visitor opens", async (t: TestContext) => {
  const { context, page } = await world.visitor();
  await page.goto(`${world.site}/contact`);
  await fill(page, "Away");
  await world.installation.setHttp(false);
  await send(page);
  await status(page, "later");
  t.assert.equal(await keptIn(page), 1);
  await page.close();
  await world.installation.setHttp(true);
  t.assert.equal((await world.sentBy("Away")).length, 0);
  const next = await context.newPage();
  await next.goto(`${world.site}/other`);
  await thereOnce(t, "Away");
  await next.waitForFunction(() => Object.keys(localStorage).length === 0);
});

test("pressed again while it waits, the same words are one lead", async (t: TestContext) => {
  const { page } = await world.visitor();
  await page.goto(`${world.site}/contact`);
  await fill(page, "Impatient");
  await world.installation.setHttp(false);
  for (let press = 0; press < 3; press++) {
    await send(page);
    await status(page, "later");
  }
  t.assert.equal(await keptIn(page), 1);
  await world.installation.setHttp(true);
  await send(page);
  await status(page, "sent");
  await thereOnce(t, "Impatient");
});

test("an error is shown at its field and the focus is there; put right, it is sent", async (t: TestContext) => {
  const { page, errors } = await world.visitor();
  await page.goto(`${world.site}/contact`);
  await page.getByRole("textbox", { name: "Name" }).focus();
  await send(page);
  const name = page.getByRole("textbox", { name: "Name" });
  t.assert.equal(await name.getAttribute("aria-invalid"), "true");
  t.assert.equal(await page.evaluate(() => document.activeElement?.id), "name", "what the browser finds wrong");
  // A browser lets this pass, the service does not.
  await fill(page, "Wrong", "camille@corrin");
  await send(page);
  await status(page, "refused");
  const email = page.getByRole("textbox", { name: "Email" });
  t.assert.equal(await page.evaluate(() => document.activeElement?.id), "email");
  t.assert.equal(await email.getAttribute("aria-invalid"), "true");
  t.assert.equal(await name.getAttribute("aria-invalid"), null);
  const line = page.locator(`#${(await email.getAttribute("aria-describedby"))?.trim()}`);
  t.assert.match((await line.textContent()) ?? "", /email address/i);
  t.assert.deepEqual(await axeViolations(page), []);
  t.assert.equal(await keptIn(page), 0, "what was refused is not kept: it is still in the form");
  await email.fill("camille@corrin.example");
  await page.waitForTimeout(2_000); // as long as a person needs at least
  await send(page);
  await status(page, "sent");
  t.assert.equal(await page.locator(".kith-error").count(), 0);
  t.assert.deepEqual(errors, []);
  const { reasons } = await thereOnce(t, "Wrong");
  t.assert.ok(!reasons.includes("bad_token") && !reasons.includes("fast"), reasons.join());
});

test("where the service asks for work, it is done beside the page, which stays usable", async (t: TestContext) => {
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
  t.diagnostic(`${Math.round(took())} ms of work after the button, the page was busy for ${Math.round(longest)} ms at most`);
  const hash = createHash("sha256").update(`${sent["_token"]}.${sent["_work"]}`).digest();
  t.assert.equal(hash.readUInt16BE(0), 0);
  t.assert.ok(longest < within(500), `${longest} ms`);
});
