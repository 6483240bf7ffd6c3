import { ActionIcon } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Fragment, lazy, type ReactNode, Suspense, useState } from "react";
import { useWrite } from "../../../calls.ts";
import { useMe } from "../../../session.ts";
import { RelativeTime, useClock } from "../../../ui/clock.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { dayHeading, timeOfDay } from "../../../ui/time-text.ts";
import type { CrmRecord } from "../../fields/index.ts";
import classes from "../record/timeline.module.css";
import type { Entry } from "../record/timeline-entries.ts";
import { useUndo } from "../save/undo.ts";
import { ACTIVITY_KINDS, type Activity } from "./activity-kinds.ts";
import { durationText } from "./duration-text.ts";

const ActivityDialog = lazy(async () => ({ default: (await import("./activity-dialog.tsx")).ActivityDialog }));

interface TimelineActivityProps {
  record: CrmRecord;
  entry: Entry & { activity: Activity };
  /** Who logged it. */
  who: ReactNode;
  /** When it was logged. */
  when: ReactNode;
}

/** A longer outcome, or one of several lines, stands under the sentence, as a note does. */
const IN_LINE = 120;

/** A call, a meeting or an email. Where it was logged, its author and Admins change and delete it. */
export function TimelineActivity({ record, entry, who, when }: TimelineActivityProps) {
  const { user } = useMe();
  const { activity, kind } = entry;
  const [isOpen, setOpen] = useState(false);
  const isTheirs = user.role === "admin" || entry.actor?.id === user.id;
  const canEdit = record.deleted_at === null && isTheirs && kind === "activity.logged";
  const remove = useDelete(record, activity);
  const { outcome, edited_at: editedAt } = activity;
  const isShort = outcome.length <= IN_LINE && !outcome.includes("\n");
  const { one, title, icon: KindIcon } = ACTIVITY_KINDS[activity.kind];
  return (
    <>
      <p className={classes.sentence}>
        {who} <KindIcon className={classes.kindIcon} size={14} stroke={1.75} aria-hidden /> logged {one}
        {activity.duration_minutes !== null && `, ${durationText(activity.duration_minutes)}`}
        <Happened entry={entry} />
        <People activity={activity} except={record.id} />
        {isShort && outcome !== "" && <span className={classes.outcome}> “{outcome}”</span>}
        {when}
        {editedAt && (
          <span className={classes.when}>
            changed <RelativeTime at={editedAt} />
          </span>
        )}
        {canEdit && (
          <span className={classes.tools}>
            <ActionIcon className={classes.undo ?? ""} aria-label={`Change this ${title.toLowerCase()}`} onClick={() => setOpen(true)}>
              <IconPencil size={14} stroke={1.75} />
            </ActionIcon>
            <ActionIcon className={classes.undo ?? ""} aria-label={`Delete this ${title.toLowerCase()}`} onClick={remove}>
              <IconTrash size={14} stroke={1.75} />
            </ActionIcon>
          </span>
        )}
      </p>
      {!isShort && <p className={classes.noteText}>{outcome}</p>}
      {isOpen && (
        <Suspense>
          <ActivityDialog record={record} begin={activity} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const MINUTES_APART_MS = 300_000;

/** When it happened, if that is not when it was logged. */
function Happened({ entry: { at, activity } }: { entry: Entry & { activity: Activity } }) {
  const { now, zone } = useClock();
  const happened = new Date(activity.at);
  if (Math.abs(new Date(at).getTime() - happened.getTime()) < MINUTES_APART_MS) return null;
  const day = dayHeading(happened, now, zone);
  return (
    <>
      , <time dateTime={activity.at}>{`${/^(Today|Yesterday)$/.test(day) ? day.toLowerCase() : day} ${timeOfDay(happened, zone)}`}</time>
    </>
  );
}

function People({ activity: { people }, except }: { activity: Activity; except: string }) {
  const others = people.filter(({ id }) => id !== except);
  if (others.length === 0) return null;
  return (
    <>
      {" with "}
      {others.map(({ id, title }, at) => (
        <Fragment key={id}>
          {at > 0 && (at === others.length - 1 ? " and " : ", ")}
          <Link className={classes.person} to="/records/$type/$id" params={{ type: "contact", id }}>
            {title}
          </Link>
        </Fragment>
      ))}
    </>
  );
}

function useDelete(record: CrmRecord, { id: activity, kind }: Activity): () => void {
  const toast = useToast();
  const undo = useUndo();
  const remove = useWrite("records.deleteActivity", {
    refresh: ["records.timeline", "records.get"],
    onDone: ({ operation_id: operationId }) => toast({ text: `${ACTIVITY_KINDS[kind].title} deleted.`, undo: () => undo([operationId]) }),
  });
  return () => {
    if (!remove.isPending) remove.mutate({ id: record.id, activity });
  };
}
