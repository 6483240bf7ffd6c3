import { ActionIcon, Tooltip } from "@mantine/core";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { countQuery } from "../filters/index.ts";
import { countText } from "../fields/index.ts";
import type { RecordType } from "../types/index.ts";
import { NameViewDialog } from "./name-view-dialog.tsx";
import classes from "./views.module.css";
import { followTabs } from "../../ui/tab-row.ts";
import tabs from "../../ui/tabs.module.css";
import { type ListView, type SavedView, searchFor, settingsToSave, useViews } from "./list-view.ts";

interface ViewTabsProps {
  type: RecordType;
  view: ListView;
  /** At the end of the bar: the layout switch. */
  children: ReactNode;
}

/** A tab for all records, then the saved views. A hollow dot marks a view with unsaved changes. */
export function ViewTabs({ type, view, children }: ViewTabsProps) {
  const views = useViews(type.key);
  const [isNaming, setNaming] = useState(false);
  return (
    <div className={classes.bar}>
      <nav className={`${tabs.tabs} ${classes.tabs}`} aria-label="Views" ref={followTabs}>
        <Tab type={type} view={view} saved={undefined} />
        {views?.map((saved) => (
          <Tab type={type} view={view} saved={saved} key={saved.id} />
        ))}
      </nav>
      <Tooltip label="Save as a view">
        <ActionIcon className={`${tabs.add} k-desk`} aria-label="Save as a view" onClick={() => setNaming(true)}>
          <IconPlus size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <span className={classes.tools}>{children}</span>
      <NameViewDialog settings={settingsToSave(type, view)} onSaved={view.open} opened={isNaming} onClose={() => setNaming(false)} />
    </div>
  );
}

function Tab({ type, view, saved }: { type: RecordType; view: ListView; saved: SavedView | undefined }) {
  const isCurrent = view.saved?.id === saved?.id;
  const { data: count } = useQuery(countQuery(type.key, saved?.filter ?? ""));
  return (
    <Link
      className={tabs.tab}
      to="/records/$type"
      params={{ type: type.key }}
      search={saved ? searchFor(type, saved) : {}}
      preload={false}
      // The router marks a link whose search is a part of the address: without this, a link without any is always current.
      activeOptions={{ exact: true }}
      activeProps={{}}
      aria-current={isCurrent ? "page" : undefined}
    >
      {saved?.name ?? "All"}
      {saved?.is_shared && <IconUsers size={12} stroke={1.75} aria-label="shared" />}
      {count && <span className={classes.count}>{countText(count)}</span>}
      {isCurrent && view.isChanged && <span className={tabs.dot} role="img" aria-label="unsaved changes" />}
    </Link>
  );
}
