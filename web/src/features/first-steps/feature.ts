import { IconListCheck } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";

export const routes = {
  "/set-up": createRoute({
    ...member,
    path: "/set-up",
    component: lazyRouteComponent(() => import("./set-up-page.tsx"), "SetUpPage"),
  }),
};

const checklist = {
  group: "Go to",
  label: "Set-up checklist",
  also: "first steps getting started onboarding",
  icon: IconListCheck,
  link: linkOptions({ to: "/set-up" }),
} as const;

export const feature = defineFeature({
  commands: [checklist],
  companyLinks: [checklist],
  frame: async () => ({ SidebarFoot: (await import("./set-up-line.tsx")).SetUpLine }),
});
