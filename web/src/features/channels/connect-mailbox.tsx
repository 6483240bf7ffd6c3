import { Button, NumberInput, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { OutputOf } from "@kith/server/contract";
import { useFieldErrors } from "../../form.ts";
import { useWrite } from "../../calls.ts";
import { useIsAdmin } from "../../session.ts";
import { DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { Notice } from "../../ui/states.tsx";
import { Steps } from "../../ui/steps.tsx";
import { useToast } from "../../ui/toast.tsx";
import { type AccessDraft, AccessFields } from "./access-fields.tsx";
import classes from "./channels.module.css";
import { REFRESHED } from "./read.ts";
import { ServerFields } from "./server-fields.tsx";
import { useSignIn } from "./use-sign-in.ts";

export type Guess = OutputOf<"channels.guess">;

interface ConnectMailboxProps {
  address: string;
  guess: Guess;
  onClose: () => void;
  onBack: () => void;
}

const DEFAULT_DAYS = 30;

/** The second step: servers as they were guessed, and a password, which is tried before anything is saved. */
export function ConnectMailbox({ address, guess, onClose, onBack }: ConnectMailboxProps) {
  const isAdmin = useIsAdmin();
  const [name, setName] = useState(address.slice(0, address.indexOf("@")) || address);
  const [email, setEmail] = useState(guess.email);
  const [password, setPassword] = useState("");
  const [days, setDays] = useState(DEFAULT_DAYS);
  const [draft, setDraft] = useState<AccessDraft>({ access: isAdmin ? "everyone" : "private", members: [] });
  const [toast, navigate, signIn] = [useToast(), useNavigate(), useSignIn()];
  const create = useWrite("channels.create", {
    showsError: false,
    refresh: REFRESHED,
    onDone: async ({ id, name: saved }) => {
      toast({ text: `“${saved}” connected.` });
      onClose();
      await navigate({ to: "/company/channels/$channel", params: { channel: id } });
    },
  });
  const { errors, failure } = useFieldErrors(create.error, { name, email, password, history_days: days, ...draft });
  const provider = guess.sign_in === "password" ? undefined : guess.providers.find((one) => one === guess.sign_in);
  const given = { name, ...draft, history_days: days };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ kind: "email", address, email, password, ...given });
      }}
    >
      <DialogBody>
        <div className={classes.fields}>
          <Steps label="Connect a mailbox" steps={["Address", "Servers and password"]} current={1} />
          {(failure ?? Object.values(errors)[0]) && <Notice tone="bad">{failure ?? create.error?.message}</Notice>}
          <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} error={errors["name"]} />
          {provider && (
            <Button loading={signIn.isPending} onClick={() => signIn.mutate({ provider, address, ...given })}>
              Sign in with {provider === "google" ? "Google" : "Microsoft"}
            </Button>
          )}
          {guess.advice && !provider && <Notice>{guess.advice}</Notice>}
          <PasswordField
            label={`Password of ${address}`}
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={errors["password"]}
            data-autofocus
          />
          <ServerFields email={email} onChange={setEmail} errors={errors} />
          <AccessFields
            draft={draft}
            onChange={(change) => setDraft({ ...draft, ...change })}
            offered={isAdmin ? ["everyone", "chosen", "private"] : ["private"]}
            error={errors["members"]}
          />
          <NumberInput
            label="Days of older emails"
            description="How far back the mailbox is read. New emails never wait for old ones."
            inputWrapperOrder={["label", "input", "error", "description"]}
            value={days}
            onChange={(value) => setDays(Number(value) || 0)}
            min={0}
            max={36_500}
            allowDecimal={false}
            error={errors["history_days"]}
          />
        </div>
      </DialogBody>
      <DialogFoot tip="It is tried first. Nothing in the mailbox changes.">
        <Button size="sm" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" size="sm" variant="filled" loading={create.isPending} disabled={password === ""}>
          {create.isPending ? "Trying" : "Connect"}
        </Button>
      </DialogFoot>
    </form>
  );
}
