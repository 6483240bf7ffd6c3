import { IconTable } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member, needSession } from "../../routes.ts";
import { types } from "../types/index.ts";
import { readListSearch } from "../views/index.ts";

const loadListPage = () => import("./list-page.tsx");

export const routes = {
  "/records": createRoute({
    ...member,
    path: "/records",
    beforeLoad: async (arrival): Promise<void> => {
      await needSession(arrival);
      const [first] = (await arrival.context.client.ensureQueryData(types)).items;
      if (first) throw redirect({ to: "/records/$type", params: { type: first.key }, replace: true });
    },
  }),
  "/records/$type": createRoute({
    ...member,
    path: "/records/$type",
    validateSearch: readListSearch,
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(loadListPage, "ListPage"),
  }),
};

export const feature = defineFeature({
  navigation: [{ to: "/records", title: "Records", icon: IconTable, letter: "r", order: 20, place: "none", isOnPhone: true }],
  shortcuts: [
    {
      title: "In a list",
      keys: {
        n: "New record",
        "/": "Filter",
        j: "Next row",
        k: "Previous row",
        "← →": "Previous cell, next cell",
        Enter: "Open the record",
        Space: "Show the record beside the list",
        e: "Edit the cell",
        Tab: "Save and edit the next cell",
        x: "Select the row",
        "Shift ↑ ↓": "Select more rows",
      },
    },
  ],
  frame: async () => ({ Provider: (await import("./bulk/bulk-provider.tsx")).BulkProvider, order: 2 }),
  preload: loadListPage,
});
