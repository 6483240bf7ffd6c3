import { TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "./composer.module.css";
import { addressesIn, changeDraft, type Draft } from "./draft.ts";
import { answerText } from "./names.ts";
import type { WholeConversation } from "./read.ts";

interface RecipientsProps {
  conversation: WholeConversation;
  draftKey: string;
  draft: Draft;
}

/** Who gets the answer: whom the service would send it to, unless somebody says otherwise. */
export function Recipients({ conversation, draftKey, draft }: RecipientsProps) {
  const [isOpen, setOpen] = useState(draft.to !== "" || draft.cc !== "");
  const { channel, answer_to: answered } = conversation;
  if (channel.kind !== "email") return null;
  const usual = answered.map(({ address }) => address).join(", ") || (conversation.from?.address ?? "");
  const others = addressesIn(draft.cc).length;
  if (!isOpen)
    return (
      <button className={classes.to} type="button" onClick={() => setOpen(true)} title={`Change who gets it: ${draft.to || usual}`}>
        To {draft.to || answerText(conversation)}
        {others > 0 && ` and ${others} more`}
      </button>
    );
  return (
    <div className={classes.addresses}>
      <TextInput
        size="xs"
        label="To"
        value={draft.to}
        placeholder={usual}
        onChange={(event) => changeDraft(draftKey, { to: event.currentTarget.value })}
        maxLength={4_000}
      />
      <TextInput
        size="xs"
        label="Cc"
        value={draft.cc}
        onChange={(event) => changeDraft(draftKey, { cc: event.currentTarget.value })}
        maxLength={4_000}
      />
    </div>
  );
}
