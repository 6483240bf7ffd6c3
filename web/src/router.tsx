import type { PagePath } from "@kith/server/contract";
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { ApiError } from "./api.ts";
import { readDashboardSearch } from "./features/dashboards/dashboard-search.ts";
import { readImportSearch } from "./features/imports/import-search.ts";
import { me } from "./features/members/me.ts";
import { Frame } from "./features/shell/frame.tsx";
import { readListSearch } from "./features/records/list-search.ts";
import { samples } from "./features/samples/samples.ts";
import { Unreachable } from "./features/shell/unreachable.tsx";
import { readDataModelSearch } from "./features/types/data-model-search.ts";
import { types } from "./features/types/types.ts";
import { whenIdle } from "./ui/idle.ts";

export interface RouterContext {
  client: QueryClient;
}

/** Which frame a page stands in: the bare one of the gate, the shell, or the shell for members and a bare one for strangers. */
export type FrameName = "gate" | "shell" | "open";

const root = createRootRouteWithContext<RouterContext>()({ component: Frame, errorComponent: Unreachable });

const gate = { getParentRoute: () => root, staticData: { frame: "gate" } } as const;
const open = { getParentRoute: () => root, staticData: { frame: "open" } } as const;
const member = { getParentRoute: () => root, staticData: { frame: "shell" }, beforeLoad: needSession } as const;

// Every page of the contract, and no other: a missing, extra or misplaced path does not compile.
const routes = {
  "/": createRoute({ ...member, path: "/", beforeLoad: goToDashboard }),
  "/sign-in": createRoute({
    ...gate,
    path: "/sign-in",
    validateSearch: (search): { next?: string } => (typeof search.next === "string" && isPage(search.next) ? { next: search.next } : {}),
    component: lazyRouteComponent(() => import("./features/sessions/sign-in-page.tsx"), "SignInPage"),
  }),
  "/sign-up": createRoute({
    ...gate,
    path: "/sign-up",
    component: lazyRouteComponent(() => import("./features/companies/sign-up-page.tsx"), "SignUpPage"),
  }),
  "/forgot-password": createRoute({
    ...gate,
    path: "/forgot-password",
    component: lazyRouteComponent(() => import("./features/passwords/forgot-page.tsx"), "ForgotPage"),
  }),
  "/reset-password": createRoute({
    ...gate,
    path: "/reset-password",
    component: lazyRouteComponent(() => import("./features/passwords/reset-page.tsx"), "ResetPage"),
  }),
  "/join": createRoute({
    ...gate,
    path: "/join",
    component: lazyRouteComponent(() => import("./features/invitations/join-page.tsx"), "JoinPage"),
  }),
  "/dashboard": createRoute({
    ...member,
    path: "/dashboard",
    validateSearch: readDashboardSearch,
    loader: ({ context }) => Promise.all([context.client.ensureQueryData(types), context.client.ensureQueryData(samples)]),
    component: lazyRouteComponent(() => import("./features/shell/start-page.tsx"), "StartPage"),
  }),
  "/profile": createRoute({
    ...member,
    path: "/profile",
    component: lazyRouteComponent(() => import("./features/members/account-page.tsx"), "AccountPage"),
  }),
  "/profile/security": createRoute({
    ...member,
    path: "/profile/security",
    component: lazyRouteComponent(() => import("./features/sessions/security-page.tsx"), "SecurityPage"),
  }),
  "/profile/api": createRoute({
    ...member,
    path: "/profile/api",
    validateSearch: (search): { add?: true } => (search.add ? { add: true } : {}),
    component: lazyRouteComponent(() => import("./features/keys/keys-page.tsx"), "KeysPage"),
  }),
  "/company": createRoute({
    ...member,
    path: "/company",
    component: lazyRouteComponent(() => import("./features/companies/general-page.tsx"), "GeneralPage"),
  }),
  "/company/members": createRoute({
    ...member,
    path: "/company/members",
    validateSearch: (search): { invite?: true } => (search.invite ? { invite: true } : {}),
    component: lazyRouteComponent(() => import("./features/members/members-page.tsx"), "MembersPage"),
  }),
  "/company/keys": createRoute({
    ...member,
    path: "/company/keys",
    component: lazyRouteComponent(() => import("./features/keys/company-keys-page.tsx"), "CompanyKeysPage"),
  }),
  "/company/activity": createRoute({
    ...member,
    path: "/company/activity",
    validateSearch: (search): { actor?: string; type?: string } => ({ ...text("actor", search.actor), ...text("type", search.type) }),
    component: lazyRouteComponent(() => import("./features/events/activity-page.tsx"), "ActivityPage"),
  }),
  "/company/data-model": createRoute({
    ...member,
    path: "/company/data-model",
    validateSearch: readDataModelSearch,
    component: lazyRouteComponent(() => import("./features/types/data-model-page.tsx"), "DataModelPage"),
  }),
  "/records": createRoute({ ...member, path: "/records", beforeLoad: goToFirstType }),
  "/records/import": createRoute({
    ...member,
    path: "/records/import",
    validateSearch: readImportSearch,
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./features/imports/import-page.tsx"), "ImportPage"),
  }),
  "/records/{type}": createRoute({
    ...member,
    path: "/records/$type",
    validateSearch: readListSearch,
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./features/records/list-page.tsx"), "ListPage"),
  }),
  "/records/{type}/{id}": createRoute({
    ...member,
    path: "/records/$type/$id",
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(() => import("./features/records/record-page.tsx"), "RecordPage"),
  }),
  "/docs/api-keys": createRoute({
    ...open,
    path: "/docs/api-keys",
    component: lazyRouteComponent(() => import("./features/keys/reference-page.tsx"), "ReferencePage"),
  }),
  "/docs/filter-syntax": createRoute({
    ...open,
    path: "/docs/filter-syntax",
    validateSearch: (search): { type?: string; filter?: string } => ({
      ...text("type", search.type),
      ...text("filter", readListSearch(search).filter),
    }),
    component: lazyRouteComponent(() => import("./features/records/filter-syntax/filter-syntax-page.tsx"), "FilterSyntaxPage"),
  }),
} satisfies { [Path in PagePath]: { fullPath: RoutePath<Path> } };

/** A page's path as the router writes it: `{type}` is `$type`. */
type RoutePath<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? RoutePath<`${Before}$${Name}${After}`>
  : Path;

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree: root.addChildren(routes),
    context: { client },
    // Only what a route has checked reaches it: anything else in an address is dropped, not passed on.
    search: { strict: true },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    scrollRestoration: false,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    frame?: FrameName;
  }
}

async function needSession({ context, location }: { context: RouterContext; location: { href: string } }): Promise<void> {
  try {
    await context.client.ensureQueryData(me);
    // Lists are where people go next: their code comes while nobody waits for it. If it cannot just now, whoever goes there fetches it.
    whenIdle()
      .then(() => import("./features/records/list-page.tsx"))
      .catch(() => undefined);
  } catch (error) {
    if (error instanceof ApiError && error.code === "sign_in_needed") {
      throw redirect({ to: "/sign-in", search: location.href === "/" ? {} : { next: location.href } });
    }
    throw error;
  }
}

async function goToDashboard({ context, location }: { context: RouterContext; location: { href: string } }): Promise<void> {
  await needSession({ context, location });
  throw redirect({ to: "/dashboard", replace: true });
}

async function goToFirstType({ context, location }: { context: RouterContext; location: { href: string } }): Promise<void> {
  await needSession({ context, location });
  const [first] = (await context.client.ensureQueryData(types)).items;
  if (first) throw redirect({ to: "/records/$type", params: { type: first.key }, replace: true });
}

// Only our own pages: a link must not be able to send someone elsewhere after signing in.
function isPage(address: string): boolean {
  const { origin, pathname } = new URL(address, window.location.origin);
  return origin === window.location.origin && Object.keys(routes).some((page) => patternOf(page).test(pathname));
}

const patternOf = (page: string) => new RegExp(`^${page.replaceAll(/\{\w+\}/g, "[^/]+")}$`);

const text = <Key extends string>(key: Key, value: unknown) =>
  typeof value === "string" ? ({ [key]: value } as { [K in Key]?: string }) : {};
