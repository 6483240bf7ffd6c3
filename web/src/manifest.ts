import type { EventType } from "@kith/server/features/events/events";
import type { Icon } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { Follow, Refresh } from "./live/apply-news.ts";
import type { Command } from "./ui/command.ts";
import type { KeyGroup } from "./ui/keyboard-help.tsx";

/**
 * What a feature adds to the application. Its `feature.ts` exports this and its `routes`; features.ts has one line per feature, and
 * the sidebar, tabs, palette, keyboard help, activity sentences and live updates are derived from it.
 */
export interface Feature {
  navigation?: Area[];
  tabs?: Tab[];
  /** Pages and actions the palette offers. What depends on data is offered by `frame`. */
  commands?: LinkCommand[];
  /** Lines of the company's menu, below its pages. */
  companyLinks?: LinkCommand[];
  /** Keyboard shortcuts of its pages, for the help. */
  shortcuts?: KeyGroup[];
  /** The server's events of this feature: their labels and sentences. */
  events?: Readonly<Record<string, EventType>>;
  /** Which events make which answers stale. */
  refreshes?: Refresh[];
  /** What it adds around every page for members. Loaded together with the layout, so the first page does not wait twice. */
  frame?: () => Promise<FrameParts>;
  /** What it adds to the page of a record. */
  recordParts?: RecordPart[];
  /** What it adds below every dashboard. Made with `lazy()`. Nothing while there is nothing to tell. */
  DashboardPart?: ComponentType;
  /** Code to fetch when the browser is idle after sign-in: pages that most people open next. */
  preload?: () => Promise<unknown>;
}

/** An area of the application: a link in the sidebar, a letter after G, a line in the palette. */
export interface Area {
  to: NonNullable<LinkProps["to"]>;
  title: string;
  icon: Icon;
  /** Pressed after G. */
  letter: string;
  /** Areas with a lower number come first. */
  order: number;
  /** Where the sidebar shows it. "account": in the menu of the account. "none": something else leads there. */
  place: "top" | "bottom" | "docs" | "account" | "none";
  /** In the bar at the bottom of a phone, which has room for three. The others are behind "More". */
  isOnPhone?: true;
  /** What waits there, at the end of its link: "4 due". A hook. */
  useNote?: () => string | undefined;
}

/** A tab of an area whose pages belong together. */
export interface Tab {
  area: TabArea;
  to: NonNullable<LinkProps["to"]>;
  title: string;
  icon: Icon;
  order: number;
  isForAdmins?: true;
  /** How many there are behind it, if the page says so. A hook. */
  useCount?: () => number | undefined;
}

export type TabArea = "Company" | "Lead sending" | "Profile";

/** A part of the page of every record, or of every record of one type. Loaded with that page: made with `lazy()`. */
export interface RecordPart {
  /** The key of the type. Left out: every type. */
  type?: string;
  /**
   * A button in the head, a section above what the record is related to or below it ("last"), or one where it stands beside something else,
   * such as a conversation.
   */
  place: "actions" | "related" | "last" | "beside";
  order: number;
  Part: ComponentType<{ record: ShownRecord }>;
}

/** What such a part is told of the record. */
export interface ShownRecord {
  id: string;
  type: string;
  title: string;
  version: number;
  values: Record<string, unknown>;
  deleted_at: string | null;
}

interface LinkCommand {
  group: "Go to" | "Do";
  label: string;
  /** Other words it is found by. */
  also?: string;
  icon: Icon;
  /** Made with linkOptions(), which checks it. */
  link: Pick<LinkProps, "to" | "params" | "search">;
  isForAdmins?: true;
}

export interface FrameParts {
  /** Wraps every page, inside the providers with a lower `order` (default 0), whose context it may use. */
  Provider?: ComponentType<{ children: ReactNode }>;
  order?: number;
  /** Above every page: what a member has to know before anything else. Nothing, on most days. */
  Banner?: ComponentType;
  /** Links in the sidebar, below the areas at the top. */
  SidebarLinks?: ComponentType;
  /** At the foot of the sidebar. */
  SidebarFoot?: ComponentType;
  /** Commands that depend on the company's data. Called inside every Provider. */
  useCommands?: () => Command[];
  /** What the palette finds besides commands. */
  useSearch?: (query: string) => PaletteSearch;
  /** Follows live changes more closely than `refreshes` can. */
  follow?: Follow;
}

/** What a search in the palette found. */
export interface PaletteSearch {
  /** Shown before anything is typed. */
  recent: Command[];
  found: Command[];
  /** Shown when the search is over and found nothing. */
  offers: Command[];
  isLooking: boolean;
  error: Error | null;
  retry: () => void;
}

export const defineFeature = (feature: Feature): Feature => feature;

const Features = createContext<readonly Feature[]>([]);

export const FeaturesProvider = Features.Provider;

/** Every feature of the application, by its name. */
export const useFeatures = () => useContext(Features);

export const areasOf = (features: readonly Feature[]): Area[] =>
  features.flatMap(({ navigation = [] }) => navigation).toSorted((one, other) => one.order - other.order);

export const tabsOf = (features: readonly Feature[], area: TabArea, isAdmin: boolean): Tab[] =>
  features
    .flatMap(({ tabs = [] }) => tabs)
    .filter((tab) => tab.area === area && (isAdmin || !tab.isForAdmins))
    .toSorted((one, other) => one.order - other.order);

/** What the features add to this place of a record's page, in their order. */
export const recordPartsOf = (features: readonly Feature[], type: string, place: RecordPart["place"]): RecordPart[] =>
  features
    .flatMap(({ recordParts = [] }) => recordParts)
    .filter((part) => (part.type === undefined || part.type === type) && part.place === place)
    .toSorted((one, other) => one.order - other.order);

/** Every event type that has a sentence, by its type, in the order of their labels. */
export const eventTypesOf = (features: readonly Feature[]): Map<string, EventType> =>
  new Map(
    features
      .flatMap(({ events = {} }) => Object.values(events))
      .toSorted((one, other) => one.label.localeCompare(other.label))
      .map((one) => [one.type, one]),
  );
