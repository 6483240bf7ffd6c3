import { Fragment } from "react";
import { useRows } from "../../calls.ts";
import { wholeText } from "../../ui/formats.ts";
import { followTabs } from "../../ui/tab-row.ts";
import tabClasses from "../../ui/tabs.module.css";
import classes from "./inbox.module.css";
import { QueueTabs } from "./queue-tabs.tsx";
import { type Counts, useCounts } from "./read.ts";
import { type InboxSearch, type TabKey, TABS, tabOf } from "./search.ts";
import { TabLink } from "./tab-link.tsx";

/** More of them would push the other tabs out of sight. They can still be found with channel:name. */
const MAX_CHANNELS = 4;

/** A company with several channels has a tab for each, and every queue that was saved has one. */
export function Tabs({ search }: { search: InboxSearch }) {
  const { data: counts } = useCounts();
  const { data: channels = [] } = useRows("channels.list", {});
  const seen = channels.filter((one) => one.can_read).slice(0, MAX_CHANNELS);
  return (
    <nav className={`${tabClasses.tabs} ${classes.tabs}`} aria-label="Inbox" ref={followTabs}>
      {(Object.keys(TABS) as TabKey[]).map((key) => (
        <Fragment key={key}>
          {key === AFTER_CHANNELS &&
            seen.length > 1 &&
            seen.map(({ id, name }) => (
              <TabLink to={{ channel: id }} isCurrent={search.channel === id} key={id}>
                {name}
                {counts && <Count of={openIn(counts, id)} isExact={counts.is_exact} />}
              </TabLink>
            ))}
          {key === AFTER_CHANNELS && <QueueTabs search={search} />}
          <TabLink to={key === "open" ? {} : { tab: key }} isCurrent={!search.channel && !search.queue && key === tabOf(search)}>
            {TABS[key].title}
            {counts && <TabCount tab={key} counts={counts} />}
          </TabLink>
        </Fragment>
      ))}
    </nav>
  );
}

const AFTER_CHANNELS: TabKey = "snoozed";

type Counted = Counts["closed"];

const COUNTED: Record<TabKey, ((counts: Counts) => number | Counted) | undefined> = {
  open: (counts) => counts.to_answer + counts.waiting,
  mine: (counts) => counts.mine_open,
  unassigned: (counts) => counts.unassigned,
  snoozed: (counts) => counts.snoozed,
  closed: (counts) => counts.closed,
  // Nobody works through it.
  spam: undefined,
};

function TabCount({ tab, counts }: { tab: TabKey; counts: Counts }) {
  const count = COUNTED[tab]?.(counts);
  if (count === undefined) return null;
  return typeof count === "number" ? <Count of={count} isExact={counts.is_exact} /> : <Count of={count.count} isExact={count.is_exact} />;
}

const Count = ({ of, isExact }: { of: number; isExact: boolean }) => (
  <span className={tabClasses.count}>
    {wholeText(of)}
    {isExact ? "" : "+"}
  </span>
);

const openIn = ({ channels }: Counts, channel: string) => channels.find(({ id }) => id === channel)?.open ?? 0;
