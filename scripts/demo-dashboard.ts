import { DAY_MS } from "../server/src/kernel/clock.ts";
import type { Call } from "./demo-records.ts";

const GOAL = 1_000_000;

/** The team's goal for the quarter, on the dashboard that the company started with. */
export const demoDashboard = (call: Call) => [
  {
    agoMs: 371 * DAY_MS,
    async run() {
      const { items } = await call("dashboards.list", {});
      const { widgets } = await call("dashboards.get", { id: items[0]?.id ?? "" });
      const won = widgets.find(({ title }) => title === "Won");
      if (won) await call("dashboards.updateWidget", { ...won, period: "quarter", goal: GOAL });
    },
  },
];
