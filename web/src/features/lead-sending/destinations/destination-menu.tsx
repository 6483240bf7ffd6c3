import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../../calls.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useToast } from "../../../ui/toast.tsx";
import type { Destination } from "../read.ts";
import { ShownOnce } from "../shown-once.tsx";
import { useSetState } from "./set-state.ts";

/** Everything that can be done with one destination. */
export function DestinationMenu({ destination }: { destination: Destination }) {
  const [asked, setAsked] = useState<"delete" | "secret">();
  const navigate = useNavigate();
  const setState = useSetState(destination);
  const close = () => setAsked(undefined);
  const { id, name, kind, state } = destination;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={() => void navigate({ to: "/lead-sending/destinations/$destination", params: { destination: id } })}
          >
            Open
          </Menu.Item>
          {state === "paused" ? (
            <Menu.Item leftSection={<IconPlayerPlay size={16} stroke={1.75} />} onClick={() => setState("on")}>
              Turn on
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconPlayerPause size={16} stroke={1.75} />} onClick={() => setState("paused")}>
              Pause
            </Menu.Item>
          )}
          {kind === "http" && (
            <Menu.Item leftSection={<IconKey size={16} stroke={1.75} />} onClick={() => setAsked("secret")}>
              Rotate secret
            </Menu.Item>
          )}
          <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setAsked("delete")}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <NewSecret destination={destination} opened={asked === "secret"} onClose={close} />
      <Delete destination={destination} opened={asked === "delete"} onClose={close} />
    </>
  );
}

interface QuestionProps {
  destination: Destination;
  opened: boolean;
  onClose: () => void;
}

function NewSecret({ destination: { id, name }, opened, onClose }: QuestionProps) {
  const [secret, setSecret] = useState<string>();
  const rotate = useWrite("leadSending.rotateDestinationSecret", {
    refresh: ["leadSending.listDestinations", "leadSending.getDestination"],
    onDone: (answer) => {
      onClose();
      setSecret(answer.secret);
    },
  });
  return (
    <>
      <ConfirmDialog
        title={`Rotate secret for “${name}”?`}
        opened={opened}
        onClose={onClose}
        confirm="Rotate secret"
        keep="Cancel"
        isWorking={rotate.isPending}
        onConfirm={() => rotate.mutate({ id })}
      >
        <p className="k-muted">The old one stops working at once: the receiver needs the new one to check signatures.</p>
      </ConfirmDialog>
      {secret && (
        <ShownOnce
          title={`New secret for “${name}”`}
          what="secret"
          text={secret}
          onClose={() => {
            setSecret(undefined);
            rotate.reset();
          }}
        >
          The receiver checks the signature of every lead with it.
        </ShownOnce>
      )}
    </>
  );
}

function Delete({ destination: { id, name, waiting }, opened, onClose }: QuestionProps) {
  const toast = useToast();
  const navigate = useNavigate();
  const remove = useWrite("leadSending.deleteDestination", {
    refresh: ["leadSending.listDestinations", "leadSending.getRules"],
    onDone: async () => {
      toast({ text: `Destination “${name}” deleted.` });
      onClose();
      await navigate({ to: "/lead-sending/destinations" });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete destination “${name}”?`}
      opened={opened}
      onClose={onClose}
      confirm="Delete destination"
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
    >
      <p className="k-muted">
        Rules that send to it go on to the next rule. What it was sent stays in the log.
        {waiting > 0 && " What waits for it is decided again."}
      </p>
    </ConfirmDialog>
  );
}
