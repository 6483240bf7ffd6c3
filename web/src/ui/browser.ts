import { useMediaQuery } from "@mantine/hooks";

/** The one breakpoint of the layout; base.css has the same number. */
const PHONE_WIDTH = 600;

/** Whether the window is at most so many pixels wide. */
const useIsUpTo = (width: number) => useMediaQuery(`(max-width: ${width}px)`, false, { getInitialValueInEffect: false });

export const useIsPhone = () => useIsUpTo(PHONE_WIDTH);

/** Beside the sidebar there is room for one column of text only. */
export const useIsNarrow = () => useIsUpTo(860);

/** Up to here the sidebar is folded to its icons; shell.module.css has the same numbers. */
const FOLD_WIDTH = 960;
const SIDEBAR_PX = 224;
const FOLDED_PX = 52;
/** The padding of a page on both sides. */
const PADDING_PX = 2 * 32;

/** Whether a page has room for something as wide as this. Never on a phone, where a finger needs other things than columns. */
export function useHasRoom(px: number): boolean {
  const from = (beside: number) => `(min-width: ${Math.max(px + PADDING_PX + beside, PHONE_WIDTH + 1)}px)`;
  return useMediaQuery(`${from(SIDEBAR_PX)}, ${from(FOLDED_PX)} and (max-width: ${FOLD_WIDTH}px)`, true, {
    getInitialValueInEffect: false,
  });
}

/** Whether the page beside the sidebar, without its padding, is narrower than this. */
export const useIsShortOf = (px: number) =>
  useMediaQuery(
    `(max-width: ${Math.min(FOLD_WIDTH, px + FOLDED_PX - 1)}px), (min-width: ${FOLD_WIDTH + 1}px) and (max-width: ${px + SIDEBAR_PX - 1}px)`,
    false,
    {
      getInitialValueInEffect: false,
    },
  );

/** Portal target for popovers of page fields: at the end of the document they would be outside every landmark. */
export const inMain = { target: "#main" };

/** The nonce that the content security policy accepts styles and scripts by. */
export const readNonce = () => document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "";

const MAX_WAIT_MS = 2_000;
const FALLBACK_MS = 200;

/** Resolves when the browser is idle: for work that can wait, such as preloading. */
export const whenIdle = () =>
  new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS });
    else setTimeout(resolve, FALLBACK_MS);
  });
