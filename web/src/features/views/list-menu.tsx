import { ActionIcon, Menu } from "@mantine/core";
import { IconBookmark, IconDots, IconPencil, IconTrash, IconUser, IconUsers } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import type { ListView } from "./list-view.ts";
import type { RecordType } from "../types/index.ts";
import { NameViewDialog } from "./name-view-dialog.tsx";
import { RenameViewDialog } from "./rename-view-dialog.tsx";
import { useCanChange } from "./save-view.tsx";

interface ListMenuProps {
  type: RecordType;
  view: ListView;
  /** More actions for the list. */
  children?: ReactNode;
}

/** Actions for the current view, and saving the list as a new view. */
export function ListMenu({ type, view, children }: ListMenuProps) {
  const [asked, setAsked] = useState<"name" | "rename">();
  const toast = useToast();
  const canChange = useCanChange(view);
  const { saved } = view;
  const update = useWrite("views.update", { refresh: ["views.list"] });
  const create = useWrite("views.create", { refresh: ["views.list"] });
  const remove = useWrite("views.delete", { refresh: ["views.list"] });
  const share = (isShared: boolean) => {
    if (!saved) return;
    update.mutate(
      { id: saved.id, is_shared: isShared },
      {
        onSuccess: () =>
          toast({ text: isShared ? `“${saved.name}” is now shared with everyone.` : `“${saved.name}” is now visible only to you.` }),
      },
    );
  };
  const drop = () => {
    if (!saved) return;
    const { id, owner: _owner, created_at: _at, ...settings } = saved;
    const undo = () => create.mutate(settings);
    remove.mutate({ id }, { onSuccess: () => toast({ text: `View “${saved.name}” deleted. The records stay.`, undo }) });
    view.open(undefined);
  };
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
              <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setAsked("rename")}>
                Rename
              </Menu.Item>
              {saved.is_shared ? (
                <Menu.Item leftSection={<IconUser size={16} stroke={1.75} />} onClick={() => share(false)}>
                  Only for me
                </Menu.Item>
              ) : (
                <Menu.Item leftSection={<IconUsers size={16} stroke={1.75} />} onClick={() => share(true)}>
                  Share with everyone
                </Menu.Item>
              )}
              <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={drop}>
                Delete view
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item leftSection={<IconBookmark size={16} stroke={1.75} />} onClick={() => setAsked("name")}>
            Save as a view
          </Menu.Item>
          {children}
        </Menu.Dropdown>
      </Menu>
      <NameViewDialog type={type} view={view} opened={asked === "name"} onClose={() => setAsked(undefined)} />
      {saved && <RenameViewDialog saved={saved} opened={asked === "rename"} onClose={() => setAsked(undefined)} />}
    </>
  );
}
