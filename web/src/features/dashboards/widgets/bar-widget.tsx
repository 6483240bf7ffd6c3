import { isTime } from "@kith/filter/kinds";
import { BarRows, type BarRow } from "../../../ui/chart/bar-rows.tsx";
import { ColumnChart } from "../../../ui/chart/column-chart.tsx";
import { factsOf, fieldOf, isStage, optionOf, StagePill } from "../../types/index.ts";
import { useOpenList } from "../open-list.ts";
import { intervalText, tickText } from "../period-text.ts";
import { countedText, type WidgetProps } from "../figure-text.ts";

/** Groups side by side: over time they stand, otherwise they lie, because names are long. */
export function BarWidget(props: WidgetProps<"groups">) {
  const field = fieldOf(props.type, props.widget.group_by);
  return field && isTime(factsOf(field)) ? <Columns {...props} /> : <Rows {...props} />;
}

function Columns({ widget, figure, type, unit }: WidgetProps<"groups">) {
  const open = useOpenList(type.key);
  return (
    <ColumnChart
      label={widget.title}
      columns={figure.groups.map((group) => ({
        key: group.key ?? "",
        label: intervalText(widget.interval, group.key ?? ""),
        tick: tickText(widget.interval, group.key ?? ""),
        value: group.value ?? 0,
        figure: unit.short(group.value),
        text: widget.measure === "count" ? countedText(group.count, type) : `${unit.full(group.value)}, ${countedText(group.count, type)}`,
        ...open(group.filter),
      }))}
    />
  );
}

function Rows({ widget, figure, type, unit }: WidgetProps<"groups">) {
  const open = useOpenList(type.key);
  const field = fieldOf(type, widget.group_by);
  const isCount = widget.measure === "count";
  const rows = figure.groups.map((group): BarRow => {
    const option = field && isStage(field) ? optionOf(field, group.key) : undefined;
    const label = group.key === null ? `No ${field?.label.toLowerCase() ?? "value"}` : group.label;
    return {
      key: group.key ?? "",
      label,
      ...(field && option ? { name: <StagePill field={field} option={option} isBare /> } : {}),
      value: group.value ?? 0,
      figure: unit.full(group.value),
      text: countedText(group.count, type),
      side: isCount ? undefined : String(group.count),
      ...open(group.filter),
    };
  });
  const { rest } = figure;
  if (rest)
    rows.push({
      key: "rest",
      label: "All others",
      value: rest.value ?? 0,
      figure: unit.full(rest.value),
      text: countedText(rest.count, type),
      side: isCount ? undefined : String(rest.count),
      isRest: true,
      ...open(rest.filter),
    });
  return <BarRows label={widget.title} rows={rows} />;
}
