import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "@kith/server/contract";
import { read, useRows } from "../../calls.ts";

export type Destination = OutputOf<"leadSending.getDestination">;
export type Delivery = OutputOf<"leadSending.getDelivery">["delivery"];

// What is sent, and how full a cap is, is written by the worker. Not all of it is announced.
export const POLL_MS = 3_000;

export const rulesQuery = read("leadSending.getRules", {});

export const useRules = () => useQuery(rulesQuery);

/** A company has at most 50, which is one page. */
export const useDestinations = () => useRows("leadSending.listDestinations", {});

export const useDestinationName = () => {
  const { data = [] } = useDestinations();
  return (id: string) => data.find((one) => one.id === id)?.name;
};

export const useRuleCount = () => useRules().data?.rules.length;

export const useDestinationCount = () => useDestinations().data?.length;
