import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { signIn, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask, cell, changesOf, type Saved } from "./records.ts";

const UPDATE = "**/app/call/records.update";
const NAME = "Zephyr";
const LIST = "/records/deal?filter=name%3AZephyr";
// What a person takes for "at once". The goal is 50 ms on a quiet machine; the rest is room for a loaded one.
const AT_ONCE_MS = 250;

async function type(page: Page, field: string, text: string): Promise<void> {
  await cell(page, NAME, field).dblclick({ position: { x: 4, y: 4 } });
  await page.locator("[data-editing] input").fill(text);
  await page.keyboard.press("Enter");
}

test("an edit is shown at once, kept while nobody answers, and arrives once", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.admin);
  const id = await addDeal(page, NAME);
  await page.goto(LIST);
  await cell(page, NAME, "amount").getByText("€48,000").waitFor();

  await test.step("it is on the screen before the service has answered", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(UPDATE, async (route) => {
      await held;
      await route.continue();
    });
    await cell(page, NAME, "amount").dblclick({ position: { x: 4, y: 4 } });
    await page.locator("[data-editing] input").fill("50000");
    const took = await page.evaluate(async () => {
      const input = document.querySelector("[data-editing] input");
      const start = performance.now();
      input?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      while (!document.querySelector("[data-field=amount]")?.textContent?.includes("50,000")) {
        if (performance.now() - start > 5_000) return Number.POSITIVE_INFINITY;
        await new Promise(requestAnimationFrame);
      }
      return performance.now() - start;
    });
    console.log(`shown after ${Math.round(took)} ms`);
    assert.ok(took < AT_ONCE_MS, `${took} ms`);
    assert.deepEqual(await changesOf(page, id), [], "the service does not know of it yet");
    release();
    await page.getByText("Amount changed.").waitFor();
    await page.unroute(UPDATE);
  });

  await test.step("while nobody answers edits wait, also over a reload, and then arrive in order", async () => {
    await page.route(UPDATE, (route) => route.abort());
    await type(page, "amount", "51000");
    await type(page, "amount", "52000");
    await type(page, "close_date", "2031-05-01");
    await page.getByText("3 unsaved changes, waiting for connection").waitFor();
    await page.reload();
    await cell(page, NAME, "amount").getByText("€52,000").waitFor();
    await page.getByText("3 unsaved changes, waiting for connection").waitFor();
    await page.unroute(UPDATE);
    await page.getByText("3 unsaved changes, waiting for connection").waitFor({ state: "detached" });
    await page.getByText("Close date changed.").waitFor();
    const changes = await changesOf(page, id);
    assert.deepEqual(changes.slice(0, 3), [
      { close_date: [null, "2031-05-01"] },
      { amount: ["51000", "52000"] },
      { amount: ["50000", "51000"] },
    ]);
  });

  await test.step("an edit whose answer was lost is not made twice", async () => {
    let lost = 0;
    await page.route(UPDATE, async (route) => {
      if (lost++ > 0) return route.continue();
      // The service did it, and died before it could say so.
      await route.fetch();
      return route.abort();
    });
    await type(page, "amount", "60000");
    await page.getByText("1 unsaved change, waiting for connection").waitFor();
    await page.getByText("Amount changed.").waitFor();
    await page.unroute(UPDATE);
    assert.ok(lost >= 2, "it was sent again");
    const changes = await changesOf(page, id);
    assert.equal(changes.filter((change) => change["amount"]?.[1] === "60000").length, 1);
  });

  await test.step("what the service refuses goes back, with the reason", async () => {
    await page.route(UPDATE, (route) =>
      route.fulfill({
        status: 422,
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "invalid_input", detail: "Amounts are frozen.", errors: [], request_id: "" }),
      }),
    );
    await type(page, "amount", "70000");
    await page.getByText("Not saved: Amounts are frozen.").waitFor();
    await cell(page, NAME, "amount").getByText("€60,000").waitFor();
    await page.unroute(UPDATE);
  });
  assert.deepEqual(consoleErrors, []);
});

test("two people at one record: what does not clash is kept, what clashes is compared", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const mara = await visit(browser, installation.baseUrl);
  const tomasz = await visit(browser, installation.baseUrl);
  await signIn(mara.page, installation.admin);
  const id = await addDeal(mara.page, NAME);
  await signIn(tomasz.page, installation.member);
  const { page } = mara;
  // Without the live stream Mara does not hear of it: her edit is made on what she sees.
  await page.route("**/app/live**", (route) => route.abort());
  await page.goto(LIST);
  await cell(page, NAME, "amount").getByText("€48,000").waitFor();

  await test.step("another field: both stand", async () => {
    await ask<Saved>(tomasz.page, "records.update", { id, values: { next_step: "Call" } });
    await type(page, "amount", "49000");
    await page.getByText("Amount changed.").waitFor();
    const { values } = await ask<{ values: Record<string, unknown> }>(page, "records.get", { id });
    assert.deepEqual([values["amount"], values["next_step"]], ["49000", "Call"]);
  });

  await test.step("the same field: not saved, says who, and both values can be compared", async () => {
    await ask<Saved>(tomasz.page, "records.update", { id, values: { amount: 55000 } });
    await type(page, "amount", "51000");
    await page.getByText(/Not saved: Tomasz changed this amount \d+ s ago\./).waitFor();
    await cell(page, NAME, "amount").getByText("€55,000").waitFor();
    await page.getByRole("button", { name: "Compare" }).click();
    const dialog = page.getByRole("dialog", { name: `Amount of ${NAME}` });
    await dialog.getByText("€55,000").waitFor();
    await dialog.getByText("€51,000").waitFor();
    await dialog.getByRole("button", { name: "Use your value" }).click();
    await page.getByText("Amount changed.").waitFor();
    const { values } = await ask<{ values: Record<string, unknown> }>(page, "records.get", { id });
    assert.equal(values["amount"], "51000");
  });
  assert.deepEqual([...mara.consoleErrors, ...tomasz.consoleErrors], []);
});
