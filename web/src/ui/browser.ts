import { useMediaQuery } from "@mantine/hooks";

/** The one breakpoint of the layout; base.css has the same number. */
export const useIsPhone = () => useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });

/** Beside the sidebar there is room for one column of text only. */
export const useIsNarrow = () => useMediaQuery("(max-width: 860px)", false, { getInitialValueInEffect: false });

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
