import { useDocumentTitle } from "@mantine/hooks";
import { IconLink, IconNote } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "../../api.ts";
import { useKeys } from "../../ui/keyboard.ts";
import { useOfferCommands } from "../../ui/page-commands.tsx";
import { useIsNarrow } from "../../ui/browser.ts";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { type Field, fieldOf, isRelation, oneOf, type RecordType, useType } from "../types/index.ts";
import { type CrmRecord, isBlank } from "../fields/index.ts";
import { useLogActivity } from "./activity/use-log-activity.tsx";
import { useNoteRecent } from "./frame/recent-records.ts";
import { useCopyLink } from "./record/copy-link.ts";
import { FieldGroups } from "./record/field-groups.tsx";
import { NoteBox } from "./record/note-box.tsx";
import { OtherRecords } from "./record/other-records.tsx";
import { PinnedNotes } from "./record/pinned-notes.tsx";
import { RecordHead } from "./record/record-head.tsx";
import { RecordSkeleton } from "./record/record-skeleton.tsx";
import { RecordParts } from "./record/record-parts.tsx";
import { RelatedList } from "./record/related-list.tsx";
import { StageBar } from "./record/stage-bar.tsx";
import { Timeline } from "./record/timeline.tsx";
import classes from "./record/record.module.css";
import relatedClasses from "./record/related-list.module.css";
import { useRecord } from "./read/use-record.ts";
import { type Place, usePlace } from "./walk.ts";

/** One record: its fields, its story, and what it is related to. */
export function RecordPage() {
  const { id, type: key } = useParams({ from: "/records/$type/$id" });
  const type = useType(key);
  const { record, error, isDeleted, refetch } = useRecord(id);
  const place = usePlace(key, id);
  useNoteRecent(id, record, isDeleted || (error instanceof ApiError && error.code === "not_found"));
  useDocumentTitle(`${record?.title ?? "Record"} · Kith`);
  if (!type || (error && !record)) return <Missing message={error?.message} onRetry={refetch} />;
  if (!record) return <RecordSkeleton />;
  return <Whole type={type} record={record} place={place} key={record.id} />;
}

const PARTS = ["Timeline", "Fields", "Related"] as const;

interface WholeProps {
  type: RecordType;
  record: CrmRecord;
  place: Place | undefined;
}

function Whole({ type, record, place }: WholeProps) {
  const isNarrow = useIsNarrow();
  const [part, setPart] = useState<(typeof PARTS)[number]>("Timeline");
  const note = useRef<HTMLTextAreaElement>(null);
  const stage = fieldOf(type, type.stage_field);
  const writeNote = () => {
    // At once: the next key belongs to the note, and is no key of the page.
    flushSync(() => setPart("Timeline"));
    note.current?.focus();
    // And again when the dialog is gone that it may have been chosen in.
    requestAnimationFrame(() => note.current?.focus());
  };
  const copyLink = useCopyLink(record);
  useKeys({ t: writeNote });
  const group = `This ${oneOf(type)}`;
  const { log, commands, dialog } = useLogActivity(record, group);
  useOfferCommands([
    { group, label: "Add a note", also: "write comment", icon: IconNote, keys: "t", run: writeNote },
    ...commands,
    { group, label: "Copy link", also: "address url share", icon: IconLink, run: copyLink },
  ]);
  const relations = relationsOf(type);
  const isBare = !isNarrow && relations.every((field) => !field.is_read_only && isBlank(record.values[field.key]));
  const others = (
    <>
      <RecordParts record={record} place="related" />
      {relations.map((field) => (
        <RelatedList field={field} record={record} key={field.key} />
      ))}
      <OtherRecords type={type} record={record} />
      <RecordParts record={record} place="last" />
    </>
  );
  const fields = (
    <div className={classes.left}>
      <FieldGroups type={type} record={record} />
      {isBare && <div className={relatedClasses.bare}>{others}</div>}
    </div>
  );
  const story = (
    <div className={classes.middle}>
      {stage && <StageBar field={stage} record={record} />}
      <PinnedNotes record={record} />
      {record.deleted_at === null && <NoteBox record={record} box={note} />}
      <Timeline type={type} record={record} />
    </div>
  );
  const related = <div className={classes.right}>{others}</div>;
  return (
    <div className={classes.page}>
      <RecordHead type={type} record={record} place={place} onNote={writeNote} onLog={log} />
      {isNarrow && (
        <div className={classes.parts} role="group" aria-label="Show">
          {PARTS.map((title) => (
            <button className={classes.part} type="button" aria-pressed={title === part} onClick={() => setPart(title)} key={title}>
              {title}
            </button>
          ))}
        </div>
      )}
      <div className={classes.columns}>
        {isNarrow ? (
          { Timeline: story, Fields: fields, Related: related }[part]
        ) : (
          <>
            {fields}
            {story}
            {!isBare && related}
          </>
        )}
      </div>
      {dialog}
    </div>
  );
}

/** Relations of its own first, then those that others have to it. */
const relationsOf = (type: RecordType): Field[] =>
  type.fields.filter(isRelation).toSorted((one, other) => Number(one.is_read_only) - Number(other.is_read_only));

function Missing({ message, onRetry }: { message: string | undefined; onRetry: () => void }) {
  return (
    <div className={classes.missing}>
      <h1 className={classes.missingTitle}>Record</h1>
      {message?.includes("no such") || message?.includes("not found") || !message ? (
        <EmptyState title="There is no such record">It may be deleted permanently, or the link may be wrong.</EmptyState>
      ) : (
        <ErrorState title="The record could not be loaded" message={message} onRetry={onRetry} />
      )}
    </div>
  );
}
