import * as events from "@kith/server/features/passwords/events";
import { IconLock } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { gate, member } from "../../routes.ts";

export const routes = {
  "/forgot-password": createRoute({
    ...gate,
    path: "/forgot-password",
    component: lazyRouteComponent(() => import("./forgot-page.tsx"), "ForgotPage"),
  }),
  "/reset-password": createRoute({
    ...gate,
    path: "/reset-password",
    component: lazyRouteComponent(() => import("./reset-page.tsx"), "ResetPage"),
  }),
  "/profile/security": createRoute({
    ...member,
    path: "/profile/security",
    component: lazyRouteComponent(() => import("./security-page.tsx"), "SecurityPage"),
  }),
};

export const feature = defineFeature({
  tabs: [{ area: "Profile", to: "/profile/security", title: "Security", icon: IconLock, order: 20 }],
  commands: [
    { group: "Go to", label: "Security", also: "password sessions", icon: IconLock, link: linkOptions({ to: "/profile/security" }) },
  ],
  events,
});
