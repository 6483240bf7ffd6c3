import * as events from "@kith/server/features/notifications/events";
import { IconBell } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";
import { useNew } from "./read.ts";

export const routes = {
  "/notifications": createRoute({
    ...member,
    path: "/notifications",
    component: lazyRouteComponent(() => import("./notifications-page.tsx"), "NotificationsPage"),
  }),
  "/profile/notifications": createRoute({
    ...member,
    path: "/profile/notifications",
    component: lazyRouteComponent(() => import("./mail-page.tsx"), "NotificationMailPage"),
  }),
};

export const feature = defineFeature({
  navigation: [{ to: "/notifications", title: "Notifications", icon: IconBell, letter: "n", order: 17, place: "top", useNote: useNew }],
  tabs: [{ area: "Profile", to: "/profile/notifications", title: "Notifications", icon: IconBell, order: 22 }],
  commands: [
    {
      group: "Go to",
      label: "Notifications by email",
      also: "mail digest daily unsubscribe",
      icon: IconBell,
      link: linkOptions({ to: "/profile/notifications" }),
    },
  ],
  events,
  // Not on every change of a record: its words are made when the page is opened, and each open page would ask again.
  refreshes: [{ on: ["notification"], queries: ["notifications."] }],
});
