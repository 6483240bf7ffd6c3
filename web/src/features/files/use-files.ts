import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";

const PAGE = 50;

/** The files of a record as one growing list, the latest first, and how many there are in all. */
export const useFiles = (id: string) =>
  useInfiniteQuery({
    queryKey: ["records.files", { id }],
    queryFn: ({ pageParam, signal }) =>
      api.call("records.files", { id, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: ({ pages }) => ({ items: pages.flatMap((page) => page.items), count: pages[0]?.count ?? 0 }),
  });
