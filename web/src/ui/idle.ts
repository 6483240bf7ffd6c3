const LONGEST_MS = 2_000;
const INSTEAD_MS = 200;

/** When the page has nothing more urgent to do: for what will be wanted next, and is not wanted yet. */
export const whenIdle = () =>
  new Promise<void>((resolve) => {
    // Not every browser tells.
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS });
    else setTimeout(resolve, INSTEAD_MS);
  });
