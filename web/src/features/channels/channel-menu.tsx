import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { useIsAdmin } from "../../session.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import { EditChannel } from "./edit-channel.tsx";
import type { Channel } from "./health-text.ts";
import { REFRESHED } from "./read.ts";

/** What can be done with one channel, by those who may. */
export function ChannelMenu({ channel }: { channel: Channel }) {
  const [asked, setAsked] = useState<"delete" | "edit">();
  const isAdmin = useIsAdmin();
  const setState = useWrite("channels.setState", { refresh: REFRESHED });
  const { id, name, state, can_change: canChange } = channel;
  if (!canChange && !isAdmin) return null;
  const isPaused = state === "paused";
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canChange && (
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setAsked("edit")}>
              Edit
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={isPaused ? <IconPlayerPlay size={16} stroke={1.75} /> : <IconPlayerPause size={16} stroke={1.75} />}
            onClick={() => setState.mutate({ id, state: isPaused ? "on" : "paused" })}
          >
            {isPaused ? "Turn on" : "Pause"}
          </Menu.Item>
          <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setAsked("delete")}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === "edit" && <EditChannel channel={channel} onClose={close} />}
      <DeleteChannel channel={channel} opened={asked === "delete"} onClose={close} />
    </>
  );
}

function DeleteChannel({ channel: { id, name }, opened, onClose }: { channel: Channel; opened: boolean; onClose: () => void }) {
  const toast = useToast();
  const navigate = useNavigate();
  const remove = useWrite("channels.delete", {
    refresh: ["channels.list"],
    onDone: async () => {
      toast({ text: `Channel “${name}” deleted.` });
      onClose();
      await navigate({ to: "/company/channels", search: {} });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete channel “${name}”?`}
      opened={opened}
      onClose={onClose}
      confirm="Delete channel"
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
    >
      <p className="k-muted">
        Nothing more is received or sent, also not what waits to be sent, and its password is removed. Its conversations stay.
      </p>
    </ConfirmDialog>
  );
}
