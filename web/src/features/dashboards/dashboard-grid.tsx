import { useNavigate } from "@tanstack/react-router";
import { ErrorState } from "../../ui/states.tsx";
import { useTypes } from "../types/index.ts";
import classes from "./dashboard-page.module.css";
import { type Dashboard, type PagePeriod, useFigures, type Widget } from "./dashboards.ts";
import { EmptyDashboard } from "./no-dashboard.tsx";
import { sizeOf } from "./arrange/move.ts";
import { useRemoveWidget } from "./use-dashboard-changes.ts";
import { WidgetBox, WidgetMenu } from "./widget-box.tsx";

/** The widgets in their order, over twelve columns; on a phone one below the other. */
export function DashboardGrid({ dashboard, page }: { dashboard: Dashboard; page: PagePeriod }) {
  const { items: types } = useTypes();
  const { query, answers } = useFigures(dashboard.id, page);
  if (dashboard.widgets.length === 0) return <EmptyDashboard canEdit={dashboard.can_edit} />;
  if (query.isError && !query.data)
    return <ErrorState title="The numbers could not be loaded" message={query.error.message} onRetry={() => void query.refetch()} />;
  return (
    <div className={classes.grid}>
      {dashboard.widgets.map((widget, at) => (
        <div className={classes.cell} id={widget.id} style={sizeOf(widget)} key={widget.id}>
          <WidgetBox
            widget={widget}
            type={types.find((type) => type.key === widget.type)}
            page={page}
            answer={answers.get(widget.id)}
            menu={dashboard.can_edit && <Actions dashboard={dashboard} widget={widget} position={at} />}
          />
        </div>
      ))}
    </div>
  );
}

function Actions({ dashboard, widget, position }: { dashboard: Dashboard; widget: Widget; position: number }) {
  const navigate = useNavigate({ from: "/dashboard" });
  const remove = useRemoveWidget(dashboard.id, widget, position);
  return (
    <WidgetMenu
      title={widget.title}
      onEdit={() => void navigate({ search: (before) => ({ ...before, edit: widget.id }) })}
      onRemove={() => remove.mutate()}
    />
  );
}
