import { textIn } from "../../routes.ts";

/** Which conversations are listed, as the address keeps it. */
export interface InboxSearch {
  tab?: string;
  /** Only this channel's. */
  channel?: string;
  /** Words to find, or a filter such as `assignee:@me has:attachment`. */
  filter?: string;
  /** The dialog for a new message is open. */
  write?: true;
}

export const readInboxSearch = (search: Record<string, unknown>): InboxSearch => ({
  ...textIn(search, "tab"),
  ...textIn(search, "channel"),
  ...textIn(search, "filter"),
  ...(search["write"] ? { write: true } : {}),
});

interface Tab {
  title: string;
  filter: string;
  /** Two groups: what waits for us, and what waits for them. */
  isGrouped?: true;
}

/** Each tab is a filter that everybody has. */
export const TABS = {
  open: { title: "All open", filter: "is:open", isGrouped: true },
  mine: { title: "Mine", filter: "is:open assignee:@me", isGrouped: true },
  unassigned: { title: "Unassigned", filter: "is:open no:assignee", isGrouped: true },
  snoozed: { title: "Snoozed", filter: "state:snoozed" },
  closed: { title: "Closed", filter: "state:closed" },
  spam: { title: "Spam", filter: "state:spam" },
} satisfies Record<string, Tab>;

export type TabKey = keyof typeof TABS;

export const tabOf = ({ tab }: InboxSearch): TabKey => (tab !== undefined && Object.hasOwn(TABS, tab) ? (tab as TabKey) : "open");

export const tabFacts = (key: TabKey): Tab => TABS[key];

/** What the service is asked for: the filter of the tab, the channel, and what was typed. */
export const wholeFilter = (search: InboxSearch) =>
  [TABS[tabOf(search)].filter, search.channel && `channel:${search.channel}`, search.filter?.trim()].filter(Boolean).join(" ");
