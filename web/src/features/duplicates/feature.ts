import * as events from "@kith/server/features/duplicates/events";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";
import { types } from "../types/index.ts";

export const routes = {
  "/records/$type/duplicates": createRoute({
    ...member,
    path: "/records/$type/duplicates",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./duplicates-page.tsx"), "DuplicatesPage"),
  }),
};

export const feature = defineFeature({
  shortcuts: [
    {
      title: "Among duplicates",
      keys: { j: "Next pair", k: "Previous pair", m: "Merge the pair", x: "Not a duplicate" },
    },
  ],
  events,
  refreshes: [{ on: ["duplicate"], queries: ["duplicates."] }],
  frame: async () => ({ useCommands: (await import("./commands.ts")).useDuplicateCommands }),
});
