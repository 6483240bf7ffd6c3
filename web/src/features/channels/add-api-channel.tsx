import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useFieldErrors } from "../../form.ts";
import { useWrite } from "../../calls.ts";
import { DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { type AccessDraft, AccessFields } from "./access-fields.tsx";
import classes from "./channels.module.css";
import { REFRESHED } from "./read.ts";

/** A channel for a system of one's own: it needs a name, and a key to call with. */
export function AddApiChannel({ onClose, onBack }: { onClose: () => void; onBack: () => void }) {
  const [name, setName] = useState("");
  const [draft, setDraft] = useState<AccessDraft>({ access: "everyone", members: [] });
  const [toast, navigate] = [useToast(), useNavigate()];
  const create = useWrite("channels.create", {
    showsError: false,
    refresh: REFRESHED,
    onDone: async ({ id, name: saved }) => {
      toast({ text: `Channel “${saved}” added.` });
      onClose();
      await navigate({ to: "/company/channels/$channel", params: { channel: id } });
    },
  });
  const { errors, failure } = useFieldErrors(create.error, { name, ...draft });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ kind: "api", name, ...draft });
      }}
    >
      <DialogBody>
        <div className={classes.fields}>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={errors["name"]}
            data-autofocus
          />
          <AccessFields
            draft={draft}
            onChange={(change) => setDraft({ ...draft, ...change })}
            offered={["everyone", "chosen"]}
            error={errors["members"]}
          />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" size="sm" variant="filled" loading={create.isPending}>
          Add channel
        </Button>
      </DialogFoot>
    </form>
  );
}
