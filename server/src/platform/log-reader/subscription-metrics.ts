import { Counter, Gauge, type Registry } from "prom-client";
import type { Health } from "./subscribers.ts";

export interface SubscriptionMetrics {
  handled(subscriber: string, events: number): void;
  failed(subscriber: string): void;
  set(health: Health[]): void;
}

export function createSubscriptionMetrics(registry: Registry): SubscriptionMetrics {
  const shared = { labelNames: ["subscriber" as const], registers: [registry] };
  const events = new Counter({ name: "kith_subscriptions_events_total", help: "Events that a subscriber handled", ...shared });
  const failures = new Counter({
    name: "kith_subscriptions_failures_total",
    help: "Batches that a subscriber failed to handle",
    ...shared,
  });
  const behind = new Gauge({
    name: "kith_subscriptions_behind_seconds",
    help: "How long the longest waiting company of a subscriber has been waiting",
    ...shared,
  });
  const parked = new Gauge({ name: "kith_subscriptions_parked", help: "Companies in which a subscriber gave up", ...shared });
  return {
    handled: (subscriber, count) => events.inc({ subscriber }, count),
    failed: (subscriber) => failures.inc({ subscriber }),
    set(health) {
      for (const one of health) {
        behind.set({ subscriber: one.subscriber }, one.behind);
        parked.set({ subscriber: one.subscriber }, one.parked);
      }
    },
  };
}
