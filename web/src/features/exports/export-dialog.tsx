import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { manyOf } from "../types/index.ts";
import { type ExportedList, ExportForm } from "./export-form.tsx";
import { ExportProgress } from "./export-progress.tsx";

interface ExportDialogProps extends ExportedList {
  opened: boolean;
  onClose: () => void;
}

/** Writes a list to a CSV file: which rows, which fields, then the file when it is ready. */
export function ExportDialog({ opened, onClose, ...list }: ExportDialogProps) {
  return (
    <Dialog title={`Export ${manyOf(list.type)}`} opened={opened} onClose={onClose}>
      <Steps list={list} onClose={onClose} />
    </Dialog>
  );
}

// Its own part, so that each opening begins afresh: what runs is found again among the exports below the form.
function Steps({ list, onClose }: { list: ExportedList; onClose: () => void }) {
  const [id, setId] = useState<string>();
  return id ? <ExportProgress id={id} onClose={onClose} /> : <ExportForm list={list} onClose={onClose} onBegun={setId} />;
}
