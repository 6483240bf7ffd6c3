import { type Look, windows } from "../../e2e/browser.ts";

/** Size and theme of a screenshot, and how its file name ends. */
export interface ShotLook extends Look {
  name: string;
}

const schemes = ["light", "dark"] as const;

export const usualLooks: ShotLook[] = schemes.flatMap((scheme): ShotLook[] => [
  { name: scheme, size: "desktop", scheme },
  { name: `phone-${scheme}`, size: "phone", scheme },
]);

/** Every window in both themes. What is twice as large has twice the pixels, as in a browser that is zoomed in. */
export const allLooks: ShotLook[] = Object.entries(windows).flatMap(([window, viewport]) =>
  schemes.map((scheme): ShotLook => ({
    name: `${window.replace(" at 200 %", "x2")}-${scheme}`,
    size: viewport.width < 600 && !window.includes("%") ? "phone" : "desktop",
    scheme,
    window: { ...viewport, deviceScaleFactor: window.includes("%") ? 2 : 1 },
  })),
);
