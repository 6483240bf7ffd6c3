import { ActionIcon, Menu } from "@mantine/core";
import { IconBookmark, IconDots } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { type ListView, settingsToSave } from "./list-view.ts";
import type { RecordType } from "../types/index.ts";
import { NameViewDialog } from "./name-view-dialog.tsx";
import { RenameViewDialog } from "./rename-view-dialog.tsx";
import { useCanChange } from "./save-view.tsx";
import { useViewActions } from "./use-view-actions.ts";
import { ViewItems } from "./view-items.tsx";

interface ListMenuProps {
  type: RecordType;
  view: ListView;
  /** More actions for the list. */
  children?: ReactNode;
}

/** Actions for the current view, and saving the list as a new view. */
export function ListMenu({ type, view, children }: ListMenuProps) {
  const [asked, setAsked] = useState<"name" | "rename">();
  const canChange = useCanChange(view);
  const { saved } = view;
  const actions = useViewActions({ what: "View", stays: "The records stay." }, () => view.open(undefined));
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="More">
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {saved && canChange && (
            <>
              <Menu.Label>View “{saved.name}”</Menu.Label>
              <ViewItems saved={saved} what="view" actions={actions} onRename={() => setAsked("rename")} />
              <Menu.Divider />
            </>
          )}
          <Menu.Item leftSection={<IconBookmark size={16} stroke={1.75} />} onClick={() => setAsked("name")}>
            Save as a view
          </Menu.Item>
          {children}
        </Menu.Dropdown>
      </Menu>
      <NameViewDialog
        settings={settingsToSave(type, view)}
        onSaved={view.open}
        opened={asked === "name"}
        onClose={() => setAsked(undefined)}
      />
      {saved && <RenameViewDialog saved={saved} opened={asked === "rename"} onClose={() => setAsked(undefined)} />}
    </>
  );
}
