import { formats } from "../../ui/formats.ts";
import { readFilter, typesReached } from "@kith/filter";
import { filterSchema } from "@kith/server/features/types/filter-schema";
import type { QueryClient } from "@tanstack/react-query";
import { everyone } from "../members/index.ts";
import { types } from "../types/index.ts";

/** Whether a filter of one type looks at records of another. What cannot be told counts as yes: one look too many does no harm. */
export function looksAt(client: QueryClient, type: string, filter: string, other: string): boolean {
  const schemas = new Map(client.getQueryData(types.queryKey)?.items.map((one) => [one.key, filterSchema(one)]));
  const people = client.getQueryData(everyone.queryKey) ?? [];
  const read = readFilter(filter, { type, lookup: (key) => schemas.get(key), people, formats: formats() });
  return !read.ok || typesReached(read.checked).has(other);
}
