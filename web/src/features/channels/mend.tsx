import { Button } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { useClock } from "../../ui/clock.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useToast } from "../../ui/toast.tsx";
import classes from "./channels.module.css";
import { type Channel, clockText, waitingText } from "./health-text.ts";
import { REFRESHED } from "./read.ts";
import { useSignIn } from "./use-sign-in.ts";

/** A channel that does not work: what is wrong, what to do, and the field that mends it. */
export function Mend({ channel, withName = false }: { channel: Channel; withName?: boolean }) {
  const { now, zone } = useClock();
  const { name, words, remedy, since, next_try_at: next, state } = channel;
  return (
    <div className={classes.mend} role="alert" data-tone={state === "failing" ? "soon" : undefined}>
      <div className={classes.mendWords}>
        <p className={classes.strong}>
          {withName && `“${name}”: `}
          {words ?? "This channel does not work."} Since {clockText(new Date(since), now, zone)}.
        </p>
        <p>{remedy}</p>
        <p className="k-muted">
          {waitingText(channel)}
          {next && ` Next try at ${clockText(new Date(next), now, zone)}.`}
        </p>
      </div>
      {channel.can_change && state === "needs_sign_in" && <NewSecret channel={channel} />}
      {channel.can_change && state === "failing" && <TryNow channel={channel} />}
    </div>
  );
}

/** A mailbox that is read and cannot send. */
export function MendSending({ channel }: { channel: Channel }) {
  const { now, zone } = useClock();
  const { sending } = channel;
  if (!sending) return null;
  const isRefused = sending.cause === "password" || sending.cause === "token";
  return (
    <div className={classes.mend} role="alert" data-tone={isRefused ? undefined : "soon"}>
      <div className={classes.mendWords}>
        <p className={classes.strong}>
          Sending fails: {sending.words} Since {clockText(new Date(sending.since), now, zone)}.
        </p>
        <p>{sending.remedy}</p>
        <p className="k-muted">
          What you send waits, and leaves as soon as it can.
          {sending.next_try_at && ` Next try at ${clockText(new Date(sending.next_try_at), now, zone)}.`}
        </p>
      </div>
      {channel.can_change && isRefused && <NewSecret channel={channel} />}
      {channel.can_change && !isRefused && <TryNow channel={channel} />}
    </div>
  );
}

function NewSecret({ channel }: { channel: Channel }) {
  if (channel.kind === "whatsapp") return <NewToken channel={channel} />;
  return channel.sign_in === "password" ? <NewPassword channel={channel} /> : <Again channel={channel} />;
}

/** Where the stored app secret can no longer be read, it is asked for too. */
function NewToken({ channel: { id, name, cause } }: { channel: Channel }) {
  const [given, setGiven] = useState({ token: "", app_secret: "" });
  const toast = useToast();
  const save = useWrite("channels.update", {
    showsError: false,
    refresh: REFRESHED,
    onDone: () => {
      setGiven({ token: "", app_secret: "" });
      toast({ text: `“${name}” connected.` });
    },
  });
  const { token, app_secret } = given;
  return (
    <form
      className={classes.mendForm}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ id, token, ...(app_secret === "" ? {} : { app_secret }) });
      }}
    >
      <PasswordField
        label={`New access token for ${name}`}
        autoComplete="off"
        value={token}
        onChange={(event) => setGiven({ ...given, token: event.currentTarget.value })}
        error={save.error?.message}
      />
      {cause === "secret" && (
        <PasswordField
          label="App secret"
          autoComplete="off"
          value={app_secret}
          onChange={(event) => setGiven({ ...given, app_secret: event.currentTarget.value })}
        />
      )}
      <Button type="submit" size="sm" variant="filled" loading={save.isPending} disabled={token === ""}>
        Connect
      </Button>
    </form>
  );
}

function NewPassword({ channel: { id, name, address } }: { channel: Channel }) {
  const [password, setPassword] = useState("");
  const toast = useToast();
  const save = useWrite("channels.update", {
    showsError: false,
    refresh: REFRESHED,
    onDone: () => {
      setPassword("");
      toast({ text: `“${name}” connected.` });
    },
  });
  return (
    <form
      className={classes.mendForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== "") save.mutate({ id, password });
      }}
    >
      <PasswordField
        label={`New password for ${address ?? name}`}
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={save.error?.message}
      />
      <Button type="submit" size="sm" variant="filled" loading={save.isPending} disabled={password === ""}>
        Connect
      </Button>
    </form>
  );
}

function Again({ channel: { id, sign_in: provider } }: { channel: Channel }) {
  const signIn = useSignIn();
  if (provider !== "google" && provider !== "microsoft") return null;
  return (
    <Button size="sm" variant="filled" loading={signIn.isPending} onClick={() => signIn.mutate({ provider, id })}>
      Sign in with {provider === "google" ? "Google" : "Microsoft"}
    </Button>
  );
}

export function TryNow({ channel: { id, name } }: { channel: Channel }) {
  const toast = useToast();
  const tryNow = useWrite("channels.tryNow", {
    refresh: REFRESHED,
    onDone: ({ state }) => {
      if (state === "ok") toast({ text: `“${name}” works.` });
    },
  });
  return (
    <Button size="sm" loading={tryNow.isPending} onClick={() => tryNow.mutate({ id })}>
      Try now
    </Button>
  );
}
