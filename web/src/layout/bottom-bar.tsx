import { IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type Area, areasOf, useFeatures } from "../manifest.ts";
import classes from "./shell.module.css";

const BEFORE_SEARCH = 2;

/** The areas on a phone, with the search in the middle. */
export function BottomBar({ onSearch }: { onSearch: () => void }) {
  const areas = areasOf(useFeatures()).filter((area) => area.isOnPhone);
  return (
    <nav className={classes.bottom} aria-label="Main">
      {areas.slice(0, BEFORE_SEARCH).map((area) => (
        <Item area={area} key={area.title} />
      ))}
      <button className={`${classes.plain} ${classes.item}`} type="button" onClick={onSearch}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        Find
      </button>
      {areas.slice(BEFORE_SEARCH).map((area) => (
        <Item area={area} key={area.title} />
      ))}
    </nav>
  );
}

function Item({ area }: { area: Area }) {
  return (
    <Link className={classes.item} to={area.to} activeOptions={{ includeSearch: false }}>
      <area.icon size={20} stroke={1.75} aria-hidden />
      {area.title}
    </Link>
  );
}
