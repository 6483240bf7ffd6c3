import type { Page } from "@playwright/test";
import { settled } from "../../e2e/browser.ts";

/** One screenshot. It starts with an address, so that none depends on the one before. */
export interface Shot {
  name: string;
  show(page: Page): Promise<unknown>;
  /** Left out: all four variants. For a state of a page that has all four, two are enough. */
  looks?: readonly string[];
}

const FEW = ["light", "phone-dark"];
const WIDE = ["light", "dark"];

type Show = (page: Page) => Promise<unknown>;

export const shot = (name: string, path: string, then?: Show): Shot => ({
  name,
  async show(page) {
    await page.goto(path);
    await settled(page);
    await then?.(page);
    await settled(page);
  },
});

/** A state of a page: the server's answer is replaced before the page loads, and loading may never end. */
export const state = (name: string, path: string, before: Show, seen: Show): Shot => ({
  name,
  looks: FEW,
  async show(page) {
    await before(page);
    await page.goto(path);
    await seen(page);
    await page.waitForTimeout(300); // faded in
  },
});

export const inFew = (shot: Shot): Shot => ({ ...shot, looks: FEW });
/** For pages that need a keyboard or a wide screen. */
export const onDesktop = (shot: Shot): Shot => ({ ...shot, looks: WIDE });

export const never = (call: string) => (page: Page) => page.route(`**/app/call/${call}`, () => new Promise(() => {}));
export const refuse = (call: string) => (page: Page) => page.route(`**/app/call/${call}`, (route) => route.abort());
export const skeleton = (page: Page) => page.getByLabel("Loading").first().waitFor();
export const says = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
