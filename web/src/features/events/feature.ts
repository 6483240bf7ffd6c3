import * as events from "@kith/server/features/events/events";
import { IconActivity } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member, textIn } from "../../routes.ts";

export const routes = {
  "/company/activity": createRoute({
    ...member,
    path: "/company/activity",
    validateSearch: (search): { actor?: string; type?: string } => ({ ...textIn(search, "actor"), ...textIn(search, "type") }),
    component: lazyRouteComponent(() => import("./activity-page.tsx"), "ActivityPage"),
  }),
};

export const feature = defineFeature({
  tabs: [{ area: "Company", to: "/company/activity", title: "Activity", icon: IconActivity, order: 50, isForAdmins: true }],
  commands: [
    {
      group: "Go to",
      label: "Activity",
      also: "log audit events",
      icon: IconActivity,
      link: linkOptions({ to: "/company/activity" }),
      isForAdmins: true,
    },
  ],
  events,
  refreshes: [{ on: ["*"], queries: ["events."] }],
});
