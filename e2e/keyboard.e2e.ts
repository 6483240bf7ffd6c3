import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { listTools } from "./mcp.ts";

test("a key's whole life without a mouse", { tag: "@gate" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);

  await page.goto("/sign-in");
  await page.getByLabel("Email").waitFor();
  await page.keyboard.type(installation.admin.email);
  await tabTo(page, "Password");
  await page.keyboard.type(installation.admin.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or run a command" }).waitFor();
  await page.keyboard.type("add an api");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add a key" }).getByLabel("Name").waitFor();
  await page.keyboard.type("Zed");
  await page.keyboard.press("Enter");

  await page.getByText("You will not see it again.").waitFor();
  await focused(page, "Copy");
  await page.keyboard.press("c");
  await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(await listTools(installation.baseUrl, key), 200);
  await tabTo(page, "Claude Code");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "Claude desktop", selected: true }).waitFor();
  await tabTo(page, "I have copied it");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.keyboard.press("j");
  await page.keyboard.press("x");
  assert.ok(await page.getByLabel("Select Zed").isChecked());
  await tabTo(page, "Delete");
  await page.keyboard.press("Enter");
  await focused(page, "Keep");
  await tabTo(page, "Delete key");
  await page.keyboard.press("Enter");
  await page.getByText("Key “Zed” deleted.").waitFor();
  assert.equal(await listTools(installation.baseUrl, key), 401);
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await page.getByRole("heading", { name: "General" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.deepEqual(consoleErrors, []);
});

test("focus comes back to where a dialog was opened from", { tag: "@gate" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page } = await visit(browser, installation.baseUrl);
  await page.goto("/sign-in?next=/profile/api");
  await page.getByLabel("Email").fill(installation.member.email);
  await page.getByLabel("Password", { exact: true }).fill(installation.member.password);
  await page.keyboard.press("Enter");
  await page.getByText("No keys yet").waitFor();

  await tabTo(page, "Add");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add a key" }).getByLabel("Name").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await focused(page, "Add");
});

const MAX_STOPS = 60;

/** Walks on with Tab until the control of this name has the focus, and sees that the focus shows. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press("Tab");
    if ((await nameOfFocused(page)) === name) {
      const outline = await page.evaluate(() => {
        const element = document.activeElement;
        const shown = element?.closest(".mantine-PasswordInput-input") ?? element;
        return shown ? getComputedStyle(shown).outlineWidth : "";
      });
      assert.equal(outline, "2px", `the focus on ${name} can be seen`);
      return;
    }
  }
  assert.fail(`Tab never came to ${name}`);
}

async function focused(page: Page, name: string): Promise<void> {
  // A dialog takes the focus in the frame after it opens, and gives it back in the frame after it closed.
  await page.waitForTimeout(300);
  assert.equal(await nameOfFocused(page), name);
}

const nameOfFocused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return (
      element?.getAttribute("aria-label") ??
      label ??
      element?.querySelector(".mantine-Button-label")?.textContent ??
      element?.textContent?.trim()
    );
  });
