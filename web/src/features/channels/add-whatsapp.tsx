import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useFieldErrors } from "../../form.ts";
import { useWrite } from "../../calls.ts";
import { DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { Notice } from "../../ui/states.tsx";
import { Steps } from "../../ui/steps.tsx";
import { type AccessDraft, AccessFields } from "./access-fields.tsx";
import classes from "./channels.module.css";
import { REFRESHED } from "./read.ts";
import { type Callback, WhatsAppCallback } from "./whatsapp-callback.tsx";

const EMPTY = { name: "WhatsApp", phone_number_id: "", business_account_id: "", token: "", app_secret: "" };
const STEPS = ["Number and token", "Callback"];

/** A WhatsApp number: what Meta shows is entered here and tried; then what Meta has to know is shown. */
export function AddWhatsApp({ onClose, onBack }: { onClose: () => void; onBack: () => void }) {
  const [given, setGiven] = useState(EMPTY);
  const [draft, setDraft] = useState<AccessDraft>({ access: "everyone", members: [] });
  const [connected, setConnected] = useState<{ id: string; callback: Callback }>();
  const connect = useWrite("channels.connectWhatsApp", {
    showsError: false,
    refresh: REFRESHED,
    onDone: ({ channel, callback }) => setConnected({ id: channel.id, callback }),
  });
  const { errors, failure } = useFieldErrors(connect.error, { ...given, ...draft });
  if (connected) return <EnterCallback {...connected} onClose={onClose} />;
  const field = (name: keyof typeof EMPTY, label: string, description?: string) => ({
    label,
    description,
    value: given[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setGiven({ ...given, [name]: event.currentTarget.value }),
    error: errors[name],
    required: true,
  });
  const access = draft.access === "chosen" ? "chosen" : "everyone";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate({ ...given, members: draft.members, access });
      }}
    >
      <DialogBody>
        <div className={classes.fields}>
          <Steps label="Connect WhatsApp" steps={STEPS} current={0} />
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextInput {...field("name", "Name")} maxLength={100} />
          <TextInput {...field("phone_number_id", "Phone number id", "From WhatsApp, API setup, in the Meta app")} inputMode="numeric" />
          <TextInput {...field("business_account_id", "Business account id", "Beside it")} inputMode="numeric" />
          <PasswordField {...field("token", "Access token", "Of a system user, with whatsapp_business_messaging")} autoComplete="off" />
          <PasswordField
            {...field("app_secret", "App secret", "From App settings, Basic. Callbacks are signed with it")}
            autoComplete="off"
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
        <Button type="submit" size="sm" variant="filled" loading={connect.isPending}>
          Connect
        </Button>
      </DialogFoot>
    </form>
  );
}

function EnterCallback({ id, callback, onClose }: { id: string; callback: Callback; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <>
      <DialogBody>
        <div className={classes.fields}>
          <Steps label="Connect WhatsApp" steps={STEPS} current={1} />
          <Notice tone="good">The number works. Messages arrive as soon as Meta knows where to bring them.</Notice>
          <WhatsAppCallback callback={callback} />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button
          size="sm"
          variant="filled"
          onClick={() => {
            onClose();
            void navigate({ to: "/company/channels/$channel", params: { channel: id } });
          }}
        >
          Done
        </Button>
      </DialogFoot>
    </>
  );
}
