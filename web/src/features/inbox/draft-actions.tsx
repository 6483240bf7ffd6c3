import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { changeDraft, takeBack } from "./draft.ts";
import classes from "./messages.module.css";
import { CONVERSATION, type Message, type WholeConversation } from "./read.ts";
import { useDraftKey } from "./use-draft-key.ts";
import { writtenAgain } from "./written-again.ts";

/** A draft in the conversation, such as one that an assistant wrote: a person sends it, changes it first, or throws it away. */
export function DraftActions({ message, conversation }: { message: Message; conversation: WholeConversation }) {
  const { id } = message;
  const again = writtenAgain(message, conversation);
  const toast = useToast();
  const key = useDraftKey(conversation.id);
  const send = useWrite("inbox.sendMessage", {
    refresh: CONVERSATION,
    onDone: () => toast({ text: "Sending in 10 s.", undo: () => cancel.mutate({ id }) }),
  });
  const cancel = useWrite("inbox.cancelMessage", { refresh: CONVERSATION });
  const remove = useWrite("inbox.cancelMessage", {
    refresh: CONVERSATION,
    onDone: () => toast({ text: "Draft deleted.", undo: () => takeBack(key, again) }),
  });
  const edit = useWrite("inbox.cancelMessage", {
    refresh: CONVERSATION,
    onDone() {
      takeBack(key, again);
      changeDraft(key, { seen: conversation.last_message });
    },
  });
  const isBusy = send.isPending || edit.isPending || remove.isPending;
  return (
    <div className={classes.draft}>
      <span className={classes.state}>
        <IconPencil size={12} stroke={1.75} aria-hidden />
        Draft, not sent
      </span>
      <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => remove.mutate({ id })}>
        Delete
      </Button>
      <Button disabled={isBusy} onClick={() => edit.mutate({ id })}>
        Change it first
      </Button>
      <Button
        variant="filled"
        disabled={isBusy}
        onClick={() => send.mutate({ id, ...(conversation.last_message ? { seen: conversation.last_message } : {}) })}
      >
        Send draft
      </Button>
    </div>
  );
}
