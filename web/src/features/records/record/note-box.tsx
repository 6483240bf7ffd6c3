import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useWrite } from "../../../calls.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../save/undo.ts";
import type { CrmRecord } from "../../fields/index.ts";
import { useMentions } from "../../members/index.ts";
import { useDraft } from "./note-draft.ts";
import { NoteField } from "./note-field.tsx";
import classes from "./record.module.css";

interface NoteBoxProps {
  record: CrmRecord;
  box: RefObject<HTMLTextAreaElement | null>;
}

/** Writes a note. */
export function NoteBox({ record, box }: NoteBoxProps) {
  const [text, change] = useDraft(record.id);
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const { mentionsIn, mentionOffers } = useMentions();
  const add = useWrite("records.addNote", {
    async onDone({ operation_id: operationId }) {
      change("");
      toast({ text: "Note added.", undo: () => undo([operationId]) });
      await client.invalidateQueries({ queryKey: ["records.timeline"] });
    },
  });
  const submit = () => {
    if (text.trim() === "" || add.isPending) return;
    add.mutate({ id: record.id, text, format: "markdown", mentions: mentionsIn(text) });
  };
  return (
    <div className={classes.note}>
      <NoteField
        label="Note"
        text={text}
        onChange={change}
        onSubmit={submit}
        onEscape={() => box.current?.blur()}
        mentionOffers={mentionOffers}
        ref={box}
      >
        {text !== "" && (
          <Button size="sm" variant="filled" onClick={submit} loading={add.isPending} rightSection={<Kbd keys="mod ↵" onInk />}>
            Add note
          </Button>
        )}
      </NoteField>
    </div>
  );
}
