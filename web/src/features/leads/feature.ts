import * as events from "@kith/server/features/leads/events";
import { IconForms, IconPlus, IconShieldExclamation } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { lazy } from "react";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";
import { types } from "../types/index.ts";
import { useHeldCount, useSourceCount } from "./read.ts";
import { readHeldSearch, readSourceSearch } from "./search.ts";

const ConvertPart = lazy(async () => ({ default: (await import("./convert/convert-button.tsx")).ConvertButton }));

export const routes = {
  "/lead-sending/sources": createRoute({
    ...member,
    path: "/lead-sending/sources",
    component: lazyRouteComponent(() => import("./sources-page.tsx"), "SourcesPage"),
  }),
  "/lead-sending/sources/new": createRoute({
    ...member,
    path: "/lead-sending/sources/new",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./new-source-page.tsx"), "NewSourcePage"),
  }),
  "/lead-sending/sources/$source": createRoute({
    ...member,
    path: "/lead-sending/sources/$source",
    validateSearch: readSourceSearch,
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./source-page.tsx"), "SourcePage"),
  }),
  "/lead-sending/spam": createRoute({
    ...member,
    path: "/lead-sending/spam",
    validateSearch: readHeldSearch,
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./held-page.tsx"), "HeldPage"),
  }),
  "/lead-sending/submissions/$submission": createRoute({
    ...member,
    path: "/lead-sending/submissions/$submission",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./submission-page.tsx"), "SubmissionPage"),
  }),
};

export const feature = defineFeature({
  tabs: [
    { area: "Lead sending", to: "/lead-sending/sources", title: "Sources", icon: IconForms, order: 10, useCount: useSourceCount },
    { area: "Lead sending", to: "/lead-sending/spam", title: "Held", icon: IconShieldExclamation, order: 45, useCount: useHeldCount },
  ],
  commands: [
    {
      group: "Go to",
      label: "Sources of leads",
      also: "forms website lead sending embed",
      icon: IconForms,
      link: linkOptions({ to: "/lead-sending/sources" }),
    },
    {
      group: "Go to",
      label: "Held submissions",
      also: "spam quarantine forms leads",
      icon: IconShieldExclamation,
      link: linkOptions({ to: "/lead-sending/spam" }),
    },
    {
      group: "Do",
      label: "Add a form",
      also: "new create source website lead",
      icon: IconPlus,
      link: linkOptions({ to: "/lead-sending/sources/new" }),
      isForAdmins: true,
    },
  ],
  shortcuts: [
    { title: "On a lead", keys: { v: "Convert" } },
    { title: "On held submissions", keys: { j: "Next", k: "Previous", x: "Select", l: "Let in", delete: "Drop" } },
  ],
  events,
  refreshes: [{ on: ["lead_source", "lead", "submission"], queries: ["leads."] }],
  recordParts: [
    { type: "lead", place: "actions", order: 10, Part: ConvertPart },
    { type: "lead", place: "related", order: 30, Part: lazy(async () => ({ default: (await import("./forms-sent.tsx")).FormsSent })) },
    { type: "contact", place: "beside", order: 10, Part: lazy(async () => ({ default: (await import("./came-from.tsx")).CameFrom })) },
  ],
});
