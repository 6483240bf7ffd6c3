import * as events from "@kith/server/features/records/events";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";
import { types } from "../types/index.ts";

export const routes = {
  "/records/$type/$id": createRoute({
    ...member,
    path: "/records/$type/$id",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./record-page.tsx"), "RecordPage"),
  }),
  "/records/$type/trash": createRoute({
    ...member,
    path: "/records/$type/trash",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./trash-page.tsx"), "TrashPage"),
  }),
};

export const feature = defineFeature({
  shortcuts: [
    {
      title: "On a record",
      keys: {
        j: "Next record of the list",
        k: "Previous record of the list",
        t: "Write a note",
        c: "Log a call",
        "mod b": "Bold, in a note",
        "mod i": "Italic, in a note",
        "mod k": "Link, in a note",
        "mod ↵": "Add the note",
      },
    },
  ],
  events,
  // No `refreshes`: records are followed one by one, by the frame.
  frame: async () => (await import("./frame/frame.tsx")).frame,
});
