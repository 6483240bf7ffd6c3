import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useFeatures } from "../../manifest.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { DashboardGrid } from "./dashboard-grid.tsx";
import { DashboardHead } from "./dashboard-head.tsx";
import classes from "./dashboard-page.module.css";
import { DashboardSkeleton } from "./dashboard-skeleton.tsx";
import { DashboardTabs } from "./dashboard-tabs.tsx";
import { dashboard, dashboards } from "./dashboards.ts";
import { NoDashboard } from "./no-dashboard.tsx";

const ArrangeGrid = lazy(async () => ({ default: (await import("./arrange/arrange-grid.tsx")).ArrangeGrid }));
const WidgetDialog = lazy(async () => ({ default: (await import("./widget-dialog/widget-dialog.tsx")).WidgetDialog }));

/** The company at a glance: figures over records, each of which opens the list that made it. */
export function DashboardPage() {
  useDocumentTitle("Dashboard · Kith");
  const { id: wanted } = useSearch({ from: "/dashboard" });
  const list = useQuery(dashboards);
  const chosen = list.data?.items.find((one) => one.id === wanted) ?? list.data?.items[0];
  return (
    <div className={classes.page}>
      <DashboardHead dashboard={chosen} isKnown={list.data !== undefined} />
      {list.data && list.data.items.length > 1 && <DashboardTabs items={list.data.items} chosen={chosen?.id} />}
      <div className={classes.content}>
        <Loaded query={list} what="The dashboard" skeleton={<DashboardSkeleton />}>
          {() => (chosen ? <Chosen id={chosen.id} key={chosen.id} /> : <NoDashboard />)}
        </Loaded>
        <OtherFigures />
      </div>
    </div>
  );
}

/** Figures that no widget can count: other features have them. */
function OtherFigures() {
  const parts = useFeatures().flatMap(({ DashboardPart }) => DashboardPart ?? []);
  return (
    <Suspense>
      {parts.map((Part) => (
        <Part key={Part.name} />
      ))}
    </Suspense>
  );
}

function Chosen({ id }: { id: string }) {
  const { period = "quarter", arrange = false, add = false, edit } = useSearch({ from: "/dashboard" });
  const query = useQuery(dashboard(id));
  return (
    <Loaded query={query} what="The dashboard" skeleton={<DashboardSkeleton />}>
      {(shown) => {
        const grid = <DashboardGrid dashboard={shown} page={period} />;
        const edited = shown.widgets.find((widget) => widget.id === edit);
        return (
          <>
            {arrange && shown.can_edit ? (
              <Suspense fallback={grid}>
                <ArrangeGrid dashboard={shown} page={period} />
              </Suspense>
            ) : (
              grid
            )}
            {shown.can_edit && (add || edited) && (
              <Suspense>
                <WidgetDialog dashboard={shown} edited={edited} page={period} />
              </Suspense>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
