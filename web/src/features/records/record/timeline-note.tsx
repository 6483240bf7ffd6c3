import { ActionIcon } from "@mantine/core";
import { IconPencil, IconPin, IconPinnedOff, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { RelativeTime } from "../../../ui/clock.tsx";
import { useMe } from "../../../session.ts";
import { useUndo } from "../save/undo.ts";
import type { CrmRecord } from "../../fields/index.ts";
import { hasDraft } from "./note-draft.ts";
import { NoteEditor } from "./note-editor.tsx";
import { NoteText } from "./note-text.tsx";
import { usePin } from "./pin-note.ts";
import classes from "./timeline.module.css";
import type { Entry } from "./timeline-entries.ts";
import { useFocusBack } from "./use-focus-back.ts";

interface TimelineNoteProps {
  record: CrmRecord;
  entry: Entry & { note: NonNullable<Entry["note"]> };
  /** Who wrote it, and when. */
  children: ReactNode;
}

/** A note with its text. Its author and Admins edit it in place, whoever may take it back can, and everybody pins it. */
export function TimelineNote({ record, entry, children }: TimelineNoteProps) {
  const { user } = useMe();
  const { note } = entry;
  const isTheirs = user.role === "admin" || entry.actor?.id === user.id;
  const canEdit = record.deleted_at === null && isTheirs;
  const [isEditing, setEditing] = useState(() => hasDraft(note.id));
  const undo = useUndo();
  const pin = usePin(record.id);
  const PinIcon = note.is_pinned ? IconPinnedOff : IconPin;
  const { button, giveBack } = useFocusBack();
  const field = useRef<HTMLTextAreaElement>(null);
  const edit = () => {
    flushSync(() => setEditing(true));
    field.current?.focus();
    field.current?.setSelectionRange(note.text.length, note.text.length);
  };
  const leave = () => {
    setEditing(false);
    giveBack();
  };
  return (
    <>
      <p className={classes.sentence}>
        {children}
        {note.edited_at && (
          <>
            {" "}
            <span className={classes.when}>
              edited <RelativeTime at={note.edited_at} />
            </span>
          </>
        )}
        {canEdit && !isEditing && (
          <ActionIcon className={classes.undo ?? ""} aria-label="Edit this note" onClick={edit} ref={button}>
            <IconPencil size={14} stroke={1.75} />
          </ActionIcon>
        )}
        {record.deleted_at === null && !isEditing && (
          <ActionIcon
            className={classes.undo ?? ""}
            aria-label={note.is_pinned ? "Unpin this note" : "Pin this note"}
            onClick={() => pin(note)}
          >
            <PinIcon size={14} stroke={1.75} />
          </ActionIcon>
        )}
        {isTheirs && (
          <ActionIcon className={classes.undo ?? ""} aria-label="Remove this note" onClick={() => undo([entry.operation_id], record.id)}>
            <IconTrash size={14} stroke={1.75} />
          </ActionIcon>
        )}
      </p>
      {canEdit && isEditing ? <NoteEditor recordId={record.id} note={note} field={field} onClose={leave} /> : <NoteText note={note} />}
    </>
  );
}
