import { variablesIn } from "@kith/server/features/canned-replies/operations";
import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useRows, useWrite } from "../../calls.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { AttachButton, DraftFiles, useIsUploading } from "./attach.tsx";
import { ChannelTrouble } from "./channel-trouble.tsx";
import classes from "./new-message.module.css";
import { addressesIn, changeDraft, type Draft, dropDraft, useDraft } from "./draft.ts";
import { CONVERSATION } from "./read.ts";
import { type Channel, isStopped, isTroubled, troubleLabel } from "./trouble-text.ts";
import { useUndoSend } from "./use-send.ts";
import { hasWords, onlySignature, useSignature } from "./use-signature.ts";
import { useDraftKey } from "./use-draft-key.ts";
import { useHasNoChannel } from "./welcome.tsx";

const NEW = "new";

/** Begins a conversation: from which channel, to whom, about what. */
export function NewMessageButton({ isOpen, setOpen }: { isOpen: boolean; setOpen: (isOpen: boolean) => void }) {
  const hasNoChannel = useHasNoChannel();
  useKeys(hasNoChannel ? {} : { n: () => setOpen(true) });
  return (
    <>
      <Button
        variant="filled"
        leftSection={<IconPencil size={16} stroke={1.75} />}
        rightSection={<Kbd keys="n" onInk />}
        onClick={() => setOpen(true)}
        disabled={hasNoChannel}
      >
        <span className="k-desk">New message</span>
        <span className="k-phone">New</span>
      </Button>
      {isOpen && <NewMessageDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function NewMessageDialog({ onClose }: { onClose: () => void }) {
  const key = useDraftKey(NEW);
  const draft = useDraft(key);
  const { data: channels = [] } = useRows("channels.list", {});
  // WhatsApp lets a conversation begin with a template only, never with free text.
  const own = channels.filter((one) => one.can_read && one.kind !== "whatsapp");
  const [chosen, setChosen] = useState<string>();
  // One that sends is offered first. The others can be chosen too, and say why nothing leaves through them.
  const from = own.find(({ id }) => id === chosen) ?? own.find((one) => !isStopped(one)) ?? own[0];
  const channel = from?.id;
  const { start, error, isSending } = useStart(key);
  const signature = useSignature(channel);
  const change = (changes: Partial<Draft>) => changeDraft(key, changes);
  const [unfilled] = [...variablesIn(draft.subject), ...variablesIn(draft.text)];
  const isUploading = useIsUploading(key);
  const canSend = hasWords(draft.text, signature) && !isUploading && !unfilled && !isStopped(from);
  return (
    <Dialog title="New message" opened onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (channel && canSend) start(channel, draft);
        }}
      >
        <DialogBody>
          <div className={classes.fields}>
            {own.length === 0 && <Notice>Connect a mailbox first, under Company, Channels.</Notice>}
            <Select
              label="From"
              data={own.map((one) => ({ value: one.id, label: labelOf(one) }))}
              value={channel ?? null}
              onChange={(id) => id && setChosen(id)}
              allowDeselect={false}
            />
            {from && isTroubled(from) && <ChannelTrouble channel={from} />}
            <TextInput
              label="To"
              description="Several with commas between them"
              value={draft.to}
              onChange={(event) => change({ to: event.currentTarget.value })}
              required
              data-autofocus
              maxLength={4_000}
            />
            <TextInput
              label="Subject"
              value={draft.subject}
              onChange={(event) => change({ subject: event.currentTarget.value })}
              maxLength={500}
            />
            <Textarea
              label="Message"
              value={draft.text}
              onChange={(event) => change({ text: event.currentTarget.value })}
              onFocus={({ currentTarget: field }) => {
                if (draft.text !== "" || signature === "") return;
                flushSync(() => change({ text: onlySignature(signature) }));
                field.setSelectionRange(0, 0);
              }}
              required
              autosize
              minRows={6}
              maxRows={14}
              maxLength={100_000}
            />
            <DraftFiles id={key} files={draft.files} />
            {unfilled && <Notice tone="bad">Write something in place of {unfilled.whole}: it has no value here.</Notice>}
            {error && <Notice tone="bad">{error}</Notice>}
          </div>
        </DialogBody>
        <DialogFoot tip="It is kept until it is sent.">
          <AttachButton id={key} />
          <Button size="sm" variant="filled" type="submit" loading={isSending} disabled={!channel || !canSend}>
            Send
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Name and address, and whether it sends at all. */
const labelOf = (channel: Channel) => [channel.name, channel.address, troubleLabel(channel)].filter(Boolean).join(", ");

function useStart(key: string) {
  const navigate = useNavigate();
  const toast = useToast();
  const undo = useUndoSend(NEW);
  const write = useWrite("inbox.writeMessage", { refresh: CONVERSATION, showsError: false });
  const start = (channel: string, { to, subject, text, files }: Draft) => {
    const message = {
      channel,
      to: addressesIn(to),
      subject,
      text,
      // To a person about their matter. Outreach to many is not written here.
      purpose: "personal" as const,
      ...(files.length > 0 ? { files: files.map(({ id }) => id) } : {}),
    };
    const open = ({ conversation }: { conversation: string }) => void navigate({ to: "/inbox/$conversation", params: { conversation } });
    // Whoever closes the dialog meanwhile must not find the text in it again, as if it had not left.
    void write.mutateAsync(message, { onSuccess: open }).then(
      ({ id }) => {
        dropDraft(key);
        toast({
          text: "Sending in 10 s.",
          undo: () => undo({ id, text, to, subject, files }),
        });
      },
      () => undefined, // shown in the dialog, where the text is kept
    );
  };
  return { start, error: write.error?.message, isSending: write.isPending };
}
