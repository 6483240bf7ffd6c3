import axe, { type RunOptions } from "axe-core";
import type { Page } from "@playwright/test";

/** Rules that depend on the theme, and not on the size: they are left out on phones, and the only ones in the dark. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The axe violations on a page, or within a part of it. */
export async function axeViolations(page: Page, place = "body"): Promise<string[]> {
  // Once for each document: reading the half megabyte takes as long as looking at a small page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(findViolations, { place, colourRules: COLOUR_RULES });
}

// Runs in the page, so it is one function that uses nothing outside itself.
async function findViolations({ place, colourRules }: { place: string; colourRules: string[] }): Promise<string[]> {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const isPhone = matchMedia("(pointer: coarse)").matches;
  const options: RunOptions = {
    resultTypes: ["violations"],
    // Our pages have no frames, except around mails, which others wrote.
    iframes: false,
    ...(isDark ? { runOnly: { type: "rule", values: colourRules } } : {}),
    ...(isPhone && !isDark ? { rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) } : {}),
  };
  // A colour on its way to another has a contrast that nobody is to read.
  const isMoving = ({ playState, effect }: Animation) =>
    playState === "running" && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
  for (let moving = document.getAnimations().filter(isMoving); moving.length > 0; moving = document.getAnimations().filter(isMoving))
    await Promise.allSettled(moving.map((one) => one.finished));
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  const { violations } = await inPage.run(place === "body" ? document : { include: [[place]] }, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
