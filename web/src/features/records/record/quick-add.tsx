import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../../calls.ts";
import { useToast } from "../../../ui/toast.tsx";
import { type Field, fieldOf, offered, oneOf, type RecordType } from "../../types/index.ts";
import { useUndo } from "../save/undo.ts";
import type { CrmRecord } from "../../fields/index.ts";
import { refreshRecords } from "../read/record-cache.ts";

interface QuickAddProps {
  /** The type of what is added. */
  type: RecordType;
  /** Its field that names our record; without one, our record names it afterwards. */
  back: Field | undefined;
  record: CrmRecord;
  onAdded: (added: CrmRecord) => void;
  onDone: () => void;
}

/** A new record that belongs to this one: its name is enough. */
export function QuickAdd({ type, back, record, onAdded, onDone }: QuickAddProps) {
  const [name, setName] = useState("");
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const create = useWrite("records.create", {
    async onDone({ record: added, operation_id: operationId }) {
      onDone();
      if (!back) onAdded(added);
      toast({ text: `“${added.title}” added.`, undo: () => undo([operationId]) });
      await refreshRecords(client);
    },
  });
  const stage = fieldOf(type, type.stage_field);
  const first = stage && offered(stage)[0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") return;
        const values = {
          name,
          ...(back ? { [back.key]: back.is_multi ? [record.id] : record.id } : {}),
          owner: "@me",
          ...(stage && first ? { [stage.key]: first.key } : {}),
        };
        create.mutate({ type: type.key, values });
      }}
    >
      <TextInput
        aria-label={`Name of the new ${oneOf(type)}`}
        placeholder={`New ${oneOf(type)}`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
        disabled={create.isPending}
        data-editing
        autoFocus
      />
    </form>
  );
}
