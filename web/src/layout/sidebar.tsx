import { IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type Area, areasOf, type FrameParts, useFeatures } from "../manifest.ts";
import { Kbd } from "../ui/kbd.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { CompanyMenu } from "./company-menu.tsx";
import classes from "./shell.module.css";

interface SidebarProps {
  parts: readonly FrameParts[];
  onSearch: () => void;
}

export function Sidebar({ parts, onSearch }: SidebarProps) {
  const links = parts.flatMap(({ SidebarLinks }) => SidebarLinks ?? []);
  const foot = parts.flatMap(({ SidebarFoot }) => SidebarFoot ?? []);
  return (
    <nav className={classes.side} aria-label="Main">
      <CompanyMenu />
      <button className={`${classes.plain} ${classes.search}`} type="button" onClick={onSearch}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        Search
        <span className={classes.end}>
          <Kbd keys="mod k" />
        </span>
      </button>
      <div className={classes.areas}>
        <AreaLinks place="top" />
        {links.map((Links) => (
          <Links key={Links.name} />
        ))}
        <div className={classes.gap} />
        <AreaLinks place="bottom" />
        <div className={classes.heading}>Docs</div>
        <AreaLinks place="docs" />
      </div>
      <div className={classes.foot}>
        {foot.map((Foot) => (
          <Foot key={Foot.name} />
        ))}
        <AccountMenu />
      </div>
    </nav>
  );
}

function AreaLinks({ place }: { place: Area["place"] }) {
  return areasOf(useFeatures())
    .filter((area) => area.place === place)
    .map((area) => (
      <Link className={classes.link} to={area.to} activeOptions={{ includeSearch: false }} key={area.title}>
        <area.icon size={16} stroke={1.75} aria-hidden />
        {area.title}
        {area.useNote && <AreaNote useNote={area.useNote} />}
      </Link>
    ));
}

function AreaNote({ useNote }: { useNote: () => string | undefined }) {
  // An area keeps its hook as long as it is there.
  // oxlint-disable-next-line react/rules-of-hooks
  const note = useNote();
  return note === undefined ? null : <span className={classes.role}>{note}</span>;
}
