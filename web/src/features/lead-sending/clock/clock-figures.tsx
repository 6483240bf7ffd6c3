import { useQuery } from "@tanstack/react-query";
import { read } from "../../../calls.ts";
import { wholeText } from "../../../ui/formats.ts";
import { minutesText } from "./clock-text.ts";
import classes from "./clock.module.css";

const DAYS = 30;

/** The figures of the last 30 days, and what waits now. */
export function ClockFigures() {
  const { data } = useQuery(read("leadSending.summariseClocks", { days: DAYS }));
  const figures = [
    ["Median first response", data?.median_minutes === null || !data ? "–" : minutesText(data.median_minutes)],
    ["In time", data?.in_time_percent === null || !data ? "–" : `${data.in_time_percent}%`],
    ["Waiting now", data ? wholeText(data.running + data.overdue) : "–"],
    ["Overdue now", data ? wholeText(data.overdue) : "–"],
  ] as const;
  return (
    <dl className={classes.figures} title={`Last ${DAYS} days`}>
      {figures.map(([label, value]) => (
        <div className={classes.figure} data-bad={(label === "Overdue now" && data && data.overdue > 0) || undefined} key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
