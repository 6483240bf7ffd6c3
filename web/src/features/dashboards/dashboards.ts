import type { InputOf, OutputOf } from "@kith/server/contract";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";

export type DashboardSummary = OutputOf<"dashboards.list">["items"][number];
export type Dashboard = OutputOf<"dashboards.get">;
export type Widget = Dashboard["widgets"][number];
export type WidgetSettings = Omit<Widget, "id">;
export type Answer = OutputOf<"dashboards.figure">;
export type Figure = NonNullable<Answer["figure"]>;
export type FigureOf<Shape extends Figure["shape"]> = Extract<Figure, { shape: Shape }>;
export type PagePeriod = NonNullable<InputOf<"dashboards.figures">["period"]>;

export const dashboards = read("dashboards.list", {});
export const dashboard = (id: string) => read("dashboards.get", { id });

const SOON_MS = 1_500;
const CATCHING_UP_MS = 5_000;
const USUAL_MS = 60_000;

/** Every figure of a dashboard. Counted again by itself; sooner while a worker is still counting. */
const figures = (id: string, period: PagePeriod) =>
  queryOptions({
    ...read("dashboards.figures", { id, period }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const items = state.data?.items ?? [];
      if (items.some((item) => item.is_pending)) return SOON_MS;
      return items.some((item) => isOld(item.as_of)) ? CATCHING_UP_MS : USUAL_MS;
    },
  });

const isOld = (at: string | null) => at !== null && Date.now() - Date.parse(at) > USUAL_MS;

/** The answers by widget, as far as they are there. Those of another dashboard do not stand in. */
export function useFigures(id: string, period: PagePeriod) {
  const query = useQuery(figures(id, period));
  return { query, answers: new Map(query.data?.items.map((item) => [item.widget, item])) };
}

/**
 * What is sent for a widget's settings: a goal that is not there is left out, and what an activity widget has no use for is emptied. It is
 * emptied only here, so that whoever looks at that kind in passing finds their filter again.
 */
export function toInput({ goal, ...given }: WidgetSettings) {
  const settings = given.kind === "activity" ? { ...given, ...NOTHING_COUNTED } : given;
  return goal === null ? settings : { ...settings, goal };
}

const NOTHING_COUNTED = { type: "", filter: "", measure: "count", group_by: "", period: "none" } as const;
