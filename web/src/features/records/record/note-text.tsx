import { lazy, Suspense } from "react";
import classes from "./timeline.module.css";
import type { Entry } from "./timeline-entries.ts";

const Markdown = lazy(async () => ({ default: (await import("../../../ui/markdown/markdown.tsx")).Markdown }));

/** What a note says: as Markdown, or as it stands. Until the parser is there, every note is shown as it stands. */
export function NoteText({ note: { text, format } }: { note: NonNullable<Entry["note"]> }) {
  if (format === "text") return <p className={classes.noteText}>{text}</p>;
  return (
    <Suspense fallback={<p className={classes.noteText}>{text}</p>}>
      <div className={classes.noteBox}>
        <Markdown text={text} />
      </div>
    </Suspense>
  );
}
