import * as events from "@kith/server/features/members/events";
import { IconUserCircle, IconUsers } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { gate, member } from "../../routes.ts";

export const routes = {
  "/profile": createRoute({
    ...member,
    path: "/profile",
    component: lazyRouteComponent(() => import("./account-page.tsx"), "AccountPage"),
  }),
  "/verify-email": createRoute({
    ...gate,
    path: "/verify-email",
    component: lazyRouteComponent(() => import("./verify-page.tsx"), "VerifyPage"),
  }),
  "/company/members": createRoute({
    ...member,
    path: "/company/members",
    validateSearch: (search): { invite?: true } => (search["invite"] ? { invite: true } : {}),
    component: lazyRouteComponent(() => import("./members-page.tsx"), "MembersPage"),
  }),
};

export const feature = defineFeature({
  navigation: [{ to: "/profile", title: "Profile", icon: IconUserCircle, letter: "p", order: 60, place: "account" }],
  tabs: [
    { area: "Profile", to: "/profile", title: "Account", icon: IconUserCircle, order: 10 },
    { area: "Company", to: "/company/members", title: "Members", icon: IconUsers, order: 20 },
  ],
  commands: [{ group: "Go to", label: "Members", also: "people team", icon: IconUsers, link: linkOptions({ to: "/company/members" }) }],
  events,
  frame: async () => ({ Banner: (await import("./account-notices.tsx")).AccountNotices }),
  refreshes: [{ on: ["member", "password"], queries: ["members."] }],
});
