import { Menu } from "@mantine/core";
import { IconPencil, IconTrash, IconUser, IconUsers } from "@tabler/icons-react";
import type { SavedView } from "./list-view.ts";
import type { useViewActions } from "./use-view-actions.ts";

interface ViewItemsProps {
  saved: SavedView;
  /** "view", or what it is called where it is. */
  what: string;
  actions: ReturnType<typeof useViewActions>;
  onRename: () => void;
}

/** The part of a menu that is about one saved view. */
export function ViewItems({ saved, what, actions, onRename }: ViewItemsProps) {
  const isShared = saved.is_shared;
  const Who = isShared ? IconUser : IconUsers;
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onRename}>
        Rename
      </Menu.Item>
      <Menu.Item leftSection={<Who size={16} stroke={1.75} />} onClick={() => actions.share(saved, !isShared)}>
        {isShared ? "Only for me" : "Share with everyone"}
      </Menu.Item>
      <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => actions.drop(saved)}>
        Delete {what}
      </Menu.Item>
    </>
  );
}
