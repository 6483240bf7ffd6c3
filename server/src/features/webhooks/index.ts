export { createDeliveryMetrics } from "./deliver/delivery-metrics.ts";
export { startDelivering } from "./deliver/start-delivering.ts";
