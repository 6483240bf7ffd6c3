import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { useRows } from "../../calls.ts";
import { wholeText } from "../../ui/formats.ts";
import tabClasses from "../../ui/tabs.module.css";
import classes from "./inbox.module.css";
import { type Counts, useCounts } from "./read.ts";
import { type InboxSearch, type TabKey, TABS, tabOf } from "./search.ts";

/** More of them would push the other tabs out of sight. They can still be found with channel:name. */
const MAX_CHANNELS = 4;

/** The title, and the tabs with how much waits behind each. A company with several channels has a tab for each. */
export function InboxHead({ search, side }: { search: InboxSearch; side: ReactNode }) {
  const { data: counts } = useCounts();
  const { data: channels = [] } = useRows("channels.list", {});
  const seen = channels.filter((one) => one.can_read).slice(0, MAX_CHANNELS);
  return (
    <div className={classes.top}>
      <header className={classes.bar}>
        <h1 className={classes.title}>Inbox</h1>
        <span className={classes.side}>{side}</span>
      </header>
      <nav className={`${tabClasses.tabs} ${classes.tabs}`} aria-label="Inbox">
        {(Object.keys(TABS) as TabKey[]).map((key) => (
          <Fragment key={key}>
            {key === AFTER_CHANNELS &&
              seen.length > 1 &&
              seen.map(({ id, name }) => (
                <TabLink to={{ channel: id }} isCurrent={search.channel === id} key={id}>
                  {name}
                </TabLink>
              ))}
            <TabLink to={key === "open" ? {} : { tab: key }} isCurrent={!search.channel && key === tabOf(search)}>
              {TABS[key].title}
              {counts && COUNTED[key] && <span className={tabClasses.count}>{countText(COUNTED[key](counts), counts)}</span>}
            </TabLink>
          </Fragment>
        ))}
      </nav>
    </div>
  );
}

const AFTER_CHANNELS: TabKey = "snoozed";

function TabLink({ to, isCurrent, children }: { to: InboxSearch; isCurrent: boolean; children: ReactNode }) {
  return (
    // The address of all tabs has the same path: which one is open is in its search.
    <Link className={tabClasses.tab} to="/inbox" search={to} aria-current={isCurrent ? "page" : undefined} activeOptions={{ exact: true }}>
      {children}
    </Link>
  );
}

const COUNTED: Partial<Record<TabKey, (counts: Counts) => number>> = {
  open: (counts) => counts.to_answer + counts.waiting,
  mine: (counts) => counts.mine,
  snoozed: (counts) => counts.snoozed,
};

const countText = (count: number, { is_exact: isExact }: Counts) => `${wholeText(count)}${isExact ? "" : "+"}`;
