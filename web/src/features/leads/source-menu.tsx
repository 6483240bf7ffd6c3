import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import { type LeadSource, SOURCES } from "./read.ts";

/** Publishes or pauses a form, and says so. */
function useSetSourceState() {
  const toast = useToast();
  const write = useWrite("leads.setSourceState", {
    refresh: SOURCES,
    onDone: ({ name, state }) =>
      toast(state === "published" ? { text: `Form “${name}” published.` } : { text: `Form “${name}” paused. Visitors cannot send it.` }),
  });
  return (source: Pick<LeadSource, "id">, state: "published" | "paused") => write.mutate({ id: source.id, state });
}

/** Everything that can be done with one form. */
export function SourceMenu({ source }: { source: LeadSource }) {
  const [isDeleting, setDeleting] = useState(false);
  const setState = useSetSourceState();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${source.name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {source.state === "published" ? (
            <Menu.Item leftSection={<IconPlayerPause size={16} stroke={1.75} />} onClick={() => setState(source, "paused")}>
              Pause
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconPlayerPlay size={16} stroke={1.75} />} onClick={() => setState(source, "published")}>
              Publish
            </Menu.Item>
          )}
          <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setDeleting(true)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteSource source={source} opened={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

function DeleteSource({ source, opened, onClose }: { source: LeadSource; opened: boolean; onClose: () => void }) {
  const toast = useToast();
  const navigate = useNavigate();
  const write = useWrite("leads.deleteSource", {
    refresh: ["leads.listSources"],
    onDone: async () => {
      onClose();
      toast({ text: `Form “${source.name}” deleted.` });
      await navigate({ to: "/lead-sending/sources", ignoreBlocker: true });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete form “${source.name}”?`}
      opened={opened}
      onClose={onClose}
      confirm="Delete form"
      isWorking={write.isPending}
      onConfirm={() => write.mutate({ id: source.id })}
    >
      Visitors cannot send it any more, wherever it stands. Its leads and what was sent are kept.
    </ConfirmDialog>
  );
}
