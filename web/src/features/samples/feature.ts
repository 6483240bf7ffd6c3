import * as events from "@kith/server/features/samples/events";
import { defineFeature } from "../../manifest.ts";
import { isBeginning } from "./samples.ts";

export const routes = {};

export const feature = defineFeature({
  events,
  refreshes: [
    { on: ["sample"], queries: ["samples."] },
    // Whether there are records at all is a question only while there are few; later it would be asked for nothing.
    { on: ["record", "note"], queries: ["samples.get"], isSlow: true, isStale: isBeginning },
  ],
  frame: async () => ({ SidebarFoot: (await import("./sample-line.tsx")).SampleLine }),
});
