import * as events from "@kith/server/features/calendar-feed/events";
import { IconCalendarShare } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";

export const routes = {
  "/profile/calendar": createRoute({
    ...member,
    path: "/profile/calendar",
    component: lazyRouteComponent(() => import("./calendar-page.tsx"), "CalendarPage"),
  }),
};

export const feature = defineFeature({
  tabs: [{ area: "Profile", to: "/profile/calendar", title: "Calendar", icon: IconCalendarShare, order: 40 }],
  commands: [
    {
      group: "Go to",
      label: "Tasks in your calendar",
      also: "ics ical google outlook apple feed subscribe",
      icon: IconCalendarShare,
      link: linkOptions({ to: "/profile/calendar" }),
    },
  ],
  events,
  refreshes: [{ on: ["calendar_feed"], queries: ["calendarFeed."] }],
});
