import type { Page } from "@playwright/test";

/** Measures in the page, from an event to the frame that shows its effect, without Playwright's own delay. */
declare global {
  interface Window {
    kithClock: {
      /** Starts with the next event of this kind, ends with the first frame in which `isShown` is true. */
      from(event: string): void;
      until(isShown: () => boolean): Promise<number>;
    };
  }
}

/** Adds the clock to every page that is opened. */
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

/** Milliseconds from the first key or click of `act` to the frame in which `isShown`, a function of the page, is true. */
export async function timeOf(page: Page, event: "keydown" | "pointerdown", act: () => Promise<unknown>, isShown: string): Promise<number> {
  await page.evaluate((name) => window.kithClock.from(name), event);
  // Evaluated through the debugger: the content security policy forbids scripts to compile code.
  const shown = page.evaluate<number>(`window.kithClock.until(${isShown})`);
  await act();
  return shown;
}
