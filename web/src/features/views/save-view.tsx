import { Button, Menu } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { useIsAdmin, useMe } from "../../session.ts";
import { type ListView, settingsToSave } from "./list-view.ts";
import type { RecordType } from "../types/index.ts";
import { NameViewDialog } from "./name-view-dialog.tsx";

/** There only while what is shown differs from what is saved. */
export function SaveView({ type, view }: { type: RecordType; view: ListView }) {
  const [isNaming, setNaming] = useState(false);
  const canChange = useCanChange(view);
  const toast = useToast();
  const update = useWrite("views.update", {
    refresh: ["views.list"],
    onDone: (saved) => {
      toast({ text: `View “${saved.name}” saved.` });
      view.open(saved);
    },
  });
  const save = () => {
    const { type: _type, ...settings } = settingsToSave(type, view);
    if (view.saved) update.mutate({ id: view.saved.id, ...settings });
  };
  const dialog = (
    <NameViewDialog settings={settingsToSave(type, view)} onSaved={view.open} opened={isNaming} onClose={() => setNaming(false)} />
  );
  if (!view.isChanged) return dialog;
  return (
    <>
      {canChange ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <SaveButton isWorking={update.isPending} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={save}>Save “{view.saved?.name}”</Menu.Item>
            <Menu.Item onClick={() => setNaming(true)}>Save as a new view</Menu.Item>
            <Menu.Item onClick={() => view.open(view.saved)}>Discard changes</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <SaveButton onClick={() => setNaming(true)} />
      )}
      {dialog}
    </>
  );
}

interface SaveButtonProps extends React.ComponentProps<"button"> {
  isWorking?: boolean;
}

function SaveButton({ isWorking = false, ...props }: SaveButtonProps) {
  return (
    <Button className="k-desk" size="sm" leftSection={<IconBookmark size={16} stroke={1.75} />} loading={isWorking} {...props}>
      Save view
    </Button>
  );
}

/** One's own views, and for Admins every shared one. */
export function useCanChange({ saved }: Pick<ListView, "saved">): boolean {
  const { user } = useMe();
  const isAdmin = useIsAdmin();
  return saved !== undefined && (isAdmin || saved.owner.id === user.id);
}
