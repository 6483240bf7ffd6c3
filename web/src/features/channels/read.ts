import type { OperationName } from "@kith/server/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";

// What arrives writes no event of the channel, so nothing tells the page about it.
export const POLL_MS = 5_000;

export const useChannel = (id: string) => useQuery({ ...read("channels.get", { id }), staleTime: 0, refetchInterval: POLL_MS });

export const REFRESHED: OperationName[] = ["channels.get", "channels.list", "channels.session", "channels.listItems"];
