import type { Page } from "@playwright/test";

/** Controls of the page that a finger would miss: they are lower than this many pixels, also with the room around them. */
export const tooSmall = (page: Page, leastPx: number) =>
  page.evaluate((target) => {
    const controls = [...document.querySelectorAll<HTMLElement>("#main button, #main a, #main textarea")];
    return controls.flatMap((control) => {
      const box = control.getBoundingClientRect();
      const reach = getComputedStyle(control, "::after");
      const grown = reach.position === "absolute" ? Number.parseFloat(reach.height) : 0;
      const height = Math.max(box.height, grown);
      // A link inside a sentence is as tall as its line.
      if (box.height === 0 || height >= target - 0.5 || getComputedStyle(control).display === "inline") return [];
      return [`${control.ariaLabel ?? control.textContent}: ${height}`];
    });
  }, leastPx);
