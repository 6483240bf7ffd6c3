import { textIn } from "../../routes.ts";

export const SOURCE_TABS = { form: "Form", spam: "Spam", where: "Where it goes", embed: "Embed" } as const;
export type SourceTab = keyof typeof SOURCE_TABS;

/** Which part of a form is shown, as the address keeps it. */
interface SourceSearch {
  tab?: string;
}

export const readSourceSearch = (search: Record<string, unknown>): SourceSearch => textIn(search, "tab");

export const tabOf = ({ tab }: SourceSearch): SourceTab =>
  tab !== undefined && Object.hasOwn(SOURCE_TABS, tab) ? (tab as SourceTab) : "form";

/** Which submissions are listed, and which one is open beside the list. */
export interface HeldSearch {
  state?: string;
  source?: string;
  open?: string;
}

export const HELD_STATES = { held: "Held", dropped: "Dropped", failed: "Failed", taken: "Taken" } as const;
export type HeldState = keyof typeof HELD_STATES;

export const readHeldSearch = (search: Record<string, unknown>): HeldSearch => ({
  ...textIn(search, "state"),
  ...textIn(search, "source"),
  ...textIn(search, "open"),
});

export const stateOf = ({ state }: HeldSearch): HeldState =>
  state !== undefined && Object.hasOwn(HELD_STATES, state) ? (state as HeldState) : "held";
