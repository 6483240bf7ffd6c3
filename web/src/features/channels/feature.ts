import * as events from "@kith/server/features/channels/events";
import { IconMailPlus, IconMessages } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

export const routes = {
  "/company/channels": createRoute({
    ...member,
    path: "/company/channels",
    validateSearch: (search: Record<string, unknown>): { add?: boolean } => (search["add"] === true ? { add: true } : {}),
    component: lazyRouteComponent(() => import("./channels-page.tsx"), "ChannelsPage"),
  }),
  // Where Google and Microsoft send people back to.
  "/company/channels/signed-in": createRoute({
    ...member,
    path: "/company/channels/signed-in",
    validateSearch: (search: Record<string, unknown>) => ({
      code: text(search["code"]),
      state: text(search["state"]),
      error: text(search["error"]),
    }),
    component: lazyRouteComponent(() => import("./signed-in-page.tsx"), "SignedInPage"),
  }),
  "/company/channels/$channel": createRoute({
    ...member,
    path: "/company/channels/$channel",
    component: lazyRouteComponent(() => import("./channel-page.tsx"), "ChannelPage"),
  }),
};

export const feature = defineFeature({
  tabs: [{ area: "Company", to: "/company/channels", title: "Channels", icon: IconMessages, order: 36 }],
  commands: [
    {
      group: "Go to",
      label: "Channels",
      also: "mailbox email imap smtp whatsapp inbox",
      icon: IconMessages,
      link: linkOptions({ to: "/company/channels" }),
    },
    {
      group: "Do",
      label: "Connect a mailbox",
      also: "add channel email imap new",
      icon: IconMailPlus,
      link: linkOptions({ to: "/company/channels", search: { add: true } }),
    },
  ],
  events,
  refreshes: [{ on: ["channel"], queries: ["channels."] }],
});
