import { ActionIcon } from "@mantine/core";
import { IconArrowBackUp, IconSettings } from "@tabler/icons-react";
import { Fragment, type ReactNode } from "react";
import { Avatar, ViaKey } from "../../../ui/avatar.tsx";
import { RelativeTime, useClock } from "../../../ui/clock.tsx";
import { absolute, dayHeading, timeOfDay } from "../../../ui/time-text.ts";
import { fieldOf, oneOf, type RecordType } from "../../types/index.ts";
import { useMe } from "../../../session.ts";
import { useUndo } from "../save/undo.ts";
import type { CrmRecord } from "../../fields/index.ts";
import { ChangeText, hasSeveral } from "./change-text.tsx";
import classes from "./timeline.module.css";
import type { Entry } from "./timeline-entries.ts";
import { TimelineActivity } from "../activity/timeline-activity.tsx";
import { TimelineNote } from "./timeline-note.tsx";

interface TimelineLineProps {
  type: RecordType;
  record: CrmRecord;
  entry: Entry;
}

/** One thing that happened, as a sentence; a note with its text, an activity with its outcome. What can be taken back has its way back. */
export function TimelineLine({ type, record, entry }: TimelineLineProps) {
  const undo = useUndo();
  const { user } = useMe();
  const { note, activity } = entry;
  // The service refuses everyone else's, so there is nothing to press.
  const canUndo = user.role === "admin" || entry.actor?.id === user.id;
  const who = (
    <>
      <b>{entry.actor?.name ?? "Kith"}</b> {entry.key && <ViaKey name={entry.key.name} />}
    </>
  );
  const when = <When at={entry.at} />;
  const sentence = (
    <>
      {who} {said(type, entry)} {when}
    </>
  );
  return (
    <li className={classes.entry} data-kind={entry.kind}>
      <span className={classes.mark}>
        {entry.actor ? (
          <Avatar id={entry.actor.id} name={entry.actor.name} size={24} viaKey={entry.key !== null} />
        ) : (
          <IconSettings size={20} stroke={1.75} aria-hidden />
        )}
      </span>
      <div className={classes.told}>
        {activity ? (
          <TimelineActivity record={record} entry={{ ...entry, activity }} who={who} when={when} />
        ) : note ? (
          <TimelineNote record={record} entry={{ ...entry, note }}>
            {sentence}
          </TimelineNote>
        ) : (
          <p className={classes.sentence}>
            {sentence}
            {canUndo && UNDOABLE.has(entry.kind) && (
              // Only here: one edit of many records is one operation, and the others are not on this page.
              <ActionIcon
                className={classes.undo ?? ""}
                aria-label="Undo this change"
                onClick={() => undo([entry.operation_id], record.id)}
              >
                <IconArrowBackUp size={14} stroke={1.75} />
              </ActionIcon>
            )}
          </p>
        )}
      </div>
    </li>
  );
}

const UNDOABLE = new Set(["record.updated", "note.updated", "activity.updated", "activity.deleted"]);

const SIMPLE: Record<string, (type: RecordType) => string> = {
  "record.created": (type) => `created the ${oneOf(type)}`,
  "record.deleted": (type) => `moved this ${oneOf(type)} to the trash`,
  "record.restored": (type) => `restored this ${oneOf(type)} from the trash`,
  "record.merged": (type) => `merged another ${oneOf(type)} into this one`,
  "note.added": () => "added a note",
  "note.removed": () => "removed a note",
  "activity.logged": () => "logged an activity, which was deleted",
  "activity.joined": () => "logged an activity with this contact, which was deleted or changed",
  "activity.deleted": () => "deleted an activity",
  "activity.restored": () => "restored an activity",
  "duplicate.dismissed": (type) => `marked this ${oneOf(type)} as not a duplicate`,
  "duplicate.reopened": (type) => `marked this ${oneOf(type)} as a possible duplicate`,
  "lead.received": () => "received this lead",
  "lead.touched": () => "received another message from this lead",
  "lead.confirmed": () => "received the confirmation of the email address",
  "lead.routed": () => "ran the rules for this lead",
  "lead.refused": () => "received a refusal from a destination",
  "lead.returned": () => "received this lead back from a destination",
  "lead.converted": () => "converted this lead",
  "lead.overdue": () => "marked this lead as overdue: nobody replied in time",
};

function said(type: RecordType, entry: Entry): ReactNode {
  const changes = Object.entries(entry.changes ?? {});
  const text = entry.changes?.["text"];
  if (entry.kind === "note.updated" && text)
    return (
      <>
        edited <ChangeText field={undefined} name="a note" from={text[0]} to={text[1]} names={{}} />
      </>
    );
  if (entry.kind === "activity.updated")
    return `changed ${Object.keys(entry.changes ?? {})
      .map(partOfActivity)
      .join(", ")} of an activity`;
  if (entry.kind !== "record.updated" || changes.length === 0) return SIMPLE[entry.kind]?.(type) ?? entry.kind;
  // "changed stage … and amount …, added contact …": said again only after another verb.
  const isOwnVerb = changes.map(([key]) => hasSeveral(fieldOf(type, key)));
  const verbs = isOwnVerb.map((_, at) => (at === 0 || isOwnVerb[at - 1] ? "changed" : ""));
  return changes.map(([key, [from, to]], at) => (
    <Fragment key={key}>
      {at > 0 && (at === changes.length - 1 ? " and " : ", ")}
      <ChangeText field={fieldOf(type, key)} name={key} from={from} to={to} names={entry.names} verb={verbs[at] ?? ""} />
    </Fragment>
  ));
}

const partOfActivity = (key: string) => ({ at: "the time", duration_minutes: "the duration" })[key] ?? `the ${key}`;

// Under an earlier day the date is said already.
function When({ at }: { at: string }) {
  const { now, zone } = useClock();
  const date = new Date(at);
  return (
    <span className={classes.when}>
      {dayHeading(date, now, zone) === "Today" ? (
        <RelativeTime at={at} />
      ) : (
        <time dateTime={at} title={absolute(date, zone)}>
          {timeOfDay(date, zone)}
        </time>
      )}
    </span>
  );
}
