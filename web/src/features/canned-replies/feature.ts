import * as events from "@kith/server/features/canned-replies/events";
import { IconMessage2Bolt } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";

export const routes = {
  "/company/canned-replies": createRoute({
    ...member,
    path: "/company/canned-replies",
    component: lazyRouteComponent(() => import("./canned-replies-page.tsx"), "CannedRepliesPage"),
  }),
};

export const feature = defineFeature({
  tabs: [{ area: "Company", to: "/company/canned-replies", title: "Canned replies", icon: IconMessage2Bolt, order: 37 }],
  commands: [
    {
      group: "Go to",
      label: "Canned replies",
      also: "templates macros snippets texts",
      icon: IconMessage2Bolt,
      link: linkOptions({ to: "/company/canned-replies" }),
    },
  ],
  events,
  refreshes: [{ on: ["canned_reply"], queries: ["cannedReplies."] }],
});
