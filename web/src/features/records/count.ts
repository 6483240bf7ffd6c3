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
