import { Button, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { useWrite } from "../../../calls.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../outbox/outbox-provider.tsx";
import type { CrmRecord } from "../record.ts";
import classes from "./record.module.css";

interface NoteBoxProps {
  record: CrmRecord;
  box: RefObject<HTMLTextAreaElement | null>;
}

const draftKey = (id: string) => `kith.note.${id}`;

/** Writes a note. What is typed is kept in the browser until it is saved: a reload or a dead server loses nothing. */
export function NoteBox({ record, box }: NoteBoxProps) {
  const [text, setText] = useState(() => localStorage.getItem(draftKey(record.id)) ?? "");
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const change = (next: string) => {
    setText(next);
    if (next === "") localStorage.removeItem(draftKey(record.id));
    else localStorage.setItem(draftKey(record.id), next);
  };
  const add = useWrite("records.addNote", {
    async onDone({ operation_id: operationId }) {
      change("");
      toast({ text: "Note added.", undo: () => undo([operationId]) });
      await client.invalidateQueries({ queryKey: ["records.timeline"] });
    },
  });
  const submit = () => {
    if (text.trim() !== "" && !add.isPending) add.mutate({ id: record.id, text });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit();
    if (event.key === "Escape") box.current?.blur();
  };
  return (
    <div className={classes.note}>
      <Textarea
        ref={box}
        aria-label="Note"
        placeholder="Write a note"
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        autosize
        minRows={1}
        maxRows={12}
        maxLength={20_000}
      />
      {text !== "" && (
        <Button size="sm" variant="filled" onClick={submit} loading={add.isPending} rightSection={<Kbd keys="mod ↵" onInk />}>
          Add note
        </Button>
      )}
    </div>
  );
}
