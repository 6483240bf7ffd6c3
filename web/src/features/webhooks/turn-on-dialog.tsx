import { Button } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { Choice, ChoiceSet } from "../../ui/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import { waitingText, type Webhook } from "./health-text.ts";

export const REFRESHED: ("webhooks.get" | "webhooks.list" | "webhooks.listDeliveries")[] = [
  "webhooks.get",
  "webhooks.list",
  "webhooks.listDeliveries",
];

/** Pauses a webhook or turns it off. Both lose nothing, so nothing is asked first. */
export function useSetState({ id, name, state: before }: Webhook) {
  const toast = useToast();
  const back = useWrite("webhooks.setState", { refresh: REFRESHED });
  const write = useWrite("webhooks.setState", {
    refresh: REFRESHED,
    onDone: (_webhook, { state }) => {
      const undo = before === "off" || before === "paused" ? before : "on";
      toast({
        text: state === "paused" ? `“${name}” paused. New events wait.` : `“${name}” turned off. New events wait.`,
        undo: () => back.mutate({ id, state: undo }),
      });
    },
  });
  return (state: "paused" | "off") => write.mutate({ id, state });
}

interface TurnOnDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

/** Asks from where a stopped webhook goes on. */
export function TurnOnDialog({ webhook, onClose }: TurnOnDialogProps) {
  const { id, name } = webhook;
  const [from, setFrom] = useState<"stopped" | "now">("stopped");
  const toast = useToast();
  const write = useWrite("webhooks.setState", {
    refresh: REFRESHED,
    onDone: () => {
      toast({ text: `“${name}” turned on.` });
      onClose();
    },
  });
  return (
    <Dialog title={`Turn on “${name}”?`} opened onClose={onClose} width={400}>
      <DialogBody>
        <ChoiceSet legend="Send events">
          <Choice
            name="from"
            title={`From where it stopped (${waitingText(webhook).toLowerCase()})`}
            isChosen={from === "stopped"}
            onChoose={() => setFrom("stopped")}
          >
            Events of one record are sent in order.
          </Choice>
          <Choice name="from" title="From now" isChosen={from === "now"} onChoose={() => setFrom("now")}>
            What happened meanwhile is not sent. You can replay it later.
          </Choice>
        </ChoiceSet>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" variant="filled" loading={write.isPending} onClick={() => write.mutate({ id, state: "on", from })} data-autofocus>
          Turn on
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
