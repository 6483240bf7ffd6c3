import type { Registry } from "prom-client";
import type { RunningWork, Working } from "../../kernel/feature.ts";
import { deliveryMetrics } from "./deliver/delivery-metrics.ts";
import type { DeliveryNeeds } from "./deliver/delivery.ts";
import { startDelivering } from "./deliver/start-delivering.ts";

type Needs = Omit<DeliveryNeeds, keyof Working | "metrics"> & { metrics: { registry: Registry } };

export const webhookWorkers = (needs: Needs, working: Working): RunningWork[] => [
  startDelivering({ ...needs, ...working, metrics: deliveryMetrics(needs.metrics.registry) }),
];
