import { useDocumentTitle } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { followTabs } from "./tab-row.ts";
import tabClasses from "./tabs.module.css";
import classes from "./thing-page.module.css";

interface ThingTab {
  title: string;
  /** Beside the title: "2 held". */
  note?: string | undefined;
  isCurrent: boolean;
  /** Made with linkOptions(), which checks it. */
  link: Pick<LinkProps, "to" | "params" | "search">;
}

interface ThingPageProps {
  area: string;
  /** The list that the thing is in. */
  parent: { title: string; link: Pick<LinkProps, "to"> };
  title: string;
  /** Beside the title: its state. */
  state?: ReactNode;
  /** At the right of the breadcrumb: a figure or two. */
  note?: ReactNode;
  actions?: ReactNode;
  tabs?: ThingTab[];
  /** A line at the foot of the window. */
  foot?: ReactNode;
  /** Scrolls by itself. */
  children: ReactNode;
}

/** A page of one thing: breadcrumb, its name with what can be done, tabs, and a content that arranges itself. */
export function ThingPage({ area, parent, title, state, note, actions, tabs, foot, children }: ThingPageProps) {
  useDocumentTitle(`${title} · Kith`);
  return (
    <div className={classes.page}>
      <nav className={classes.bar} aria-label="Breadcrumb">
        <span className="k-desk">{area}</span>
        <IconChevronRight className="k-desk" size={14} stroke={1.75} aria-hidden />
        <Link className={classes.parent} {...parent.link}>
          {parent.title}
        </Link>
        <IconChevronRight size={14} stroke={1.75} aria-hidden />
        <span className={`${classes.here} k-truncate`}>{title}</span>
        {note && <span className={`${classes.note} k-desk`}>{note}</span>}
      </nav>
      <header className={classes.head} data-line={tabs ? undefined : true}>
        <h1 className={`${classes.title} k-truncate`} title={title}>
          {title}
        </h1>
        {state && <span className={classes.state}>{state}</span>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {tabs && (
        <nav className={`${tabClasses.tabs} ${classes.tabs}`} aria-label={title} ref={followTabs}>
          {tabs.map((tab) => (
            // The address of all tabs has the same path: which one is open is in its search, and the page knows it.
            <Link
              className={tabClasses.tab}
              {...tab.link}
              aria-current={tab.isCurrent ? "page" : undefined}
              activeOptions={{ exact: true }}
              key={tab.title}
            >
              {tab.title}
              {tab.note && <span className={tabClasses.count}>{tab.note}</span>}
            </Link>
          ))}
        </nav>
      )}
      <div className={classes.content}>{children}</div>
      {foot && <footer className={classes.foot}>{foot}</footer>}
    </div>
  );
}
