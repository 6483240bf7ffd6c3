import type { PagePath } from "@kith/server/contract";
import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import * as features from "./features.ts";
import { root } from "./routes.ts";
import { whenIdle } from "./ui/browser.ts";

type FeatureModules = typeof features;
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never;
type AllRoutes = Merged<FeatureModules[keyof FeatureModules]["routes"]>;

/** A page's path as the router writes it: `{type}` is `$type`. */
type RoutePath<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? RoutePath<`${Before}$${Name}${After}`>
  : Path;
/** Every page of the server's list, and no other: a missing, extra or misplaced path does not compile. */
type EveryPage = { [Path in RoutePath<PagePath>]: { fullPath: Path } };
type NoOther = { [Path in Exclude<keyof AllRoutes, keyof EveryPage>]: "not on the server's list of pages" };

export const manifests = Object.values(features).map(({ feature }) => feature);

// Object.assign cannot infer its result for a list of objects.
const routes = Object.assign({}, ...Object.values(features).map((one) => one.routes)) as AllRoutes satisfies EveryPage & NoOther;

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree: root.addChildren(routes),
    context: { client, onSignedIn: preloadOnce() },
    // Search parameters that a route does not validate are dropped.
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
}

// If preloading fails, the code is fetched when the page is opened.
function preloadOnce(): () => void {
  let isDone = false;
  const preload = async () => {
    await whenIdle();
    await Promise.all(manifests.flatMap(({ preload }) => (preload ? [preload()] : [])));
  };
  return () => {
    if (!isDone) preload().catch(() => undefined);
    isDone = true;
  };
}
