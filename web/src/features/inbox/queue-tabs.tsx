import { ActionIcon, Tooltip } from "@mantine/core";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import tabClasses from "../../ui/tabs.module.css";
import { NameViewDialog } from "../views/index.ts";
import { isChanged, queueToSave, searchOf, useQueues } from "./queues.ts";
import type { InboxSearch } from "./search.ts";
import { TabLink } from "./tab-link.tsx";

/** A tab for each saved queue. A hollow dot marks one that lists something else than was saved. */
export function QueueTabs({ search }: { search: InboxSearch }) {
  const queues = useQueues() ?? [];
  return queues.map((saved) => {
    const isCurrent = search.queue === saved.id;
    return (
      <TabLink to={searchOf(saved)} isCurrent={isCurrent} key={saved.id}>
        {saved.name}
        {saved.is_shared && <IconUsers size={12} stroke={1.75} aria-label="shared" />}
        {isCurrent && isChanged(search, saved) && <span className={tabClasses.dot} role="img" aria-label="unsaved changes" />}
      </TabLink>
    );
  });
}

/** Keeps what is listed now as a tab of its own. */
export function AddQueue({ search, onSearch }: { search: InboxSearch; onSearch: (search: InboxSearch) => void }) {
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Tooltip label="Save as a queue">
        <ActionIcon className="k-desk" aria-label="Save as a queue" onClick={() => setNaming(true)}>
          <IconPlus size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <NameViewDialog
        title="Save as a queue"
        placeholder="Late offers"
        settings={queueToSave(search)}
        onSaved={(saved) => onSearch(searchOf(saved))}
        opened={isNaming}
        onClose={() => setNaming(false)}
      />
    </>
  );
}
