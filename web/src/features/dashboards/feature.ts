import * as events from "@kith/server/features/dashboards/events";
import { IconLayoutDashboard } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member, needSession } from "../../routes.ts";
import { samples } from "../samples/index.ts";
import { types } from "../types/index.ts";
import { readDashboardSearch } from "./dashboard-search.ts";

export const routes = {
  "/": createRoute({
    ...member,
    path: "/",
    beforeLoad: async (arrival): Promise<void> => {
      await needSession(arrival);
      throw redirect({ to: "/dashboard", replace: true });
    },
  }),
  "/dashboard": createRoute({
    ...member,
    path: "/dashboard",
    validateSearch: readDashboardSearch,
    loader: ({ context }) => Promise.all([context.client.ensureQueryData(types), context.client.ensureQueryData(samples)]),
    component: lazyRouteComponent(() => import("./start-page.tsx"), "StartPage"),
  }),
};

export const feature = defineFeature({
  navigation: [{ to: "/dashboard", title: "Dashboard", icon: IconLayoutDashboard, letter: "h", order: 10, place: "top", isOnPhone: true }],
  shortcuts: [{ title: "On a dashboard", keys: { n: "Add a widget" } }],
  events,
  refreshes: [
    { on: ["dashboard", "widget"], queries: ["dashboards."] },
    { on: ["record", "note", "activity", "file"], queries: ["dashboards."], isSlow: true },
  ],
});
