import * as events from "@kith/server/features/imports/events";
import { IconFileUpload } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";
import { types } from "../types/index.ts";
import { readImportSearch } from "./import-search.ts";

export const routes = {
  "/records/import": createRoute({
    ...member,
    path: "/records/import",
    validateSearch: readImportSearch,
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./import-page.tsx"), "ImportPage"),
  }),
};

export const feature = defineFeature({
  commands: [
    {
      group: "Do",
      label: "Import a file",
      also: "csv upload contacts",
      icon: IconFileUpload,
      link: linkOptions({ to: "/records/import" }),
    },
  ],
  events,
  refreshes: [{ on: ["import"], queries: ["imports."] }],
});
