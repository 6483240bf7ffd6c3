import type { Pool } from "pg";
import { Gauge, type Registry } from "prom-client";

/** How a node's connections are used, counted when it is asked. `waiting` counts calls without a connection. */
export function createPoolMetrics(registry: Registry, pools: Record<string, Pool>): void {
  const connections = new Gauge({
    name: "kith_database_connections",
    help: "Connections to the database by state, and calls that wait for one",
    labelNames: ["pool", "state"],
    registers: [],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: "busy" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
  registry.registerMetric(connections);
}
