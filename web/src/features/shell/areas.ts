import { type Icon, IconBuildingCommunity, IconHome, IconKey, IconUserCircle } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";

interface Area {
  to: NonNullable<LinkProps["to"]>;
  title: string;
  icon: Icon;
  /** Pressed after G. */
  letter: string;
  /** Other pages of the area count as being there, too. */
  isExact?: boolean;
}

export const start: Area = { to: "/", title: "Start", icon: IconHome, letter: "s", isExact: true };
export const company: Area = { to: "/company", title: "Company", icon: IconBuildingCommunity, letter: "c" };
export const apiKeys: Area = { to: "/docs/api-keys", title: "API Keys", icon: IconKey, letter: "k" };
export const profile: Area = { to: "/profile", title: "Profile", icon: IconUserCircle, letter: "p" };

/** Every area that works, in the order of the sidebar. */
export const areas = [start, company, apiKeys, profile];
