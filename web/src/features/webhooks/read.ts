import type { OutputOf } from "@kith/server/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";

// Deliveries write no events, so nothing tells the page about them.
export const POLL_MS = 3_000;

/** One webhook with its health, read again while it is on the page. */
export const useWebhook = (id: string) => useQuery({ ...read("webhooks.get", { id }), staleTime: 0, refetchInterval: POLL_MS });

export const useDelivery = (id: string, event: string) =>
  useQuery({ ...read("webhooks.getDelivery", { id, event }), staleTime: 0, refetchInterval: POLL_MS });

/** The types of events, with a sample each. They are part of the program: the answer never changes. */
export const eventTypes = { ...read("webhooks.eventTypes", {}), staleTime: Number.POSITIVE_INFINITY };

export type SentMessage = OutputOf<"webhooks.getDelivery">;
