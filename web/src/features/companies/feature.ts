import * as events from "@kith/server/features/companies/events";
import { IconBuildingCommunity } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { gate, member } from "../../routes.ts";

export const routes = {
  "/sign-up": createRoute({
    ...gate,
    path: "/sign-up",
    component: lazyRouteComponent(() => import("./sign-up-page.tsx"), "SignUpPage"),
  }),
  "/finish-sign-up": createRoute({
    ...gate,
    path: "/finish-sign-up",
    component: lazyRouteComponent(() => import("./finish-page.tsx"), "FinishPage"),
  }),
  "/company": createRoute({
    ...member,
    path: "/company",
    component: lazyRouteComponent(() => import("./general-page.tsx"), "GeneralPage"),
  }),
};

export const feature = defineFeature({
  navigation: [{ to: "/company", title: "Company", icon: IconBuildingCommunity, letter: "m", order: 30, place: "bottom" }],
  tabs: [{ area: "Company", to: "/company", title: "General", icon: IconBuildingCommunity, order: 10 }],
  events,
  refreshes: [{ on: ["company"], queries: ["companies.", "members.", "types."] }],
});
