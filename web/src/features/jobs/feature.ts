import * as events from "@kith/server/features/jobs/events";
import { IconClockExclamation } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";

export const routes = {
  "/company/jobs": createRoute({
    ...member,
    path: "/company/jobs",
    component: lazyRouteComponent(() => import("./failed-jobs-page.tsx"), "FailedJobsPage"),
  }),
};

export const feature = defineFeature({
  tabs: [{ area: "Company", to: "/company/jobs", title: "Background jobs", icon: IconClockExclamation, order: 60, isForAdmins: true }],
  commands: [
    {
      group: "Go to",
      label: "Background jobs",
      also: "failed queue worker retry",
      icon: IconClockExclamation,
      link: linkOptions({ to: "/company/jobs" }),
      isForAdmins: true,
    },
  ],
  events,
  refreshes: [{ on: ["job"], queries: ["jobs."] }],
});
