import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useFieldErrors } from "../../form.ts";
import { useWrite } from "../../calls.ts";
import { useIsAdmin, useMe } from "../../session.ts";
import { Choice, ChoiceSet } from "../../ui/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/states.tsx";
import { Steps } from "../../ui/steps.tsx";
import { AddApiChannel } from "./add-api-channel.tsx";
import { AddWhatsApp } from "./add-whatsapp.tsx";
import classes from "./channels.module.css";
import { ConnectMailbox, type Guess } from "./connect-mailbox.tsx";

const TITLES = { api: "Add an API channel", whatsapp: "Connect WhatsApp" };

/** Adds a channel step by step: address, servers guessed, tried, saved. */
export function AddChannel({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<{ address: string; guess: Guess }>();
  const [other, setOther] = useState<"api" | "whatsapp">();
  const title = other === undefined ? "Connect a mailbox" : TITLES[other];
  return (
    <Dialog title={title} opened onClose={onClose}>
      {other === "api" ? (
        <AddApiChannel onClose={onClose} onBack={() => setOther(undefined)} />
      ) : other === "whatsapp" ? (
        <AddWhatsApp onClose={onClose} onBack={() => setOther(undefined)} />
      ) : found ? (
        <ConnectMailbox {...found} onClose={onClose} onBack={() => setFound(undefined)} />
      ) : (
        <AskAddress onFound={setFound} onOther={setOther} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface AskAddressProps {
  onFound: (found: { address: string; guess: Guess }) => void;
  onOther: (kind: "api" | "whatsapp") => void;
  onClose: () => void;
}

function AskAddress({ onFound, onOther, onClose }: AskAddressProps) {
  const isAdmin = useIsAdmin();
  const [kind, setKind] = useState<"email" | "whatsapp" | "api">("email");
  const [address, setAddress] = useState(useMe().user.email);
  const guess = useWrite("channels.guess", {
    showsError: false,
    onDone: (answer) => onFound({ address: address.trim().toLowerCase(), guess: answer }),
  });
  const { errors, failure } = useFieldErrors(guess.error, { address });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (kind !== "email") onOther(kind);
        else guess.mutate({ address: address.trim() });
      }}
    >
      <DialogBody>
        <div className={classes.fields}>
          <Steps label="Connect a mailbox" steps={["Address", "Servers and password"]} current={0} />
          {isAdmin && (
            <ChoiceSet legend="What to add" columns={2}>
              <Choice name="kind" title="Mailbox" isChosen={kind === "email"} onChoose={() => setKind("email")}>
                By IMAP and SMTP.
              </Choice>
              <Choice name="kind" title="WhatsApp" isChosen={kind === "whatsapp"} onChoose={() => setKind("whatsapp")}>
                A number of the Cloud API.
              </Choice>
              <Choice name="kind" title="API channel" isChosen={kind === "api"} onChoose={() => setKind("api")}>
                For a system of your own.
              </Choice>
            </ChoiceSet>
          )}
          {kind === "email" && (
            <TextInput
              label="Address of the mailbox"
              type="email"
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              error={errors["address"]}
              data-autofocus
            />
          )}
          {failure && <Notice tone="bad">{failure}</Notice>}
        </div>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="filled" loading={guess.isPending}>
          Continue
        </Button>
      </DialogFoot>
    </form>
  );
}
