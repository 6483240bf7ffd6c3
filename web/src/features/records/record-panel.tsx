import { ActionIcon, Button, Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowUpRight, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { useEscape } from "../../ui/dialog.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import { ErrorState } from "../../ui/states.tsx";
import { fieldOf, type RecordType, useTypes } from "../types/index.ts";
import type { CrmRecord } from "../fields/index.ts";
import { useNoteRecent } from "./frame/recent-records.ts";
import { EditableTitle } from "./record/editable-title.tsx";
import { FieldGroups } from "./record/field-groups.tsx";
import { NoteBox } from "./record/note-box.tsx";
import { PinnedNotes } from "./record/pinned-notes.tsx";
import { StageBar } from "./record/stage-bar.tsx";
import { Timeline } from "./record/timeline.tsx";
import classes from "./record/record-panel.module.css";
import { useRecord } from "./read/use-record.ts";

interface RecordPanelProps {
  id: string;
  onClose: () => void;
}

/** The record beside the list, opened by `peek` in the address: the place in the list is kept. Below 1200 px it lies over it. */
export function RecordPanel({ id, onClose }: RecordPanelProps) {
  const hasRoom = useMediaQuery("(min-width: 1200px)", true, { getInitialValueInEffect: false });
  const drawer = useRef<HTMLDivElement>(null);
  useKeys({ escape: onClose });
  // Mantine's own listener would close the drawer under an editor that only wanted to close itself.
  useEscape(drawer, !hasRoom, onClose);
  const content = <Content id={id} onClose={onClose} />;
  if (hasRoom)
    return (
      <aside className={classes.panel} aria-label="Record">
        {content}
      </aside>
    );
  return (
    // No scroll lock, as in a dialog: the page behind scrolls in a box of its own, and the lock's style has no nonce.
    <Drawer.Root opened onClose={onClose} position="right" size={400} closeOnEscape={false} lockScroll={false}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Record" ref={drawer} data-modal-content>
        <Drawer.Body className={classes.drawer ?? ""}>{content}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Content({ id, onClose }: RecordPanelProps) {
  const { items: types } = useTypes();
  const { record, error, isDeleted, refetch } = useRecord(id);
  useNoteRecent(id, record, isDeleted);
  const type = types.find((one) => one.key === record?.type);
  if (record && type) return <Peek type={type} record={record} onClose={onClose} key={record.id} />;
  return (
    <Frame head={<span />} onClose={onClose}>
      {error && <ErrorState title="The record could not be loaded" message={error.message} onRetry={refetch} />}
    </Frame>
  );
}

function Peek({ type, record, onClose }: { type: RecordType; record: CrmRecord; onClose: () => void }) {
  const note = useRef<HTMLTextAreaElement>(null);
  const stage = fieldOf(type, type.stage_field);
  useKeys({ t: () => note.current?.focus() });
  return (
    <Frame
      head={<EditableTitle type={type} record={record} level={2} />}
      onClose={onClose}
      foot={
        <>
          <Button onClick={() => note.current?.focus()}>Note</Button>
          <Button
            variant="filled"
            leftSection={<IconArrowUpRight size={16} stroke={1.75} />}
            renderRoot={(props) => <Link to="/records/$type/$id" params={{ type: type.key, id: record.id }} {...props} />}
          >
            Open
          </Button>
        </>
      }
    >
      {stage && <StageBar field={stage} record={record} />}
      <FieldGroups type={type} record={record} />
      <PinnedNotes record={record} />
      {record.deleted_at === null && <NoteBox record={record} box={note} />}
      <Timeline type={type} record={record} />
    </Frame>
  );
}

function Frame({ head, foot, onClose, children }: { head: ReactNode; foot?: ReactNode; onClose: () => void; children: ReactNode }) {
  return (
    <>
      <header className={classes.head}>
        {head}
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </header>
      <div className={classes.body} tabIndex={-1}>
        {children}
      </div>
      {foot && <footer className={classes.foot}>{foot}</footer>}
    </>
  );
}
