import * as events from "@kith/server/features/greetings/events";
import { IconMoodSmile } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";

export const routes = {
  "/greetings": createRoute({
    ...member,
    path: "/greetings",
    component: lazyRouteComponent(() => import("./greetings-page.tsx"), "GreetingsPage"),
  }),
};

export const feature = defineFeature({
  navigation: [{ to: "/greetings", title: "Greetings", icon: IconMoodSmile, letter: "g", order: 90, place: "top" }],
  events,
  refreshes: [{ on: ["greeting"], queries: ["greetings."] }],
});
