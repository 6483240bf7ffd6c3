import {
  type Icon,
  IconActivity,
  IconChartArea,
  IconChartBar,
  IconChartLine,
  IconFilter,
  IconHash,
  IconTable,
  IconTrophy,
} from "@tabler/icons-react";
import type { Kind } from "./draft.ts";
import classes from "./widget-dialog.module.css";

const kinds: { kind: Kind; title: string; icon: Icon }[] = [
  { kind: "number", title: "Number", icon: IconHash },
  { kind: "bar", title: "Bars", icon: IconChartBar },
  { kind: "line", title: "Line", icon: IconChartLine },
  { kind: "area", title: "Area", icon: IconChartArea },
  { kind: "funnel", title: "Stages", icon: IconFilter },
  { kind: "table", title: "Table", icon: IconTable },
  { kind: "leaderboard", title: "Leaderboard", icon: IconTrophy },
  { kind: "activity", title: "Activity", icon: IconActivity },
];

/** How the figure is drawn. */
export function KindPicker({ kind: chosen, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  return (
    <div className={classes.kinds} role="radiogroup" aria-label="Kind of widget">
      {kinds.map(({ kind, title, icon: KindIcon }) => (
        <label className={classes.kind} key={kind}>
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={kind === chosen}
            onChange={() => onChange(kind)}
            data-autofocus={kind === chosen || undefined}
          />
          <KindIcon size={16} stroke={1.75} aria-hidden />
          {title}
        </label>
      ))}
    </div>
  );
}
