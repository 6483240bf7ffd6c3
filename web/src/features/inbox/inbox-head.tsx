import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useIsPhone } from "../../ui/browser.ts";
import { useKeys } from "../../ui/keyboard.ts";
import { type FilterBarHandle, LanguageBar } from "../filters/index.ts";
import classes from "./inbox.module.css";
import { Tabs } from "./inbox-tabs.tsx";
import { ListTools } from "./list-tools.tsx";
import { QueueMenu } from "./queue-menu.tsx";
import { AddQueue } from "./queue-tabs.tsx";
import type { InboxSearch } from "./search.ts";
import { isFoundByWords, useConversationLanguage } from "./use-language.ts";

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
          <QueueMenu search={search} onSearch={onSearch} />
          {side}
        </span>
      </header>
      <div className={classes.under}>
        <Tabs search={search} />
        <AddQueue search={search} onSearch={onSearch} />
        {!isPhone && <span className={classes.tools}>{tools}</span>}
      </div>
      {isFiltering && (
        <div className={classes.filter}>
          <LanguageBar
            language={language}
            placeholder="Words, or a filter such as is:overdue has:attachment"
            value={filter}
            onChange={(next) => onSearch({ ...search, filter: next === "" && !search.queue ? undefined : next })}
            onEscape={() => setAsked(false)}
            ref={bar}
          />
        </div>
      )}
    </div>
  );
}
