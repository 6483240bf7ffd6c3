import { ActionIcon } from "@mantine/core";
import { IconArrowBackUp, IconSettings } from "@tabler/icons-react";
import { Avatar, ViaKey } from "../../../ui/avatar.tsx";
import { RelativeTime, useClock } from "../../../ui/clock.tsx";
import { absolute, dayHeading, timeOfDay } from "../../../ui/time-text.ts";
import { Sentence, useIsImpersonal } from "../../events/index.ts";
import type { RecordType } from "../../types/index.ts";
import { useMe } from "../../../session.ts";
import { useUndoHere } from "../changes/use-undo-here.tsx";
import type { CrmRecord } from "../../fields/index.ts";
import classes from "./timeline.module.css";
import type { Entry } from "./timeline-entries.ts";
import { TimelineActivity } from "../activity/timeline-activity.tsx";
import { TimelineNote } from "./timeline-note.tsx";
import { said } from "./timeline-words.tsx";

interface TimelineLineProps {
  type: RecordType;
  record: CrmRecord;
  entry: Entry;
}

/** One thing that happened, as a sentence; a note with its text, an activity with its outcome. What can be taken back has its way back. */
export function TimelineLine({ type, record, entry }: TimelineLineProps) {
  const { undoHere, question } = useUndoHere(type, record);
  const { user } = useMe();
  const { note, activity } = entry;
  // The service refuses everyone else's, so there is nothing to press.
  const canUndo = user.role === "admin" || entry.actor?.id === user.id;
  const isImpersonal = useIsImpersonal(entry.kind);
  const who = !isImpersonal && (
    <>
      <b>{entry.actor?.name ?? "Kith"}</b> {entry.key && <ViaKey name={entry.key.name} />}
    </>
  );
  const when = <When at={entry.at} />;
  const sentence = (
    <>
      {who} {isImpersonal ? <Sentence event={eventOf(entry, record)} /> : said(type, entry)}
      {when}
    </>
  );
  return (
    <li className={classes.entry} data-kind={entry.kind}>
      <span className={classes.mark}>
        {entry.actor && !isImpersonal ? (
          <Avatar id={entry.actor.id} name={entry.actor.name} size={24} viaKey={entry.key !== null} />
        ) : (
          <IconSettings size={20} stroke={1.75} aria-hidden />
        )}
      </span>
      <div className={classes.line}>
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
              <ActionIcon className={classes.undo ?? ""} aria-label="Undo this change" onClick={() => undoHere(entry.operation_id)}>
                <IconArrowBackUp size={14} stroke={1.75} />
              </ActionIcon>
            )}
          </p>
        )}
        {question}
      </div>
    </li>
  );
}

/** The event as it was announced. A record that was merged into this one had a name of its own. */
const eventOf = ({ kind, data, changes, actor }: Entry, record: CrmRecord) => {
  const name = typeof data?.["name"] === "string" ? data["name"] : record.title;
  return { type: kind, data, changes, actor, subject: { id: record.id, name } };
};

const UNDOABLE = new Set([
  "record.updated",
  "note.updated",
  "note.pinned",
  "note.unpinned",
  "activity.updated",
  "activity.deleted",
  "file.attached",
  "file.renamed",
  "file.removed",
]);

// Under an earlier day the date is said already.
function When({ at }: { at: string }) {
  const { now, zone } = useClock();
  const date = new Date(at);
  return (
    <>
      <span className={classes.gap}> </span>
      <span className={classes.when}>
        {dayHeading(date, now, zone) === "Today" ? (
          <RelativeTime at={at} />
        ) : (
          <time dateTime={at} title={absolute(date, zone)}>
            {timeOfDay(date, zone)}
          </time>
        )}
      </span>
    </>
  );
}
