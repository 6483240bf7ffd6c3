import type { OutputOf } from "@kith/server/contract";
import { Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useWrite } from "../../calls.ts";
import { useFieldErrors } from "../../form.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";

export type CannedReply = OutputOf<"cannedReplies.list">["items"][number];

interface ReplyDialogProps {
  /** The one to change; none to add one. */
  reply: CannedReply | undefined;
  onClose: () => void;
}

/** Adds a canned reply or changes one. */
export function ReplyDialog({ reply, onClose }: ReplyDialogProps) {
  const toast = useToast();
  const [name, setName] = useState(reply?.name ?? "");
  const [text, setText] = useState(reply?.text ?? "");
  const [isShared, setShared] = useState(reply?.is_shared ?? true);
  const done = () => {
    toast({ text: reply ? `Canned reply “${name}” changed.` : `Canned reply “${name}” added.` });
    onClose();
  };
  const add = useWrite("cannedReplies.create", { refresh: ["cannedReplies.list"], showsError: false, onDone: done });
  const change = useWrite("cannedReplies.update", { refresh: ["cannedReplies.list"], showsError: false, onDone: done });
  const error = add.error ?? change.error;
  const { errors: fields, failure } = useFieldErrors(error, { name, text, isShared });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const given = { name, text, is_shared: isShared };
    if (reply) change.mutate({ id: reply.id, ...given });
    else add.mutate(given);
  };
  return (
    <Dialog title={reply ? "Edit canned reply" : "Add a canned reply"} opened onClose={onClose} width={600}>
      <form onSubmit={save} noValidate>
        <DialogBody>
          <div style={{ display: "grid", gap: 16 }}>
            {failure && <Notice tone="bad">{failure}</Notice>}
            <TextInput
              label="Name"
              data-autofocus
              value={name}
              error={fields["name"]}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Textarea
              label="Text"
              description="Variables: {{contact.first_name|there}}, {{contact.name}}, {{contact.organization}}, {{me.name}}, {{company.name}}. After | is what stands there without a value."
              autosize
              minRows={6}
              maxRows={16}
              value={text}
              error={fields["text"]}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Checkbox label="Every member can use it" checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} />
          </div>
        </DialogBody>
        <DialogFoot>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="filled" size="sm" loading={add.isPending || change.isPending}>
            {reply ? "Save" : "Add"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
