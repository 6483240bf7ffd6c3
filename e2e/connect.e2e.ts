import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled, signIn, visit } from "./browser.ts";
import { tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";
import { layoutFaults } from "./layout-faults.ts";
import { ask } from "./records.ts";

const GUIDES = globSync(join(import.meta.dirname, "../docs/connect/*.md")).map((file) => basename(file, ".md"));

const connectors = (page: Page) => page.getByRole("region", { name: "Connectors" }).getByRole("listitem");

test("each connector says what to paste, with this installation's address, without a mouse", async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.admin, "/profile/api");
  assert.equal(await connectors(page).count(), GUIDES.length, "one for each page of docs/connect");

  const copied = new Map<string, string[]>();
  for (const connector of await connectors(page).all()) {
    const [name = "", use = ""] = await connector.locator("summary > span").allTextContents();
    await tabTo(page, `${name}${use}`);
    await page.keyboard.press("Enter");
    await connector.getByRole("link", { name: `How to connect: ${name}` }).waitFor();
    const texts: string[] = [];
    for (const copy of await connector.locator("pre:visible + span button").all()) {
      await copy.focus();
      await page.keyboard.press("Enter");
      await copy.and(page.getByLabel("Copied")).waitFor();
      texts.push(await page.evaluate(() => navigator.clipboard.readText()));
    }
    copied.set(name, texts);
  }
  for (const [name, texts] of copied) assert.ok(texts.length > 0, `${name} has something to paste`);

  await test.step("what is pasted into a terminal works", async () => {
    const { key } = await ask<{ key: string }>(page, "keys.create", { name: "Terminal" });
    const lines = (copied.get("Plain HTTP") ?? []).join("\n").replace("your key", key);
    assert.ok(lines.includes(`export KITH_URL='${installation.baseUrl}'`));
    const { stdout } = await promisify(execFile)("bash", ["-ec", lines], { timeout: 60_000 });
    assert.match(stdout, /"name":"Terminal"/);
  });

  assert.deepEqual(consoleErrors, []);
});

test(
  "the connectors and their pages can be read in both themes and sizes, also by somebody who is not signed in",
  { tag: "@matrix" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    for (const look of looks) {
      const { page, consoleErrors } = await visit(browser, installation.baseUrl, look);
      const what = `${look.size}, ${look.scheme}`;
      // Their colours are the same.
      for (const guide of look.scheme === "dark" ? GUIDES.slice(0, 1) : GUIDES) {
        await page.goto(`/docs/connect/${guide}`);
        await settled(page);
        assert.notEqual(await page.title(), "Not found · Kith");
        assert.deepEqual(await axeViolations(page), [], `axe on ${guide}, ${what}`);
        // A table of a text has narrow columns on a phone.
        const faults = (await layoutFaults(page)).filter((fault) => !fault.includes(" lines of "));
        assert.deepEqual(faults, [], `${guide}, ${what}`);
        const text = (await page.getByRole("article").textContent()) ?? "";
        assert.ok(!text.includes("{base_url}"), `${guide} has the address of this installation`);
        assert.equal(await page.locator('article a[href$=".md"]').count(), 0, `${guide} links to pages, not to files`);
      }
      await signIn(page, installation.admin, "/profile/api");
      for (const connector of await connectors(page).all()) await connector.locator("summary").click();
      await settled(page);
      assert.deepEqual(await axeViolations(page), [], `axe on all connectors, ${what}`);
      assert.deepEqual(await layoutFaults(page), [], what);
      assert.deepEqual(consoleErrors, [], what);
      await page.context().close();
    }
  },
);
