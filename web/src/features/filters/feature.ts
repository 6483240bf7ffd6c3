import { IconFilterCode } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { open, textIn } from "../../routes.ts";

export const routes = {
  "/docs/filter-syntax": createRoute({
    ...open,
    path: "/docs/filter-syntax",
    validateSearch: (search): { type?: string; filter?: string } => ({
      ...textIn(search, "type"),
      // The router reads `filter=42` as a number; a filter is text, whatever it looks like.
      ...textIn({ filter: typeof search["filter"] === "number" ? String(search["filter"]) : search["filter"] }, "filter"),
    }),
    component: lazyRouteComponent(() => import("./syntax/filter-syntax-page.tsx"), "FilterSyntaxPage"),
  }),
};

export const feature = defineFeature({
  navigation: [{ to: "/docs/filter-syntax", title: "Filter Syntax", icon: IconFilterCode, letter: "f", order: 50, place: "docs" }],
});
