import type { OutputOf } from "@kith/server/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

export type Member = OutputOf<"members.list">["items"][number];

const PAGE = 100;
const FRESH_MS = 5 * 60_000;

/** All members of the company, also disabled ones: a filter may name any of them. */
export const everyone = queryOptions({
  queryKey: ["members.list", "everyone"],
  queryFn: async ({ signal }) => {
    const people: Member[] = [];
    let cursor: string | undefined;
    do {
      const page = await api.call("members.list", { limit: PAGE, ...(cursor ? { cursor } : {}) }, { signal });
      people.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    return people;
  },
  staleTime: FRESH_MS,
});
