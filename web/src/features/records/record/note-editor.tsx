import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useWrite } from "../../../calls.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../save/undo.ts";
import { useMentions, withNamesOfToday } from "../../members/index.ts";
import { useDraft } from "./note-draft.ts";
import { NoteField } from "./note-field.tsx";
import classes from "./timeline.module.css";
import type { Entry } from "./timeline-entries.ts";

interface NoteEditorProps {
  recordId: string;
  note: NonNullable<Entry["note"]>;
  field: RefObject<HTMLTextAreaElement | null>;
  onClose: () => void;
}

/** Edits a note where it stands. Until it is saved, or given up, it stays open with what was typed. */
export function NoteEditor({ recordId, note, field, onClose }: NoteEditorProps) {
  const saved = withNamesOfToday(note.text, note.mentions);
  const [text, change] = useDraft(note.id, saved);
  const { mentionsIn, mentionOffers } = useMentions();
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const close = () => {
    change(saved);
    onClose();
  };
  const save = useWrite("records.updateNote", {
    async onDone({ operation_id: operationId }) {
      await client.invalidateQueries({ queryKey: ["records.timeline"] });
      close();
      toast({ text: "Note edited.", undo: () => undo([operationId]) });
    },
  });
  const submit = () => {
    if (text.trim() === "" || save.isPending) return;
    if (text.trim() === saved) {
      close();
      return;
    }
    // Whom the text does not name was mentioned by a program, and stays.
    const unnamed = note.mentions.filter(({ written }) => written === null).map(({ id }) => id);
    const mentions = [...new Set([...mentionsIn(text, note.mentions), ...unnamed])];
    save.mutate({ id: recordId, note: note.id, text, format: "markdown", mentions });
  };
  return (
    <div className={classes.noteEditor}>
      <NoteField
        label="Text of the note"
        text={text}
        onChange={change}
        onSubmit={submit}
        onEscape={close}
        mentionOffers={mentionOffers}
        ref={field}
      >
        <Button size="sm" variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="filled"
          onClick={submit}
          loading={save.isPending}
          disabled={text.trim() === ""}
          rightSection={<Kbd keys="mod ↵" />}
        >
          Save
        </Button>
      </NoteField>
    </div>
  );
}
