import { Button, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useFieldErrors } from "../../form.ts";
import { useWrite } from "../../calls.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { type AccessDraft, AccessFields } from "./access-fields.tsx";
import classes from "./channels.module.css";
import type { Channel } from "./health-text.ts";
import { REFRESHED } from "./read.ts";
import { ServerFields } from "./server-fields.tsx";

/** Changes a channel. Other servers or another password are tried before they are saved. */
export function EditChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { id, access, sign_in: signIn } = channel;
  const [name, setName] = useState(channel.name);
  const [email, setEmail] = useState(channel.email);
  const [password, setPassword] = useState("");
  const [days, setDays] = useState(channel.history_days);
  const [draft, setDraft] = useState<AccessDraft>({ access, members: channel.members.map((one) => one.id) });
  const toast = useToast();
  const save = useWrite("channels.update", {
    showsError: false,
    refresh: REFRESHED,
    onDone: () => {
      toast({ text: `Channel “${name}” saved.` });
      onClose();
    },
  });
  const { errors, failure } = useFieldErrors(save.error, { name, email, password, history_days: days, ...draft });
  const isMailbox = signIn === "password" && email !== null;
  const submit = () => {
    const shared = draft.access === "private" ? {} : { access: draft.access, members: draft.members };
    const isMoved = JSON.stringify(email) !== JSON.stringify(channel.email);
    save.mutate({
      id,
      name,
      ...shared,
      ...(channel.kind === "email" ? { history_days: days } : {}),
      ...(isMailbox && isMoved ? { email } : {}),
      ...(password === "" ? {} : { password }),
    });
  };
  return (
    <Dialog title={`Edit “${channel.name}”`} opened onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogBody>
          <div className={classes.fields}>
            {(failure ?? Object.values(errors)[0]) && <Notice tone="bad">{failure ?? save.error?.message}</Notice>}
            <TextInput
              label="Name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={errors["name"]}
              data-autofocus
            />
            {isMailbox && <ServerFields email={email} onChange={setEmail} errors={errors} />}
            {isMailbox && (
              <PasswordField
                label="New password"
                placeholder="Stays as it is"
                autoComplete="off"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                error={errors["password"]}
              />
            )}
            {access !== "private" && (
              <AccessFields
                draft={draft}
                onChange={(change) => setDraft({ ...draft, ...change })}
                offered={["everyone", "chosen"]}
                error={errors["members"]}
              />
            )}
            {channel.kind === "email" && (
              <NumberInput
                label="Days of older emails"
                value={days}
                onChange={(value) => setDays(Number(value) || 0)}
                min={0}
                max={36_500}
                allowDecimal={false}
                error={errors["history_days"]}
              />
            )}
          </div>
        </DialogBody>
        <DialogFoot>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="sm" variant="filled" loading={save.isPending}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
