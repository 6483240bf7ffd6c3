import type { OperationName, OutputOf } from "@kith/server/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, ApiError } from "../../api.ts";
import { read, useRows } from "../../calls.ts";
import { wholeText } from "../../ui/formats.ts";
import { type InboxSearch, wholeFilter } from "./search.ts";

/** As the lists show it. The channels of this version are the kinds that there are. */
export type Conversation = OutputOf<"inbox.list">["items"][number];
/** As its page shows it: also with the records it is about. */
export type WholeConversation = OutputOf<"inbox.get">;
/** Another conversation with the same person. */
export type Other = OutputOf<"inbox.listOthers">["items"][number];
export type Message = OutputOf<"inbox.messages">["items"][number];

/** What a change of a conversation makes stale. */
export const LISTS: OperationName[] = ["inbox.list", "inbox.counts", "inbox.get"];
/** What another message makes stale. */
export const CONVERSATION: OperationName[] = [...LISTS, "inbox.messages"];

/** What a queue lists is known when its filter is. */
export const useConversations = (search: InboxSearch, isKnown: boolean) =>
  useRows("inbox.list", { filter: wholeFilter(search), ...(search.sort ? { sort: search.sort } : {}) }, { enabled: isKnown });
export type ConversationRows = ReturnType<typeof useConversations>;

export const useCounts = () => useQuery(read("inbox.counts", {}));

export const useReplyTimes = () => useQuery(read("inbox.replyTimes", {}));

export type Counts = OutputOf<"inbox.counts">;

/** What waits, for the link to the inbox: "4 due". */
export function useWaiting(): string | undefined {
  const { data: counts } = useCounts();
  if (!counts || counts.to_answer === 0) return undefined;
  return `${wholeText(counts.to_answer)}${counts.is_exact ? "" : "+"} due`;
}

/** One conversation. What a list knows of it is shown until the whole is there. */
export const useConversation = (id: string, row: Conversation | undefined) =>
  useQuery({
    ...read("inbox.get", { id }),
    placeholderData: row && { ...row, records: [], may_share: false, goal_minutes: null, answer_to: [], free_text_until: null },
  });

/** It is not there, or not for whoever asks. */
export const isGone = (error: Error | null) => error instanceof ApiError && error.status === 404;

const MESSAGES = 20;

/** The messages of a conversation, oldest first. The service gives the newest page first. */
export const useMessages = (id: string) =>
  useInfiniteQuery({
    queryKey: ["inbox.messages", { id }],
    queryFn: ({ pageParam, signal }) => api.call("inbox.messages", { id, limit: MESSAGES, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    select: (data) => data.pages.flatMap((page) => page.items).toReversed(),
  });

export type MessageRows = ReturnType<typeof useMessages>;
