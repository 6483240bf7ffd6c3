import * as events from "@kith/server/features/sessions/events";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { gate, textIn } from "../../routes.ts";

export const routes = {
  "/sign-in": createRoute({
    ...gate,
    path: "/sign-in",
    validateSearch: (search): { next?: string } => textIn(search, "next"),
    component: lazyRouteComponent(() => import("./sign-in-page.tsx"), "SignInPage"),
  }),
};

export const feature = defineFeature({ events, refreshes: [{ on: ["session"], queries: ["sessions."] }] });
