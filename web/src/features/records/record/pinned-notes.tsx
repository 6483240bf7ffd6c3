import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { IconPin, IconPinnedOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "../../../ui/clock.tsx";
import type { CrmRecord } from "../../fields/index.ts";
import { NoteText } from "./note-text.tsx";
import classes from "./pinned-notes.module.css";
import { pinnedNotes, usePin } from "./pin-note.ts";

/** What everybody who opens the record should read first. */
export function PinnedNotes({ record }: { record: CrmRecord }) {
  const { data: notes = [] } = useQuery(pinnedNotes(record.id));
  const pin = usePin(record.id);
  if (notes.length === 0) return null;
  return (
    <section className={classes.pinned} aria-label="Pinned notes">
      <VisuallyHidden component="h2">Pinned notes</VisuallyHidden>
      {notes.map((note) => (
        <article className={classes.note} key={note.id}>
          <header className={classes.head}>
            <IconPin size={14} stroke={1.75} aria-hidden />
            <span className="k-truncate">
              <b>{note.author?.name ?? "Kith"}</b> <RelativeTime at={note.created_at} />
            </span>
            {record.deleted_at === null && (
              <ActionIcon className={classes.unpin ?? ""} aria-label="Unpin this note" onClick={() => pin(note)}>
                <IconPinnedOff size={14} stroke={1.75} />
              </ActionIcon>
            )}
          </header>
          <NoteText note={note} heading="h3" />
        </article>
      ))}
    </section>
  );
}
