import { IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { company, dashboard, profile, records } from "./areas.ts";
import classes from "./shell.module.css";

/** The areas on a phone, under the thumb. */
export function BottomBar({ onSearch }: { onSearch: () => void }) {
  return (
    <nav className={classes.bottom} aria-label="Areas">
      <Item area={dashboard} />
      <Item area={records} />
      <button className={`${classes.plain} ${classes.item}`} type="button" onClick={onSearch}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        Find
      </button>
      <Item area={company} />
      <Item area={profile} />
    </nav>
  );
}

function Item({ area }: { area: typeof dashboard }) {
  return (
    <Link className={classes.item} to={area.to} activeOptions={{ exact: area.isExact ?? false, includeSearch: false }}>
      <area.icon size={20} stroke={1.75} aria-hidden />
      {area.title}
    </Link>
  );
}
