import type { ReactNode } from "react";
import { clientText } from "../keys/client.ts";
import { browserOf } from "../sessions/browser.ts";
import classes from "./activity.module.css";
import { count, type Event, named, textIn } from "./event-parts.tsx";
import { recordSentences } from "./record-sentences.tsx";

/** What is said of an event, after the name of who did it. */
type Sentence = (event: Event) => ReactNode;

const sentences: Record<string, { label: string; say: Sentence }> = {
  ...recordSentences,
  "access.refused": { label: "Refused", say: (event) => <>was refused {textIn(event, "operation")}, which is for Admins</> },
  "company.created": { label: "Company set up", say: (event) => <>set up the company {named(event)}</> },
  "company.updated": { label: "Company changed", say: (event) => <>changed the company’s {changesOf(event)}</> },
  "invitation.created": {
    label: "Invited",
    say: (event) => (
      <>
        invited {named(event)}
        {asRole(event)}
      </>
    ),
  },
  "invitation.link_made": { label: "Invitation link made", say: (event) => <>made an invitation link for {named(event)}</> },
  "invitation.revoked": { label: "Invitation withdrawn", say: (event) => <>withdrew the invitation of {named(event)}</> },
  "key.created": { label: "Key added", say: (event) => <>added the key {named(event)}</> },
  "key.deleted": {
    label: "Key deleted",
    say: (event) => (
      <>
        deleted the key {named(event)}
        {ofOwner(event)}
      </>
    ),
  },
  "job.failed": {
    label: "Background job failed",
    say: (event) => (
      <>
        The background job {named(event)} was given up{because(event)}
      </>
    ),
  },
  "job.retried": { label: "Background job tried again", say: (event) => <>tried the background job {named(event)} again</> },
  "key.first_used": {
    label: "Key first used",
    say: (event) => (
      <>
        The key {named(event)} was used for the first time{fromProgram(event)}
      </>
    ),
  },
  "key.rows_unusual": {
    label: "Key read unusually much",
    say: (event) => (
      <>
        The key {named(event)} has read {count(event, "rows")} rows in a day, where {count(event, "usual")} are usual
      </>
    ),
  },
  "member.joined": { label: "Member joined", say: (event) => <>joined{asRole(event)}</> },
  "member.updated": { label: "Member changed", say: memberUpdated },
  "password.changed": { label: "Password changed", say: () => "changed their password" },
  "password.link_made": { label: "Password link made", say: (event) => <>made a password link for {named(event)}</> },
  "password.reset": { label: "Password reset", say: () => "set a new password with a link" },
  "session.created": { label: "Signed in", say: (event) => <>signed in{fromBrowser(event)}</> },
  "session.ended": { label: "Signed out", say: () => "ended a session" },
  "session.refused": {
    label: "Sign-in refused",
    say: (event) => (
      <>
        A sign-in as {named(event)} was refused{because(event)}
      </>
    ),
  },
};

/** The types of event there are to filter by, in words. */
export const eventTypes = Object.entries(sentences).map(([value, { label }]) => ({ value, label }));

export function sentenceOf(event: Event): ReactNode {
  return (
    sentences[event.type]?.say(event) ?? (
      <>
        {event.type} {named(event)}
      </>
    )
  );
}

/** The sentences without a person before them: what a program does by itself, and a refusal, which may be a stranger's. */
export const isNobodys = (event: Event) => ["job.failed", "key.first_used", "key.rows_unusual", "session.refused"].includes(event.type);

function memberUpdated(event: Event): ReactNode {
  const { role, disabled, name } = event.changes ?? {};
  if (role)
    return (
      <>
        changed the role of {named(event)} {changed(role)}
      </>
    );
  if (disabled)
    return (
      <>
        {disabled[1] ? "disabled" : "enabled"} {named(event)}
      </>
    );
  if (name) return <>changed their name {changed(name)}</>;
  return <>changed {named(event)}</>;
}

const labels: Record<string, string> = { time_zone: "time zone", admin: "Admin", member: "Member" };
const inWords = (value: unknown) => labels[String(value)] ?? String(value);

const changesOf = (event: Event) =>
  Object.entries(event.changes ?? {}).map(([field, change], at) => (
    <span key={field}>
      {at > 0 && ", "}
      {inWords(field)} {changed(change)}
    </span>
  ));

const changed = ([from, to]: [unknown, unknown]) => (
  <>
    <s className={classes.was}>{inWords(from)}</s> → <b className={classes.name}>{inWords(to)}</b>
  </>
);

const say = (text: string | undefined, sentence: (text: string) => string) => (text ? sentence(text) : "");
const asRole = (event: Event) => say(textIn(event, "role"), (role) => ` as ${inWords(role)}`);
const ofOwner = (event: Event) => say(textIn(event, "owner"), (owner) => (owner === event.actor?.name ? "" : ` of ${owner}`));
const fromProgram = (event: Event) => say(textIn(event, "client"), (client) => `, from ${clientText(client)}`);
const fromBrowser = (event: Event) => say(textIn(event, "client"), (client) => ` from ${browserOf(client)}`);
const because = (event: Event) => say(textIn(event, "reason"), (reason) => `: ${reason}`);
