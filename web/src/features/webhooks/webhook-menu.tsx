import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconHistory, IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconPower, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { isStopped, type Webhook } from "./health-text.ts";
import { ReplayDialog } from "./replay-dialog.tsx";
import { DeleteWebhook, RotateSecret } from "./secret-dialog.tsx";
import { TurnOnDialog, useSetState } from "./turn-on-dialog.tsx";

type Question = "delete" | "rotate" | "on" | "replay";

/** Everything that can be done with one webhook. */
export function WebhookMenu({ webhook }: { webhook: Webhook }) {
  const [asked, setAsked] = useState<Question>();
  const navigate = useNavigate();
  const setState = useSetState(webhook);
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${webhook.name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={() => void navigate({ to: "/company/webhooks/$webhook/edit", params: { webhook: webhook.id } })}
          >
            Edit
          </Menu.Item>
          {isStopped(webhook) ? (
            <Menu.Item leftSection={<IconPlayerPlay size={16} stroke={1.75} />} onClick={() => setAsked("on")}>
              Turn on
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconPlayerPause size={16} stroke={1.75} />} onClick={() => setState("paused")}>
              Pause
            </Menu.Item>
          )}
          {webhook.state !== "off" && (
            <Menu.Item leftSection={<IconPower size={16} stroke={1.75} />} onClick={() => setState("off")}>
              Turn off
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconHistory size={16} stroke={1.75} />} onClick={() => setAsked("replay")}>
            Replay a time range
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={16} stroke={1.75} />} onClick={() => setAsked("rotate")}>
            Rotate secret
          </Menu.Item>
          <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setAsked("delete")}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === "on" && <TurnOnDialog webhook={webhook} onClose={close} />}
      {asked === "replay" && <ReplayDialog webhook={webhook} onClose={close} />}
      <RotateSecret webhook={webhook} opened={asked === "rotate"} onClose={close} />
      <DeleteWebhook webhook={webhook} opened={asked === "delete"} onClose={close} />
    </>
  );
}
