import { IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Kbd } from "../../ui/kbd.tsx";
import { useIsAdmin } from "../members/me.ts";
import { SampleLine } from "../samples/sample-line.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { apiKeys, company, dashboard, filterSyntax } from "./areas.ts";
import { CompanyMenu } from "./company-menu.tsx";
import { RecordLinks } from "./record-links.tsx";
import classes from "./shell.module.css";

interface SidebarProps {
  onSearch: () => void;
  onCreate: (type: string) => void;
}

export function Sidebar({ onSearch, onCreate }: SidebarProps) {
  const isAdmin = useIsAdmin();
  return (
    <nav className={classes.side} aria-label="Areas">
      <CompanyMenu />
      <button className={`${classes.plain} ${classes.search}`} type="button" onClick={onSearch}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        Search or do
        <span className={classes.end}>
          <Kbd keys="mod k" />
        </span>
      </button>
      <AreaLink area={dashboard} />
      <RecordLinks onCreate={onCreate} />
      <div className={classes.gap} />
      <AreaLink area={company} />
      <div className={classes.heading}>Docs</div>
      <AreaLink area={apiKeys} />
      <AreaLink area={filterSyntax} />
      <div className={classes.foot}>
        {isAdmin && <SampleLine />}
        <AccountMenu />
      </div>
    </nav>
  );
}

function AreaLink({ area }: { area: typeof dashboard }) {
  return (
    <Link className={classes.link} to={area.to} activeOptions={{ exact: area.isExact ?? false, includeSearch: false }}>
      <area.icon size={16} stroke={1.75} aria-hidden />
      {area.title}
    </Link>
  );
}
