import type { OutputOf } from "@kith/server/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../calls.ts";

type FoundRecord = OutputOf<"records.search">["items"][number];

const TYPING_MS = 80;
const MAX_SHOWN = 8;

interface Found {
  records: FoundRecord[];
  /** There is something to look for: a letter or a digit. */
  isAsked: boolean;
  /** The records are not those of the query yet. */
  isLooking: boolean;
  error: Error | null;
  retry: () => void;
}

/** Records of every type as one types. Those found before stay until the new ones are there. */
export function useFoundRecords(query: string): Found {
  const text = /[\p{L}\p{N}]/u.test(query) ? query.trim() : "";
  // The first letter is asked at once; the next ones when the typing pauses.
  const [asked] = useDebouncedValue(text, TYPING_MS, { leading: true });
  const wanted = text === "" ? "" : asked;
  const search = useQuery({
    ...read("records.search", { query: wanted || "-", limit: MAX_SHOWN }),
    enabled: wanted !== "",
    // Of the same name being typed, that is: what was found for another is no help.
    placeholderData: (before, of) => (isPart(String(of?.meta?.["query"]), wanted) ? before : undefined),
    meta: { query: wanted },
    // Asked anew every time: what was added a moment ago is found.
    gcTime: 0,
  });
  const isCurrent = wanted === text && !search.isFetching;
  return {
    records: text === "" ? [] : (search.data?.items ?? []),
    isAsked: text !== "",
    isLooking: text !== "" && !isCurrent,
    error: text !== "" && isCurrent ? search.error : null,
    retry: () => void search.refetch(),
  };
}

const isPart = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);
