import { Menu } from "@mantine/core";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { type Area, areasOf, useFeatures } from "../manifest.ts";
import classes from "./shell.module.css";

/** The areas on a phone: those that are used most, the search, and the others behind "Menu": pages have a "More" of their own. */
export function BottomBar({ onSearch }: { onSearch: () => void }) {
  const areas = areasOf(useFeatures());
  return (
    <nav className={classes.bottom} aria-label="Main">
      {areas
        .filter((area) => area.isOnPhone)
        .map((area) => (
          <Item area={area} key={area.title} />
        ))}
      <button className={`${classes.plain} ${classes.item}`} type="button" onClick={onSearch}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        Find
      </button>
      <Others areas={areas.filter((area) => !area.isOnPhone)} />
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

function Others({ areas }: { areas: Area[] }) {
  const navigate = useNavigate();
  return (
    <Menu position="top-end" width={208}>
      <Menu.Target>
        <button className={`${classes.plain} ${classes.item}`} type="button">
          <IconMenu2 size={20} stroke={1.75} aria-hidden />
          Menu {areas.map((area) => area.useNote && <Note useNote={area.useNote} className={classes.onMenu} key={area.title} />)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {areas.map((area) => (
          <Menu.Item
            leftSection={<area.icon size={16} stroke={1.75} />}
            rightSection={area.useNote && <Note useNote={area.useNote} className={classes.role} />}
            onClick={() => void navigate({ to: area.to })}
            key={area.title}
          >
            {area.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What waits in an area that is behind the menu: on its line, and on the menu itself. */
function Note({ useNote, className }: { useNote: NonNullable<Area["useNote"]>; className: string | undefined }) {
  // An area keeps its hook as long as it is there.
  // oxlint-disable-next-line react/rules-of-hooks
  const note = useNote();
  return note === undefined ? null : <span className={className}>{note}</span>;
}
