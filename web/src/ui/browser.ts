import { useMediaQuery } from "@mantine/hooks";

/** The one breakpoint of the layout; base.css has the same number. */
const PHONE_WIDTH = 600;

/** Whether the window is at most so many pixels wide. */
const useIsUpTo = (width: number) => useMediaQuery(`(max-width: ${width}px)`, false, { getInitialValueInEffect: false });

export const useIsPhone = () => useIsUpTo(PHONE_WIDTH);

/** Beside the sidebar there is room for one column of text only. */
export const useIsNarrow = () => useIsUpTo(860);

/** The sidebar, and the padding of a page on both sides. */
const FRAME_PX = 224 + 2 * 32;

/** Whether a page has room for something as wide as this. Never on a phone, where a finger needs other things than columns. */
export const useHasRoom = (px: number) =>
  useMediaQuery(`(min-width: ${Math.max(px + FRAME_PX, PHONE_WIDTH + 1)}px)`, true, { getInitialValueInEffect: false });

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
