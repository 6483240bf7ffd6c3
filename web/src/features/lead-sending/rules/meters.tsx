import { wholeText } from "../../../ui/formats.ts";
import type { ShownRule } from "./draft.ts";
import { PER } from "./rule-text.ts";
import classes from "./rules.module.css";

type MeterOf = ShownRule["meters"][number];

/** How much of each cap is used. */
export function Meters({ meters }: { meters: MeterOf[] }) {
  if (meters.length === 0) return null;
  return (
    <span className={classes.meters}>
      {meters.map((meter) => (
        <CapMeter meter={meter} key={meter.of + meter.per} />
      ))}
    </span>
  );
}

function CapMeter({ meter: { of, per, used, most, person } }: { meter: MeterOf }) {
  const isFull = used >= most;
  const label = of === "person" ? `Most per person ${PER[per].toLowerCase()}` : PER[per];
  const text = `${wholeText(used)} of ${wholeText(most)}`;
  return (
    <span className={classes.cap} title={person ? `${person.name} has the most` : undefined}>
      {label}
      <span className={classes.track} data-full={isFull || undefined} aria-hidden>
        <span style={{ width: `${Math.min(100, (used * 100) / most)}%` }} />
      </span>
      <span className={isFull ? classes.full : undefined}>{text}</span>
    </span>
  );
}
