import type { FilterError } from "@kith/filter";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ApiError } from "../../api.ts";
import type { FilterLanguage } from "./language.ts";

const FRESH_MS = 60_000;

/** How many records match a filter, exact to a thousand. */
export const countQuery = (type: string, filter: string) =>
  queryOptions({
    queryKey: ["records.count", { type, filter }],
    queryFn: async ({ signal }) => {
      const { count } = await api.call("records.list", { type, limit: 1, fields: ["name"], ...(filter ? { filter } : {}) }, { signal });
      return count;
    },
    staleTime: FRESH_MS,
  });

/** What only the service can tell about a filter: whether the records exist that it means by name. Most filters mean none. */
export function useRefusal(type: string, filter: string, language: FilterLanguage | undefined): readonly FilterError[] {
  const checked = language?.check(filter);
  const hasNames = checked?.ok === true && checked.names.length > 0;
  const { error } = useQuery({ ...countQuery(type, filter), enabled: hasNames });
  return hasNames && error instanceof ApiError && error.code === "bad_filter" ? error.parts : NOTHING;
}
const NOTHING: readonly FilterError[] = [];

/** A filter text with one more condition that must hold, too. */
export const narrowed = (filter: string, condition: string) => (filter.trim() === "" ? condition : `(${filter.trim()}) ${condition}`);

/** Tells which types a filter looks at. It needs the filter language, which is fetched when it is first needed. */
export const loadFilterReach = () => import("./filter-reach.ts");

/** What is in the trash. */
export const TRASH = "is:deleted";

/** Whether a filter shows only what is in the trash. By its words, because the language itself is fetched later than the list. */
export const showsTrash = (filter: string) => !/[()]|\bor\b/i.test(filter) && filter.trim().split(/\s+/).includes(TRASH);
