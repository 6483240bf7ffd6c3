import { IconListDetails } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";

interface Filter {
  key?: string;
  show?: "errors";
}

export const routes = {
  "/profile/requests": createRoute({
    ...member,
    path: "/profile/requests",
    validateSearch: ({ key, show }): Filter => ({
      ...(typeof key === "string" && key ? { key } : {}),
      ...(show === "errors" ? { show } : {}),
    }),
    component: lazyRouteComponent(() => import("./requests-page.tsx"), "RequestsPage"),
  }),
};

export const feature = defineFeature({
  tabs: [{ area: "Profile", to: "/profile/requests", title: "Requests", icon: IconListDetails, order: 35 }],
  commands: [
    {
      group: "Go to",
      label: "Requests of your keys",
      also: "log api calls errors rest mcp debug",
      icon: IconListDetails,
      link: linkOptions({ to: "/profile/requests" }),
    },
  ],
});
