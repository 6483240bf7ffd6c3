import * as events from "@kith/server/features/invitations/events";
import { IconUserPlus } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { gate } from "../../routes.ts";

export const routes = {
  "/join": createRoute({
    ...gate,
    path: "/join",
    component: lazyRouteComponent(() => import("./join-page.tsx"), "JoinPage"),
  }),
};

export const feature = defineFeature({
  commands: [
    {
      group: "Do",
      label: "Invite someone",
      also: "member teammate add",
      icon: IconUserPlus,
      link: linkOptions({ to: "/company/members", search: { invite: true } }),
      isForAdmins: true,
    },
  ],
  events,
  refreshes: [{ on: ["invitation"], queries: ["invitations."] }],
});
