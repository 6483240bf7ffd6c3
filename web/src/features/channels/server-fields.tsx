import { NumberInput, Select, TextInput } from "@mantine/core";
import classes from "./channels.module.css";
import type { Channel } from "./health-text.ts";

type EmailSettings = NonNullable<Channel["email"]>;
type Server = EmailSettings["incoming"];

interface ServerFieldsProps {
  email: EmailSettings;
  onChange: (email: EmailSettings) => void;
  /** By pointer. */
  errors: Record<string, string>;
}

/** The two servers of a mailbox, and the name that signs in. */
export function ServerFields({ email, onChange, errors }: ServerFieldsProps) {
  const at = (place: string) => Object.entries(errors).find(([pointer]) => pointer === place || pointer.startsWith(`${place}/`))?.[1];
  return (
    <>
      <OneServer
        label="Receiving (IMAP)"
        server={email.incoming}
        onChange={(incoming) => onChange({ ...email, incoming })}
        error={at("email/incoming")}
      />
      <OneServer
        label="Sending (SMTP)"
        server={email.outgoing}
        onChange={(outgoing) => onChange({ ...email, outgoing })}
        error={at("email/outgoing")}
      />
      <TextInput
        label="User name"
        description="Most often the address."
        inputWrapperOrder={["label", "input", "error", "description"]}
        value={email.user}
        onChange={(event) => onChange({ ...email, user: event.currentTarget.value })}
        autoComplete="off"
        error={at("email/user")}
      />
    </>
  );
}

interface OneServerProps {
  label: string;
  server: Server;
  onChange: (server: Server) => void;
  error: string | undefined;
}

function OneServer({ label, server, onChange, error }: OneServerProps) {
  return (
    <fieldset className={classes.server}>
      <TextInput
        className={classes.host}
        label={label}
        value={server.host}
        onChange={(event) => onChange({ ...server, host: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        error={error}
      />
      <NumberInput
        className={classes.port}
        label="Port"
        aria-label={`Port of ${label}`}
        value={server.port}
        onChange={(port) => onChange({ ...server, port: Number(port) || 0 })}
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
      />
      <Select
        className={classes.security}
        label="Security"
        aria-label={`Security of ${label}`}
        data={[
          { value: "tls", label: "TLS" },
          { value: "starttls", label: "STARTTLS" },
        ]}
        value={server.security}
        onChange={(security) => onChange({ ...server, security: security === "starttls" ? "starttls" : "tls" })}
        allowDeselect={false}
      />
    </fieldset>
  );
}
