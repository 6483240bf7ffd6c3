import * as events from "@kith/server/features/notifications/events";
import { IconBell } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";
import { useNew } from "./read.ts";

export const routes = {
  "/notifications": createRoute({
    ...member,
    path: "/notifications",
    component: lazyRouteComponent(() => import("./notifications-page.tsx"), "NotificationsPage"),
  }),
};

export const feature = defineFeature({
  navigation: [{ to: "/notifications", title: "Notifications", icon: IconBell, letter: "n", order: 17, place: "top", useNote: useNew }],
  events,
  refreshes: [
    { on: ["notification"], queries: ["notifications."] },
    // Its words are made when it is read: a name that changed, a record in the trash, a channel somebody no longer sees.
    { on: ["record", "channel", "conversation"], queries: ["notifications."], isSlow: true },
  ],
});
