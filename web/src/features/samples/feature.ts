import * as events from "@kith/server/features/samples/events";
import { defineFeature } from "../../manifest.ts";
import { isBeginning } from "./samples.ts";

export const routes = {};

export const feature = defineFeature({
  events,
  refreshes: [
    { on: ["sample"], queries: ["samples."] },
    // Whether there are any records can only change while there are few, so later events need no read.
    { on: ["record", "note"], queries: ["samples.get"], isSlow: true, isStale: isBeginning },
  ],
  frame: async () => ({ SidebarFoot: (await import("./sample-line.tsx")).SampleLine }),
});
