import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled, signIn, visit } from "./browser.ts";
import { test } from "./fixtures.ts";

/** A new key of whoever is signed in, and calls with it. */
async function newKey(page: Page, baseUrl: string, name: string) {
  const added = await page.request.post("/app/call/keys.create", { data: { name } });
  const { key } = (await added.json()) as { key: string };
  return {
    get: (path: string) => fetch(`${baseUrl}/api/v1${path}`, { headers: { "x-api-key": key } }),
    tool: (tool: string, given: object) =>
      fetch(`${baseUrl}/api/v1/mcp`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: given } }),
      }),
  };
}

test("people see the latest calls of their own keys, and why one was refused", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { baseUrl, admin, member } = installation;
  const { page, consoleErrors } = await visit(browser, baseUrl);
  const rows = () => page.getByRole("table", { name: "Requests of your keys" }).locator("tbody tr");
  /** Waits for the answer to a new filter. */
  const rowsAre = (count: number) =>
    page.waitForFunction(
      (count) => document.querySelectorAll('table[aria-label="Requests of your keys"] tbody tr').length === count,
      count,
    );

  await test.step("without calls the page says when they appear", async () => {
    await signIn(page, member, "/profile/requests");
    await page.getByText("No requests yet").waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });

  await test.step("calls appear by themselves, with operation, key, duration, status and error", async () => {
    const script = await newKey(page, baseUrl, "Nightly export");
    const assistant = await newKey(page, baseUrl, "Assistant");
    await script.get("/records/deal?limit=5");
    await script.get("/records/deal?filter=amout%3E5");
    await assistant.tool("query_records", { type: "nothing" });
    await page.getByText("400 bad_filter").waitFor();
    const texts = await rows().allInnerTexts();
    assert.equal(texts.length, 3);
    assert.match(texts[0] ?? "", /query_records\s+POST \/api\/v1\/mcp\s+Assistant\s+\d+ ms\s+200 unknown_type/);
    assert.match(texts[1] ?? "", /records\.list\s+GET \/api\/v1\/records\/deal\s+Nightly export\s+\d+ ms\s+400 bad_filter/);
    assert.match(texts[2] ?? "", /records\.list\s+GET \/api\/v1\/records\/deal\s+Nightly export\s+\d+ ms\s+200/);
  });

  await test.step("filters by key and by errors are in the address, and can be taken off", async () => {
    await page.getByLabel("Errors only").check();
    await page.waitForURL(/show=errors/);
    await rowsAre(2);
    await page.getByRole("combobox", { name: "Key" }).click();
    await page.getByRole("option", { name: /^Nightly export/ }).click();
    await rowsAre(1);
    await page.reload();
    await page.getByText("400 bad_filter").waitFor();
    await rowsAre(1);
  });

  await test.step("the menu of a key leads to its requests", async () => {
    await page.goto("/profile/api");
    await page.getByRole("button", { name: "Actions for Assistant" }).click();
    await page.getByRole("menuitem", { name: "Show requests" }).click();
    await page.getByText("200 unknown_type").waitFor();
    await rowsAre(1);
    assert.deepEqual(consoleErrors, []);
  });

  await test.step("an Admin does not see the calls of others", async () => {
    const other = await visit(browser, baseUrl);
    await signIn(other.page, admin, "/profile/requests");
    await settled(other.page);
    await other.page.getByRole("heading", { name: "Requests of your keys" }).waitFor();
    assert.equal(await other.page.getByText("Nightly export").count(), 0);
    await other.page.context().close();
  });

  await test.step("no column is cut off on a tablet", async () => {
    for (const width of [720, 820, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/profile/requests");
      const called = page.getByText("GET /api/v1/records/deal").first();
      await called.waitFor();
      const text = await called.evaluate((one) => ({ width: one.clientWidth, needed: one.scrollWidth }));
      assert.ok(text.width >= text.needed, `${text.needed} px in ${text.width} at ${width}`);
    }
  });

  for (const { size, scheme } of looks) {
    await test.step(`the page is accessible and fits, ${size}, ${scheme}`, async () => {
      const look = await visit(browser, baseUrl, { size, scheme });
      await signIn(look.page, member, "/profile/requests");
      await look.page.getByText("400 bad_filter").waitFor();
      await settled(look.page);
      assert.deepEqual(await axeViolations(look.page), []);
      const { width, room } = await look.page.evaluate(() => ({ width: document.documentElement.scrollWidth, room: innerWidth }));
      assert.ok(width <= room, `${width} of ${room} px`);
      assert.deepEqual(look.consoleErrors, []);
      await look.page.context().close();
    });
  }
});
