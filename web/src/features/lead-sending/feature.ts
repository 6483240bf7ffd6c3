import * as events from "@kith/server/features/lead-sending/events";
import { IconClockHour4, IconListDetails, IconPlus, IconRoute, IconStopwatch, IconTarget } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions, redirect } from "@tanstack/react-router";
import { lazy } from "react";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";
import { types } from "../types/index.ts";
import { readLogSearch } from "./log/log-search.ts";
import { useDestinationCount, useRuleCount } from "./read.ts";

const WhyPart = lazy(async () => ({ default: (await import("./log/why-part.tsx")).WhyPart }));
const FirstResponseFigures = lazy(async () => ({ default: (await import("./clock/dashboard-figures.tsx")).DashboardFigures }));
const FirstResponsePart = lazy(async () => ({ default: (await import("./clock/first-response-part.tsx")).FirstResponsePart }));
const loadEditor = () => import("./destinations/editor-page.tsx");

export const routes = {
  "/lead-sending": createRoute({
    ...member,
    path: "/lead-sending",
    beforeLoad: async (entry) => {
      await member.beforeLoad(entry);
      throw redirect({ to: "/lead-sending/rules" });
    },
  }),
  "/lead-sending/rules": createRoute({
    ...member,
    path: "/lead-sending/rules",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./rules/rules-page.tsx"), "RulesPage"),
  }),
  "/lead-sending/destinations": createRoute({
    ...member,
    path: "/lead-sending/destinations",
    component: lazyRouteComponent(() => import("./destinations/destinations-page.tsx"), "DestinationsPage"),
  }),
  "/lead-sending/destinations/new": createRoute({
    ...member,
    path: "/lead-sending/destinations/new",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(loadEditor, "NewDestinationPage"),
  }),
  "/lead-sending/destinations/$destination": createRoute({
    ...member,
    path: "/lead-sending/destinations/$destination",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(loadEditor, "DestinationPage"),
  }),
  "/lead-sending/log": createRoute({
    ...member,
    path: "/lead-sending/log",
    validateSearch: readLogSearch,
    component: lazyRouteComponent(() => import("./log/log-page.tsx"), "LogPage"),
  }),
  "/lead-sending/deliveries/$delivery": createRoute({
    ...member,
    path: "/lead-sending/deliveries/$delivery",
    component: lazyRouteComponent(() => import("./log/delivery-page.tsx"), "LeadDeliveryPage"),
  }),
  "/lead-sending/first-response": createRoute({
    ...member,
    path: "/lead-sending/first-response",
    component: lazyRouteComponent(() => import("./clock/first-response-page.tsx"), "FirstResponsePage"),
  }),
  "/lead-sending/hours": createRoute({
    ...member,
    path: "/lead-sending/hours",
    component: lazyRouteComponent(() => import("./hours/hours-page.tsx"), "HoursPage"),
  }),
};

export const feature = defineFeature({
  navigation: [{ to: "/lead-sending", title: "Lead sending", icon: IconRoute, letter: "s", order: 25, place: "bottom" }],
  tabs: [
    { area: "Lead sending", to: "/lead-sending/rules", title: "Rules", icon: IconRoute, order: 20, useCount: useRuleCount },
    {
      area: "Lead sending",
      to: "/lead-sending/destinations",
      title: "Destinations",
      icon: IconTarget,
      order: 30,
      useCount: useDestinationCount,
    },
    { area: "Lead sending", to: "/lead-sending/log", title: "Log", icon: IconListDetails, order: 40 },
    { area: "Lead sending", to: "/lead-sending/first-response", title: "First response", icon: IconStopwatch, order: 47 },
    { area: "Lead sending", to: "/lead-sending/hours", title: "Working hours", icon: IconClockHour4, order: 50 },
  ],
  commands: [
    {
      group: "Go to",
      label: "Lead rules",
      also: "routing assign round robin",
      icon: IconRoute,
      link: linkOptions({ to: "/lead-sending/rules" }),
    },
    {
      group: "Go to",
      label: "Lead destinations",
      also: "send partner http email",
      icon: IconTarget,
      link: linkOptions({ to: "/lead-sending/destinations" }),
    },
    {
      group: "Go to",
      label: "Lead log",
      also: "why decisions deliveries",
      icon: IconListDetails,
      link: linkOptions({ to: "/lead-sending/log" }),
    },
    {
      group: "Go to",
      label: "First response",
      also: "overdue waiting leads clock sla escalation",
      icon: IconStopwatch,
      link: linkOptions({ to: "/lead-sending/first-response" }),
    },
    {
      group: "Go to",
      label: "Working hours",
      also: "absence holiday away",
      icon: IconClockHour4,
      link: linkOptions({ to: "/lead-sending/hours" }),
    },
    {
      group: "Do",
      label: "Add a destination",
      also: "new create send leads partner",
      icon: IconPlus,
      link: linkOptions({ to: "/lead-sending/destinations/new" }),
      isForAdmins: true,
    },
  ],
  recordParts: [
    { type: "lead", place: "related", order: 10, Part: WhyPart },
    { type: "lead", place: "related", order: 20, Part: FirstResponsePart },
  ],
  DashboardPart: FirstResponseFigures,
  shortcuts: [{ title: "On the rules", keys: { n: "Add a rule" } }],
  events,
  refreshes: [
    // Not the trial: it would run again with every lead that comes in.
    { on: ["lead"], queries: ["leadSending.get", "leadSending.list"] },
    // A note, an activity or another status is a first response.
    { on: ["record", "note", "activity"], queries: ["leadSending.listClocks"] },
    { on: ["record", "note", "activity", "lead"], queries: ["leadSending.summariseClocks"], isSlow: true },
    { on: ["lead_rules", "destination", "lead_code", "lead_clocks", "working_hours", "absence"], queries: ["leadSending."] },
  ],
});
