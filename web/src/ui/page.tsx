import { useDocumentTitle } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { wholeText } from "./formats.ts";
import classes from "./page.module.css";
import { followTabs } from "./tab-row.ts";
import tabClasses from "./tabs.module.css";

interface PageTab {
  to: LinkProps["to"];
  title: string;
  useCount?: () => number | undefined;
}

interface PageParent {
  title: string;
  /** Made with linkOptions(), which checks it. */
  link: Pick<LinkProps, "to" | "params">;
}

interface PageProps {
  title: string;
  /** The area the page belongs to, before its title. */
  area?: string;
  /** The pages between the area and this one. */
  parents?: PageParent[];
  /** At the right of the title: a state, or what can be done with the whole page. */
  side?: ReactNode;
  tabs?: PageTab[];
  /** Without the reading width: the page arranges itself. */
  isWide?: boolean;
  /** Without margins, and scrolling by itself: a list with its foot, and a panel beside it. */
  isFull?: boolean;
  children: ReactNode;
}

/** A page: breadcrumb and title, the tabs of its area, and the scrolling content. */
export function Page({ title, area, parents, side, tabs, isWide = false, isFull = false, children }: PageProps) {
  useDocumentTitle(`${title} · Kith`);
  return (
    <div className={classes.page}>
      <header className={classes.bar} data-line={tabs ? undefined : true}>
        <span className={classes.crumb}>
          {area && (
            // A phone has no room for it beside buttons.
            <span className={parents || side ? `${classes.step} k-desk` : classes.step}>
              {area}
              <IconChevronRight size={14} stroke={1.75} aria-hidden />
            </span>
          )}
          {parents?.map((parent, at) => (
            // A phone has room for the nearest one.
            <span
              className={at < parents.length - 1 ? `${classes.step} k-desk` : classes.step}
              data-nearest={at === parents.length - 1 || undefined}
              key={parent.title}
            >
              <Link className={`${classes.parent} k-truncate`} {...parent.link}>
                {parent.title}
              </Link>
              <IconChevronRight size={14} stroke={1.75} aria-hidden />
            </span>
          ))}
          <h1 className={`${classes.title} k-truncate`}>{title}</h1>
        </span>
        {side && <span className={classes.side}>{side}</span>}
      </header>
      {tabs && (
        <nav className={`${tabClasses.tabs} ${classes.tabs}`} aria-label={area ?? title} ref={followTabs}>
          {tabs.map((tab) => (
            <Link className={tabClasses.tab} to={tab.to} activeOptions={{ exact: true, includeSearch: false }} key={tab.title}>
              {tab.title}
              {tab.useCount && <TabCount useCount={tab.useCount} />}
            </Link>
          ))}
        </nav>
      )}
      {isFull ? (
        <div className={classes.full}>{children}</div>
      ) : (
        <div className={classes.content}>
          <div className={isWide ? undefined : classes.measure}>{children}</div>
        </div>
      )}
    </div>
  );
}

function TabCount({ useCount }: { useCount: () => number | undefined }) {
  // A tab keeps its hook as long as it is there.
  // oxlint-disable-next-line react/rules-of-hooks
  const count = useCount();
  return count === undefined ? null : <span className={tabClasses.count}>{wholeText(count)}</span>;
}

interface SectionProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ title, lead, actions, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 className={classes.h2}>{title}</h2>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** A column of fields at reading width. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <div className={classes.form}>{children}</div>;
}

/** Lines in a frame: a label, its value, and what can be done with it. */
export function Lines({ children }: { children: ReactNode }) {
  return <div className={classes.box}>{children}</div>;
}

export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <span className={classes.label}>{label}</span>
      {children}
    </div>
  );
}
