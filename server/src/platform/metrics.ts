import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { createJobMetrics, type JobMetrics } from "./jobs/metrics.ts";

/**
 * How often the delay of the event loop is measured, for metrics and for overload. A turn that takes longer is seen at any pace; every 10 ms, as is
 * usual, an idle process used half a percent of a core for it (npm run bench:idle).
 */
const LOOP_LOOK_EVERY_MS = 50;

export interface Metrics {
  /** For parts of the platform that register metrics of their own. */
  registry: Registry;
  contentType: string;
  text(): Promise<string>;
  observe(operation: string, surface: string, outcome: string, seconds: number): void;
  countStreams(count: number): void;
  jobs: JobMetrics;
}

interface Build {
  version: string;
  revision: string;
}

export function createMetrics(build: Build = { version: "dev", revision: "unknown" }): Metrics {
  const registry = new Registry();
  new Gauge({
    name: "kith_build_info",
    help: "What runs here; always 1",
    labelNames: ["version", "revision", "node"],
    registers: [registry],
  }).set({ ...build, node: process.version }, 1);
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LOOK_EVERY_MS });
  const calls = new Counter({
    name: "kith_calls_total",
    help: "Operations performed",
    labelNames: ["operation", "surface", "outcome"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "kith_call_seconds",
    help: "Time an operation took",
    labelNames: ["operation"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const streams = new Gauge({ name: "kith_live_streams", help: "Open live streams of browsers", registers: [registry] });
  return {
    registry,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observe(operation, surface, outcome, took) {
      calls.inc({ operation, surface, outcome });
      seconds.observe({ operation }, took);
    },
    countStreams: (count) => streams.set(count),
    jobs: createJobMetrics(registry),
  };
}
