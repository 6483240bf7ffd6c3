import { Link } from "@tanstack/react-router";
import { Avatar } from "../../../ui/avatar.tsx";
import type { WidgetProps } from "../figure-text.ts";
import classes from "./widgets.module.css";

/** Who is ahead: people in order, each with what they have and how many it is made of. */
export function LeaderboardWidget({ widget, figure, type, unit }: WidgetProps<"groups">) {
  const people = figure.groups.filter((group) => group.key !== null);
  const most = Math.max(...people.map((group) => group.value ?? 0), 0) || 1;
  return (
    <ol className={`${classes.list} ${classes.people}`} aria-label={widget.title}>
      {people.map((group, at) => (
        <li className={classes.item} key={group.key}>
          <Link
            className={classes.person}
            to="/records/$type"
            params={{ type: type.key }}
            search={{ filter: group.filter ?? figure.filter }}
          >
            <span className={classes.place}>{at + 1}</span>
            <Avatar id={group.key ?? ""} name={group.label} />
            <span className={classes.personName}>{group.label}</span>
            <span className={classes.meter} aria-hidden>
              <span style={{ width: `${(Math.max(group.value ?? 0, 0) / most) * 100}%` }} />
            </span>
            <span className={classes.figure}>{unit.full(group.value)}</span>
            {widget.measure !== "count" && <span className={classes.count}>{group.count}</span>}
          </Link>
        </li>
      ))}
    </ol>
  );
}
