import { lazy, Suspense } from "react";
import type { Shows } from "../../../ui/markdown/markdown.tsx";
import { mentionText } from "../../members/index.ts";
import { LinkedRecord, recordAt } from "./linked-record.tsx";
import classes from "./timeline.module.css";
import type { Entry } from "./timeline-entries.ts";

const Markdown = lazy(async () => ({ default: (await import("../../../ui/markdown/markdown.tsx")).Markdown }));

interface NoteTextProps {
  note: Pick<NonNullable<Entry["note"]>, "text" | "format" | "mentions">;
  heading?: Shows["heading"];
}

/** What a note says: as Markdown, or as it stands. Until the parser is there, every note is shown as it stands. */
export function NoteText({ note: { text, format, mentions }, heading = "h4" }: NoteTextProps) {
  const asItStands = <p className={classes.noteText}>{mentionText(text, mentions)}</p>;
  if (format === "text") return asItStands;
  return (
    <Suspense fallback={asItStands}>
      <div className={classes.noteBox}>
        <Markdown text={text} shows={{ text: (part) => mentionText(part, mentions), link: linkedRecord, heading }} />
      </div>
    </Suspense>
  );
}

/** The bare address of a record is shown as the record. One that somebody gave a text keeps it. */
const linkedRecord: Shows["link"] = ({ href, ownPath }, isBare) => {
  const found = isBare ? recordAt(ownPath) : undefined;
  return found && <LinkedRecord {...found} address={href} />;
};
