import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Rules that depend on the theme. The others are checked in the light theme only. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The axe violations on a page, or within a part of it. */
export async function axeViolations(page: Page, place = "body"): Promise<string[]> {
  // Our pages have no frames. Legacy mode skips the search for them, which would double the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  if (await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)) axe.withRules(COLOUR_RULES);
  const { violations } = await (place === "body" ? axe : axe.include(place)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
