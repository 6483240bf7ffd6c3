import * as events from "@kith/server/features/records/events";
import { IconArrowBackUp } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";
import { types } from "../types/index.ts";

export const routes = {
  "/profile/changes": createRoute({
    ...member,
    path: "/profile/changes",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./changes/changes-page.tsx"), "ChangesPage"),
  }),
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
  navigation: [{ to: "/profile/changes", title: "My changes", icon: IconArrowBackUp, letter: "u", order: 65, place: "account" }],
  tabs: [{ area: "Profile", to: "/profile/changes", title: "My changes", icon: IconArrowBackUp, order: 15 }],
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
  // Records are followed one by one, by the frame.
  refreshes: [
    {
      on: ["record", "note", "activity", "file", "lead", "duplicate", "conversation", "message"],
      queries: ["records.operations", "records.checkUndo"],
    },
  ],
  frame: async () => (await import("./frame/frame.tsx")).frame,
});
