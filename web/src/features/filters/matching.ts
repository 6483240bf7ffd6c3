import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

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

/** A filter text with one more condition that must hold, too. */
export const narrowed = (filter: string, condition: string) => (filter.trim() === "" ? condition : `(${filter.trim()}) ${condition}`);

/** Tells which types a filter looks at. It needs the filter language, which is fetched when it is first needed. */
export const loadFilterReach = () => import("./filter-reach.ts");
