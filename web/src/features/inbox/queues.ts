import { type SavedView, useViews } from "../views/index.ts";
import { type InboxSearch, type Sort, wholeFilter } from "./search.ts";

/** What views of conversations are saved as. */
const CONVERSATION = "conversation";

export const useQueues = () => useViews(CONVERSATION);

/** The address of a queue, with its filter: the link works for people who cannot see the queue. */
export const searchOf = ({ id, filter, sort }: SavedView): InboxSearch => ({ queue: id, filter, ...sortIn(sort) });

const sortIn = (sort: string): { sort?: Sort } => (sort === "newest" || sort === "oldest" ? { sort } : {});

/** A link that only names a queue means what is saved in it. */
export function withQueue(search: InboxSearch, queues: SavedView[] | undefined): InboxSearch {
  const saved = queues?.find(({ id }) => id === search.queue);
  return saved && search.filter === undefined ? { ...searchOf(saved), ...search } : search;
}

/** What is listed now, as a queue keeps it. */
export const queueToSave = (search: InboxSearch) => ({ type: CONVERSATION, filter: wholeFilter(search), sort: search.sort ?? "" });

export const isChanged = (search: InboxSearch, { filter, sort }: SavedView) =>
  wholeFilter(search) !== filter || (search.sort ?? "") !== sort;
