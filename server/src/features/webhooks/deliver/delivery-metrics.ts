import { Counter, Gauge, type Registry } from "prom-client";
import { STATES } from "../operations.ts";
import type { StateCount } from "./leases.ts";

export interface DeliveryMetrics {
  sent(isDelivered: boolean): void;
  inFlight(count: number): void;
  set(states: StateCount[]): void;
}

const known = new WeakMap<Registry, DeliveryMetrics>();

/** Workers of one process count together: a registry has each metric once. */
export function deliveryMetrics(registry: Registry): DeliveryMetrics {
  const metrics = known.get(registry) ?? createDeliveryMetrics(registry);
  known.set(registry, metrics);
  return metrics;
}

function createDeliveryMetrics(registry: Registry): DeliveryMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: "kith_webhooks_requests_total",
    help: "Messages sent to endpoints, by what became of them",
    labelNames: ["outcome"],
    registers,
  });
  const inFlight = new Gauge({ name: "kith_webhooks_in_flight", help: "Requests to endpoints that are under way", registers });
  const webhooks = new Gauge({ name: "kith_webhooks", help: "Webhooks by state", labelNames: ["state"], registers });
  const oldest = new Gauge({
    name: "kith_webhooks_behind_seconds",
    help: "How long the longest waiting webhook has had something to send, by state",
    labelNames: ["state"],
    registers,
  });
  return {
    sent: (isDelivered) => requests.inc({ outcome: isDelivered ? "delivered" : "failed" }),
    inFlight: (count) => inFlight.set(count),
    set(states) {
      for (const state of STATES) {
        const found = states.find((one) => one.state === state);
        webhooks.set({ state }, found?.count ?? 0);
        oldest.set({ state }, found?.behind ?? 0);
      }
    },
  };
}
