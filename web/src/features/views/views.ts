import type { OutputOf } from "@kith/server/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";

export type SavedView = OutputOf<"views.list">["items"][number];

const FRESH_MS = 60_000;

const viewsOf = (type: string) => ({ ...read("views.list", { type }), staleTime: FRESH_MS });

/** The views of a type: one's own and those shared with everyone, in their order. Undefined until they are known. */
export const useViews = (type: string): SavedView[] | undefined => useQuery(viewsOf(type)).data?.items;
