import { useClickOutside } from "@mantine/hooks";
import { IconLayoutSidebar, IconSearch } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { type PointerEvent, useState } from "react";
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
  const fold = useFold();
  return (
    <nav className={classes.side} aria-label="Main" data-open={fold.isOpen || undefined} {...fold.nav}>
      <CompanyMenu />
      <button
        className={`${classes.plain} ${classes.link} ${classes.fold}`}
        type="button"
        aria-expanded={fold.isOpen}
        onClick={fold.toggle}
      >
        <IconLayoutSidebar size={16} stroke={1.75} aria-hidden />
        <span>{fold.isOpen ? "Fold the menu" : "Unfold the menu"}</span>
      </button>
      <button className={`${classes.plain} ${classes.search}`} type="button" onClick={onSearch}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span>Search</span>
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

/** In a narrow window only the icons stay. A pointer or the keyboard unfolds them by coming near, a finger by the button. */
function useFold() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const ref = useClickOutside<HTMLElement>(close);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [shown, setShown] = useState(path);
  if (shown !== path) {
    setShown(path);
    close();
  }
  // A finger has no place that it is near to, and a pointer that rests where a page opens has not come near.
  const byMouse = (isNear: boolean) => (event: PointerEvent) => event.pointerType === "mouse" && setOpen(isNear);
  return { isOpen, nav: { ref, onPointerMove: byMouse(true), onPointerLeave: byMouse(false) }, toggle: () => setOpen(!isOpen) };
}

function AreaLinks({ place }: { place: Area["place"] }) {
  return areasOf(useFeatures())
    .filter((area) => area.place === place)
    .map((area) => (
      <Link className={classes.link} to={area.to} activeOptions={{ includeSearch: false }} key={area.title}>
        <area.icon size={16} stroke={1.75} aria-hidden />
        <span className="k-truncate">{area.title}</span>
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
