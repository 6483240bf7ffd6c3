import * as events from "@kith/server/features/webhooks/events";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";
import { types } from "../types/index.ts";
import { readLogSearch } from "./log-search.ts";

const loadEditor = () => import("./editor-page.tsx");

export const routes = {
  "/company/webhooks": createRoute({
    ...member,
    path: "/company/webhooks",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./webhooks-page.tsx"), "WebhooksPage"),
  }),
  "/company/webhooks/new": createRoute({
    ...member,
    path: "/company/webhooks/new",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(loadEditor, "NewWebhookPage"),
  }),
  "/company/webhooks/$webhook": createRoute({
    ...member,
    path: "/company/webhooks/$webhook",
    validateSearch: readLogSearch,
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./webhook-page.tsx"), "WebhookPage"),
  }),
  "/company/webhooks/$webhook/edit": createRoute({
    ...member,
    path: "/company/webhooks/$webhook/edit",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(loadEditor, "EditWebhookPage"),
  }),
  "/company/webhooks/$webhook/deliveries/$event": createRoute({
    ...member,
    path: "/company/webhooks/$webhook/deliveries/$event",
    component: lazyRouteComponent(() => import("./delivery-page.tsx"), "DeliveryPage"),
  }),
};

export const feature = defineFeature({
  tabs: [{ area: "Company", to: "/company/webhooks", title: "Webhooks", icon: IconWebhook, order: 38 }],
  commands: [
    {
      group: "Go to",
      label: "Webhooks",
      also: "deliveries events http endpoint",
      icon: IconWebhook,
      link: linkOptions({ to: "/company/webhooks" }),
    },
    {
      group: "Do",
      label: "Add a webhook",
      also: "new create endpoint send events",
      icon: IconPlus,
      link: linkOptions({ to: "/company/webhooks/new" }),
      isForAdmins: true,
    },
  ],
  shortcuts: [{ title: "On a delivery", keys: { r: "Send it again" } }],
  events,
  refreshes: [
    { on: ["webhook"], queries: ["webhooks."] },
    // What a webhook would send is picked from the latest events, whatever they are about.
    { on: ["*"], queries: ["webhooks.preview"] },
  ],
});
