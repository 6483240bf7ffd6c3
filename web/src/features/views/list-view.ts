import type { OutputOf } from "@kith/server/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { api } from "../../api.ts";
import type { RecordType } from "../types/index.ts";
import { defaultColumns, printColumns, readColumns } from "./columns.ts";
import type { ListSearch } from "./list-search.ts";

export type SavedView = OutputOf<"views.list">["items"][number];

const FRESH_MS = 60_000;

const PAGE = 100;

const viewsOf = (type: string) =>
  queryOptions({ queryKey: ["views.list", { type }], queryFn: ({ signal }) => readAll(type, signal), staleTime: FRESH_MS });

/** All views of a type: a company has at most a few hundred, and the tabs need every one. */
async function readAll(type: string, signal: AbortSignal): Promise<{ items: SavedView[] }> {
  const items: SavedView[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.call("views.list", { type, limit: PAGE, ...(cursor ? { cursor } : {}) }, { signal });
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return { items };
}

/** The views of a type: the user's own and the shared ones, in order. Undefined while loading. */
export const useViews = (type: string): SavedView[] | undefined => useQuery(viewsOf(type)).data?.items;

interface ListSettings {
  filter: string;
  sort: string;
  columns: string[];
  widths: Record<string, number>;
  layout: "table" | "board";
  /** The field that rows are grouped by; empty for none. */
  group: string;
}

export interface ListView extends ListSettings {
  /** The saved view in the address, if this user may see it. */
  saved: SavedView | undefined;
  /** What is shown differs from what is saved. */
  isChanged: boolean;
  set: (change: Partial<ListSettings>) => void;
  /** Goes to a saved view, or to all records. */
  open: (view: SavedView | undefined) => void;
}

/** The settings of a list: from the address, then from the saved view, then from the type. */
export function useListView(type: RecordType): ListView {
  const search = useSearch({ from: "/records/$type" });
  const navigate = useNavigate({ from: "/records/$type" });
  const views = useViews(type.key);
  const saved = views?.find((view) => view.id === search.view);
  const base = useMemo(() => settingsOf(type, saved), [type, saved]);
  const settings = useMemo(() => withSearch(type, base, search), [type, base, search]);
  return {
    ...settings,
    saved,
    isChanged: isDifferent(settings, base),
    set(change) {
      void navigate({ search: (before) => ({ ...before, ...asSearch(base, change, settings) }), replace: true });
    },
    open: (view) => void navigate({ search: view ? searchFor(type, view) : {} }),
  };
}

/** What a view of these settings keeps. */
export const settingsToSave = (type: RecordType, { filter, sort, columns, widths, layout, group }: ListSettings) => ({
  type: type.key,
  filter,
  sort,
  columns,
  widths,
  layout,
  group_by: group,
});

/** The address of a view with its settings, so that the link also works for users who cannot see the view. */
export function searchFor(type: RecordType, view: SavedView): ListSearch {
  const { filter, sort } = settingsOf(type, view);
  return { view: view.id, ...(filter ? { filter } : {}), ...(sort === DEFAULT_SORT ? {} : { sort }) };
}

/** Newest first. Sorted by last change, a row would move away while it is edited. */
export const DEFAULT_SORT = "-created_at";

function settingsOf(type: RecordType, view: SavedView | undefined): ListSettings {
  const known = (view?.columns ?? []).filter((key) => type.fields.some((field) => field.key === key));
  return {
    filter: view?.filter ?? "",
    sort: view?.sort || DEFAULT_SORT,
    columns: known.length > 0 ? known : defaultColumns(type),
    widths: view?.widths ?? {},
    layout: view?.layout ?? "table",
    group: view?.group_by ?? "",
  };
}

function withSearch(type: RecordType, base: ListSettings, search: ListSearch): ListSettings {
  const chosen = search.columns === undefined ? undefined : readColumns(type, search.columns);
  return {
    filter: search.filter ?? base.filter,
    sort: search.sort ?? base.sort,
    columns: chosen?.columns ?? base.columns,
    widths: chosen?.widths ?? base.widths,
    layout: search.layout ?? base.layout,
    group: search.group ?? base.group,
  };
}

/** Settings equal to those of the view are left out of the address. */
function asSearch(base: ListSettings, change: Partial<ListSettings>, now: ListSettings): ListSearch {
  const next = { ...now, ...change };
  const columns = printColumns(next.columns, next.widths);
  const differs = <Value>(value: Value, from: Value) => (value === from ? undefined : value);
  return {
    // The filter stays in the address even if it is the same, so that people can read it.
    filter: next.filter || differs(next.filter, base.filter),
    sort: differs(next.sort, base.sort),
    columns: differs(columns, printColumns(base.columns, base.widths)),
    layout: differs(next.layout, base.layout),
    group: differs(next.group, base.group),
  };
}

const isDifferent = (one: ListSettings, other: ListSettings) =>
  one.filter !== other.filter ||
  one.sort !== other.sort ||
  one.layout !== other.layout ||
  one.group !== other.group ||
  printColumns(one.columns, one.widths) !== printColumns(other.columns, other.widths);
