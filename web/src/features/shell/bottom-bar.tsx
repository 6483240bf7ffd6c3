import { IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { apiKeys, company, profile, start } from "./areas.ts";
import classes from "./shell.module.css";

/** The areas on a phone, under the thumb. */
export function BottomBar({ onSearch }: { onSearch: () => void }) {
  return (
    <nav className={classes.bottom} aria-label="Areas">
      <Item area={start} />
      <Item area={company} />
      <button className={`${classes.plain} ${classes.item}`} type="button" onClick={onSearch}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        Find
      </button>
      <Item area={apiKeys} />
      <Item area={profile} />
    </nav>
  );
}

function Item({ area }: { area: typeof start }) {
  return (
    <Link className={classes.item} to={area.to} activeOptions={{ exact: area.isExact ?? false, includeSearch: false }}>
      <area.icon size={20} stroke={1.75} aria-hidden />
      {area.title}
    </Link>
  );
}
