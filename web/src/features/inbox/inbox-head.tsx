import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useRows } from "../../calls.ts";
import { useIsPhone } from "../../ui/browser.ts";
import { wholeText } from "../../ui/formats.ts";
import { useKeys } from "../../ui/keyboard.ts";
import tabClasses from "../../ui/tabs.module.css";
import { type FilterBarHandle, LanguageBar } from "../filters/index.ts";
import classes from "./inbox.module.css";
import { ListTools } from "./list-tools.tsx";
import { type Counts, useCounts } from "./read.ts";
import { type InboxSearch, type TabKey, TABS, tabOf } from "./search.ts";
import { isFoundByWords, useConversationLanguage } from "./use-language.ts";

/** More of them would push the other tabs out of sight. They can still be found with channel:name. */
const MAX_CHANNELS = 4;

interface InboxHeadProps {
  search: InboxSearch;
  /** Another filter or order; the conversation that is open stays so. */
  onSearch: (search: InboxSearch) => void;
  side: ReactNode;
}

/** The title, the tabs with how much waits behind each, and what of them is listed in which order. */
export function InboxHead({ search, onSearch, side }: InboxHeadProps) {
  const isPhone = useIsPhone();
  const language = useConversationLanguage();
  const [isAsked, setAsked] = useState(false);
  const bar = useRef<FilterBarHandle>(null);
  const filter = search.filter ?? "";
  const isFiltering = isAsked || filter !== "";
  const ask = () => {
    flushSync(() => setAsked(true));
    bar.current?.focus();
  };
  useKeys({ "/": ask });
  const tools = (
    <ListTools
      search={search}
      isFound={isFoundByWords(language?.check(filter))}
      isFiltering={isFiltering}
      onFilter={() => (isAsked && filter === "" ? setAsked(false) : ask())}
      onSort={(sort) => onSearch({ ...search, sort })}
    />
  );
  return (
    <div className={classes.top}>
      <header className={classes.bar}>
        <h1 className={classes.title}>Inbox</h1>
        <span className={classes.side}>
          {isPhone && tools}
          {side}
        </span>
      </header>
      <div className={classes.under}>
        <Tabs search={search} />
        {!isPhone && <span className={classes.tools}>{tools}</span>}
      </div>
      {isFiltering && (
        <div className={classes.filter}>
          <LanguageBar
            language={language}
            placeholder="Words, or a filter such as is:overdue has:attachment"
            value={filter}
            onChange={(next) => onSearch({ ...search, filter: next === "" ? undefined : next })}
            onEscape={() => setAsked(false)}
            ref={bar}
          />
        </div>
      )}
    </div>
  );
}

/** A company with several channels has a tab for each. */
function Tabs({ search }: { search: InboxSearch }) {
  const { data: counts } = useCounts();
  const { data: channels = [] } = useRows("channels.list", {});
  const seen = channels.filter((one) => one.can_read).slice(0, MAX_CHANNELS);
  return (
    <nav className={`${tabClasses.tabs} ${classes.tabs}`} aria-label="Inbox">
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
          <TabLink to={key === "open" ? {} : { tab: key }} isCurrent={!search.channel && key === tabOf(search)}>
            {TABS[key].title}
            {counts && <TabCount tab={key} counts={counts} />}
          </TabLink>
        </Fragment>
      ))}
    </nav>
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
