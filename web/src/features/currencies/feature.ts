import * as events from "@kith/server/features/currencies/events";
import { IconCoins } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";

export const routes = {
  "/company/currencies": createRoute({
    ...member,
    path: "/company/currencies",
    component: lazyRouteComponent(() => import("./currencies-page.tsx"), "CurrenciesPage"),
  }),
};

export const feature = defineFeature({
  tabs: [{ area: "Company", to: "/company/currencies", title: "Currencies", icon: IconCoins, order: 35 }],
  commands: [
    {
      group: "Go to",
      label: "Currencies",
      also: "rates exchange money",
      icon: IconCoins,
      link: linkOptions({ to: "/company/currencies" }),
    },
  ],
  events,
  refreshes: [{ on: ["rate"], queries: ["currencies.", "records.", "dashboards."] }],
});
