import {
  type Icon,
  IconBuildingCommunity,
  IconFilterCode,
  IconKey,
  IconLayoutDashboard,
  IconTable,
  IconUserCircle,
} from "@tabler/icons-react";
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

export const dashboard: Area = { to: "/dashboard", title: "Dashboard", icon: IconLayoutDashboard, letter: "h" };
export const records: Area = { to: "/records", title: "Records", icon: IconTable, letter: "r" };
export const company: Area = { to: "/company", title: "Company", icon: IconBuildingCommunity, letter: "c" };
export const apiKeys: Area = { to: "/docs/api-keys", title: "API Keys", icon: IconKey, letter: "k" };
export const filterSyntax: Area = { to: "/docs/filter-syntax", title: "Filter Syntax", icon: IconFilterCode, letter: "f" };
export const profile: Area = { to: "/profile", title: "Profile", icon: IconUserCircle, letter: "p" };

/** Every area that works, in the order of the sidebar. */
export const areas = [dashboard, records, company, apiKeys, filterSyntax, profile];
