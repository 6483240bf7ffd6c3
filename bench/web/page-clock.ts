import type { Page } from "playwright-core";

/** What the page's own clock says: from an event in the page to the frame that shows its effect. Playwright's own way there is not counted. */
declare global {
  interface Window {
    kithClock: {
      /** Starts with the next event of this kind, ends with the frame after which `isShown` holds. */
      from(event: string): void;
      until(isShown: () => boolean): Promise<number>;
    };
  }
}

/** Puts the clock into every page that is opened. */
export const addClock = (page: Page) =>
  page.addInitScript(() => {
    let started: number | undefined;
    window.kithClock = {
      from(event) {
        started = undefined;
        window.addEventListener(event, (happened) => (started ??= happened.timeStamp), { capture: true, once: true });
      },
      until: (isShown) =>
        new Promise((resolve) => {
          const look = () => {
            if (started !== undefined && isShown()) resolve(performance.now() - started);
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }),
    };
  });

/** Milliseconds from the first key or click of `act` to the frame in which `isShown`, a function of the page, holds. */
export async function timeOf(page: Page, event: "keydown" | "pointerdown", act: () => Promise<unknown>, isShown: string): Promise<number> {
  await page.evaluate((name) => window.kithClock.from(name), event);
  // The function is compiled in the page, where the content security policy lets a debugger but no script do so.
  const shown = page.evaluate(`window.kithClock.until(${isShown})`) as Promise<number>;
  await act();
  return shown;
}
