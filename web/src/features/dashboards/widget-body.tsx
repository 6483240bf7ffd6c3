import type { RecordType } from "../types/index.ts";
import type { Answer, PagePeriod, WidgetSettings } from "./dashboards.ts";
import { useUnit } from "./figure-text.ts";
import { ActivityWidget } from "./widgets/activity-widget.tsx";
import { BarWidget } from "./widgets/bar-widget.tsx";
import { FunnelWidget } from "./widgets/funnel-widget.tsx";
import { LeaderboardWidget } from "./widgets/leaderboard-widget.tsx";
import { LineWidget } from "./widgets/line-widget.tsx";
import { NumberWidget } from "./widgets/number-widget.tsx";
import { TableWidget } from "./widgets/table-widget.tsx";
import { WidgetEmpty, WidgetFailure, WidgetPending, WidgetSkeleton } from "./widget-states.tsx";

const groupKinds = { bar: BarWidget, line: LineWidget, area: LineWidget, funnel: FunnelWidget, leaderboard: LeaderboardWidget };

interface WidgetBodyProps {
  widget: WidgetSettings;
  type: RecordType | undefined;
  page: PagePeriod;
  /** Undefined until it is there. */
  answer: Answer | undefined;
}

/** What a widget shows: its figure, or why there is none. */
export function WidgetBody({ widget, type, page, answer }: WidgetBodyProps) {
  const unit = useUnit(widget, type);
  if (!answer) return <WidgetSkeleton widget={widget} />;
  if (answer.failure) return <WidgetFailure message={answer.failure.message} />;
  const { figure } = answer;
  if (!figure) return <WidgetPending />;
  if (figure.shape === "events")
    return figure.events.length === 0 ? (
      <WidgetEmpty>Nothing has happened yet.</WidgetEmpty>
    ) : (
      <ActivityWidget figure={figure} title={widget.title} />
    );
  if (!type) return <WidgetFailure message="Its record type no longer exists. Edit the widget and choose another." />;
  const given = { widget, type, unit, page };
  if (figure.shape === "number") return <NumberWidget {...given} figure={figure} />;
  if (figure.shape === "rows") return figure.rows.length === 0 ? <WidgetEmpty type={type} /> : <TableWidget {...given} figure={figure} />;
  const Groups = groupKinds[widget.kind as keyof typeof groupKinds] ?? BarWidget;
  return figure.count === 0 ? <WidgetEmpty type={type} /> : <Groups {...given} figure={figure} />;
}
