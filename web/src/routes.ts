import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, redirect } from "@tanstack/react-router";
import { ApiError } from "./api.ts";
import { Frame } from "./layout/frame.tsx";
import { Unreachable } from "./layout/unreachable.tsx";
import { me } from "./session.ts";

export interface RouterContext {
  client: QueryClient;
  /** Called when the user is known to be signed in. */
  onSignedIn: () => void;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Which frame a page has: a plain one, the layout, or the layout for members and a plain one for everyone else. */
    frame?: "gate" | "shell" | "open";
  }
}

export const root = createRootRouteWithContext<RouterContext>()({ component: Frame, errorComponent: Unreachable });

/** Options that the routes of a feature start with: `createRoute({ ...member, path: "/deals" })`. */
export const gate = { getParentRoute: () => root, staticData: { frame: "gate" } } as const;
export const open = { getParentRoute: () => root, staticData: { frame: "open" } } as const;
export const member = { getParentRoute: () => root, staticData: { frame: "shell" }, beforeLoad: needSession } as const;

interface RouteEntry {
  context: RouterContext;
  location: { href: string };
}

export async function needSession({ context, location }: RouteEntry): Promise<void> {
  try {
    await context.client.ensureQueryData(me);
    context.onSignedIn();
  } catch (error) {
    if (error instanceof ApiError && error.code === "sign_in_needed") {
      throw redirect({ to: "/sign-in", search: location.href === "/" ? {} : { next: location.href } });
    }
    throw error;
  }
}

/** One search parameter, if it is a string. */
export const textIn = <Key extends string>(search: Record<string, unknown>, key: Key) =>
  typeof search[key] === "string" ? ({ [key]: search[key] } as { [K in Key]?: string }) : {};
