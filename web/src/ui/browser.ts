import { useMediaQuery } from "@mantine/hooks";

/** The one width at which the page changes shape; base.css has the same number. */
export const useIsPhone = () => useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });

/** What belongs to a field of the page floats inside the page's main part: at the end of the document no landmark would hold it. */
export const inMain = { target: "#main" };

/** What the content security policy lets a style or script through by. */
export const readNonce = () => document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "";

const LONGEST_MS = 2_000;
const INSTEAD_MS = 200;

/** When the page has nothing more urgent to do: for what will be wanted next, and is not wanted yet. */
export const whenIdle = () =>
  new Promise<void>((resolve) => {
    // Not every browser tells.
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS });
    else setTimeout(resolve, INSTEAD_MS);
  });
