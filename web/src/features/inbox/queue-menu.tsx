import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowBackUp, IconBookmark, IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { RenameViewDialog, useCanChange, useViewActions, ViewItems } from "../views/index.ts";
import classes from "./inbox.module.css";
import { isChanged, queueToSave, searchOf, useQueues } from "./queues.ts";
import type { InboxSearch } from "./search.ts";

interface QueueMenuProps {
  search: InboxSearch;
  onSearch: (search: InboxSearch) => void;
}

const WORDS = { what: "Queue", stays: "Its conversations stay." };

/** What can be done with the queue that is open, for whoever may change it. */
export function QueueMenu({ search, onSearch }: QueueMenuProps) {
  const saved = useQueues()?.find(({ id }) => id === search.queue);
  const canChange = useCanChange({ saved });
  const [isRenaming, setRenaming] = useState(false);
  const toast = useToast();
  const actions = useViewActions(WORDS, () => onSearch({}));
  const update = useWrite("views.update", {
    refresh: ["views.list"],
    onDone: ({ name }) => toast({ text: `Queue “${name}” saved.` }),
  });
  if (!saved || !canChange) return null;
  const { type: _type, ...settings } = queueToSave(search);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={classes.tool ?? ""} aria-label="Queue" title={`Queue “${saved.name}”`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Queue “{saved.name}”</Menu.Label>
          {isChanged(search, saved) && (
            <>
              <Menu.Item
                leftSection={<IconBookmark size={16} stroke={1.75} />}
                onClick={() => update.mutate({ id: saved.id, ...settings })}
              >
                Save the filter
              </Menu.Item>
              <Menu.Item leftSection={<IconArrowBackUp size={16} stroke={1.75} />} onClick={() => onSearch(searchOf(saved))}>
                Discard changes
              </Menu.Item>
            </>
          )}
          <ViewItems saved={saved} what="queue" actions={actions} onRename={() => setRenaming(true)} />
        </Menu.Dropdown>
      </Menu>
      <RenameViewDialog saved={saved} opened={isRenaming} onClose={() => setRenaming(false)} />
    </>
  );
}
