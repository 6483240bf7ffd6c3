import * as events from "@kith/server/features/keys/events";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member, open } from "../../routes.ts";

export const routes = {
  "/profile/api": createRoute({
    ...member,
    path: "/profile/api",
    validateSearch: (search): { add?: true } => (search["add"] ? { add: true } : {}),
    component: lazyRouteComponent(() => import("./keys-page.tsx"), "KeysPage"),
  }),
  "/company/keys": createRoute({
    ...member,
    path: "/company/keys",
    component: lazyRouteComponent(() => import("./company-keys-page.tsx"), "CompanyKeysPage"),
  }),
  "/docs/api-keys": createRoute({
    ...open,
    path: "/docs/api-keys",
    component: lazyRouteComponent(() => import("./reference-page.tsx"), "ReferencePage"),
  }),
  "/docs/connect/$page": createRoute({
    ...open,
    path: "/docs/connect/$page",
    loader: async ({ params }) => (await import("./guides.ts")).loadGuide(params.page),
    component: lazyRouteComponent(() => import("./connect-page.tsx"), "ConnectPage"),
  }),
};

export const feature = defineFeature({
  navigation: [{ to: "/docs/api-keys", title: "API Keys", icon: IconKey, letter: "k", order: 40, place: "docs" }],
  tabs: [
    { area: "Profile", to: "/profile/api", title: "API & Connectors", icon: IconKey, order: 30 },
    { area: "Company", to: "/company/keys", title: "Keys", icon: IconKey, order: 40, isForAdmins: true },
  ],
  commands: [
    {
      group: "Go to",
      label: "API & Connectors",
      also: "keys mcp rest connectors n8n zapier make activepieces sdk",
      icon: IconKey,
      link: linkOptions({ to: "/profile/api" }),
    },
    { group: "Go to", label: "Every member’s keys", icon: IconKey, link: linkOptions({ to: "/company/keys" }), isForAdmins: true },
    {
      group: "Do",
      label: "Add an API key",
      also: "new create connect",
      icon: IconPlus,
      link: linkOptions({ to: "/profile/api", search: { add: true } }),
    },
  ],
  events,
  refreshes: [{ on: ["key"], queries: ["keys."] }],
});
