import { textIn } from "../../routes.ts";

/** Which conversations are listed, as the address keeps it. */
export interface InboxSearch {
  tab?: string;
  /** A queue of one's own, or that was shared: a saved view, which `filter` has in full. */
  queue?: string;
  /** Only this channel's. */
  channel?: string;
  /** Words to find, or a filter such as `assignee:@me has:attachment`. */
  filter?: string;
  /** By the last message, in place of the tab's own order. */
  sort?: Sort;
  /** The dialog for a new message is open. */
  write?: true;
}

export const readInboxSearch = (search: Record<string, unknown>): InboxSearch => ({
  ...textIn(search, "tab"),
  ...textIn(search, "queue"),
  ...textIn(search, "channel"),
  ...textIn(search, "filter"),
  ...(search["sort"] === "newest" || search["sort"] === "oldest" ? { sort: search["sort"] } : {}),
  ...(search["write"] ? { write: true } : {}),
});

export type Sort = "newest" | "oldest";

interface Tab {
  title: string;
  filter: string;
  /** Its own order in words. */
  order: string;
  /** Two groups: what waits for us, and what waits for them. */
  isGrouped?: true;
}

/** Each tab is a filter that everybody has. */
export const TABS = {
  open: { title: "All open", filter: "is:open", order: "Due first", isGrouped: true },
  mine: { title: "Mine", filter: "is:open assignee:@me", order: "Due first", isGrouped: true },
  unassigned: { title: "Unassigned", filter: "is:open no:assignee", order: "Due first", isGrouped: true },
  snoozed: { title: "Snoozed", filter: "state:snoozed", order: "Next to return" },
  closed: { title: "Closed", filter: "state:closed", order: "Newest first" },
  spam: { title: "Spam", filter: "state:spam", order: "Newest first" },
} satisfies Record<string, Tab>;

export type TabKey = keyof typeof TABS;

export const tabOf = ({ tab }: InboxSearch): TabKey => (tab !== undefined && Object.hasOwn(TABS, tab) ? (tab as TabKey) : "open");

/** What the service is asked for: the filter of the tab, the channel, and what was typed. A queue's filter is whole. */
export const wholeFilter = (search: InboxSearch) => (search.queue ? (search.filter ?? "").trim() : tabFilter(search));

const tabFilter = (search: InboxSearch) =>
  [TABS[tabOf(search)].filter, search.channel && `channel:${search.channel}`, asOne(search.filter?.trim())].filter(Boolean).join(" ");

/** The tab goes for both sides of an OR. Without one there are no parentheses: words are found by their index where they stand alone. */
const asOne = (filter: string | undefined) => (filter && /\bOR\b/.test(filter) ? `(${filter})` : filter);

const SORTS: Record<Sort, string> = { newest: "Newest first", oldest: "Oldest first" };

/** The orders to choose from: the tab's own, and those by the last message that differ from it. */
export function sortsOf(search: InboxSearch): { sort: Sort | undefined; title: string }[] {
  const { order } = TABS[tabOf(search)];
  const others = (Object.keys(SORTS) as Sort[]).filter((sort) => SORTS[sort] !== order);
  return [{ sort: undefined, title: order }, ...others.map((sort) => ({ sort, title: SORTS[sort] }))];
}

/** Two groups have no order in common but their own. Of a queue it also depends on what it lists. */
export function isGrouped(search: InboxSearch): boolean {
  const tab: Tab = TABS[tabOf(search)];
  return tab.isGrouped === true && search.sort === undefined;
}
