import assert from "node:assert/strict";
import type { Page } from "@playwright/test";

const MAX_STOPS = 80;

/** Presses Tab until the control with this name has the focus, and checks that the focus is visible. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press("Tab");
    if ((await nameOfFocused(page)) !== name) continue;
    const outline = await page.evaluate(() => {
      const element = document.activeElement;
      // A hidden radio, checkbox or file field shows its focus on its label.
      const shown = [element, element?.closest("label"), element?.closest(".mantine-PasswordInput-input")];
      return shown.map((one) => (one ? getComputedStyle(one).outlineWidth : "")).includes("2px");
    });
    assert.ok(outline, `the focus on ${name} can be seen`);
    return;
  }
  assert.fail(`Tab never came to ${name}`);
}

/** The name of the control with the focus. */
export const nameOfFocused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const fields = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement] as const;
    const field = fields.some((kind) => element instanceof kind) ? (element as HTMLInputElement) : undefined;
    const label = field?.labels?.[0];
    return (
      element?.getAttribute("aria-label") ??
      (label?.querySelector("b, span > span") ?? label)?.textContent ??
      element?.querySelector(".mantine-Button-label")?.textContent ??
      element?.textContent
    )?.trim();
  });
