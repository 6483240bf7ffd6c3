import * as events from "@kith/server/features/types/events";
import { IconDatabase } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";
import { readDataModelSearch } from "./data-model-search.ts";

export const routes = {
  "/company/data-model": createRoute({
    ...member,
    path: "/company/data-model",
    validateSearch: readDataModelSearch,
    component: lazyRouteComponent(() => import("./data-model-page.tsx"), "DataModelPage"),
  }),
};

export const feature = defineFeature({
  tabs: [{ area: "Company", to: "/company/data-model", title: "Data model", icon: IconDatabase, order: 30 }],
  commands: [
    {
      group: "Go to",
      label: "Data model",
      also: "types fields pipelines options stages",
      icon: IconDatabase,
      link: linkOptions({ to: "/company/data-model" }),
    },
  ],
  events,
  refreshes: [{ on: ["type", "field"], queries: ["types.", "records."] }],
});
