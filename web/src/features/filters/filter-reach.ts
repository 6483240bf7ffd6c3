import { formats } from "../../ui/formats.ts";
import { type CheckedNode, readFilter, typesReached } from "@kith/filter";
import { filterSchema } from "@kith/server/features/types/filter-schema";
import type { QueryClient } from "@tanstack/react-query";
import { everyone } from "../members/index.ts";
import { types } from "../types/index.ts";

/** Whether a filter of one type looks at records of another. What cannot be told counts as yes: one look too many does no harm. */
export function looksAt(client: QueryClient, type: string, filter: string, other: string): boolean {
  const read = readFor(client, type, filter);
  return !read.ok || typesReached(read.checked).has(other);
}

/** Whether other values of these fields, of records of `other`, can change what a filter finds. */
export function dependsOn(client: QueryClient, type: string, filter: string, other: string, fields: readonly string[]): boolean {
  const read = readFor(client, type, filter);
  if (!read.ok) return true;
  const changed = client.getQueryData(types.queryKey)?.items.find(({ key }) => key === other);
  // From the other end a relation has another name.
  const isLink = fields.some((key) => changed?.fields.find((field) => field.key === key)?.relation);
  const isOne = (of: string, key: string) => of === other && fields.includes(key);
  const depends = (node: CheckedNode, of: string): boolean => {
    if ("nodes" in node) return node.nodes.some((one) => depends(one, of));
    if (node.kind === "not") return depends(node.node, of);
    if (node.kind === "text") return of === other;
    if (node.kind === "deleted") return false;
    if (node.kind === "count") return true;
    const through = node.field.relation?.type;
    if (isOne(of, node.field.key) || (isLink && through === other)) return true;
    return node.kind === "any" && node.node !== undefined && through !== undefined && depends(node.node, through);
  };
  return depends(read.checked, type);
}

function readFor(client: QueryClient, type: string, filter: string) {
  const schemas = new Map(client.getQueryData(types.queryKey)?.items.map((one) => [one.key, filterSchema(one)]));
  const people = client.getQueryData(everyone.queryKey) ?? [];
  return readFilter(filter, { type, lookup: (key) => schemas.get(key), people, formats: formats() });
}
