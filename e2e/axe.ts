import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What a theme can change. The rest is the same in both, and looked at in the light one. */
const RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** What axe finds wrong on a page, or within a part of it. */
export async function breaches(page: Page, place = "body"): Promise<string[]> {
  // Pages hold no frames of others; looked for, each would cost a second page and as much time again.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  if (await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)) axe.withRules(RULES_OF_COLOURS);
  const { violations } = await (place === "body" ? axe : axe.include(place)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
