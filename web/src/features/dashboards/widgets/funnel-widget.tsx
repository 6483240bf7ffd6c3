import { BarRows } from "../../../ui/chart/bar-rows.tsx";
import { fieldOf, isStage, manyOf, optionOf, StagePill } from "../../types/index.ts";
import { useOpenList } from "../open-list.ts";
import { countedText, type WidgetProps } from "../figure-text.ts";
import classes from "./widgets.module.css";

/** Stages in their order. A bar is as long as its stage is full; what is weighted fills a part of it. */
export function FunnelWidget({ widget, figure, type, unit }: WidgetProps<"groups">) {
  const open = useOpenList(type.key);
  const field = fieldOf(type, widget.group_by);
  const isWeighted = widget.measure === "weighted";
  const rows = figure.groups.map((group) => {
    const option = field && optionOf(field, group.key);
    const whole = isWeighted ? (group.whole ?? 0) : group.value;
    const weightedPart = isWeighted ? `, ${unit.full(group.value)} weighted` : "";
    return {
      key: group.key ?? "",
      label: group.label,
      ...(field && option && isStage(field) ? { name: <StagePill field={field} option={option} isBare /> } : {}),
      value: group.count,
      ...(isWeighted ? { part: whole ? (group.value ?? 0) / whole : 0 } : {}),
      figure: widget.measure === "count" ? String(group.count) : unit.short(whole),
      side: widget.measure === "count" ? undefined : String(group.count),
      text: `${countedText(group.count, type)}, ${unit.full(whole)}${weightedPart}`,
      ...open(group.filter),
    };
  });
  return (
    <>
      <BarRows label={widget.title} rows={rows} look="thick" />
      {isWeighted && (
        <p className={`${classes.legend} k-tip`}>
          <span className={classes.key} data-part />
          weighted
          <span className={classes.key} />
          {manyOf(type)} in stage
          <span className={classes.legendEnd}>{unit.large(figure.value)} weighted</span>
        </p>
      )}
    </>
  );
}
