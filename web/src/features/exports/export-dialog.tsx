import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { manyOf } from "../types/index.ts";
import { type ExportedList, ExportForm } from "./export-form.tsx";
import { ExportProgress } from "./export-progress.tsx";

interface ExportDialogProps extends ExportedList {
  opened: boolean;
  onClose: () => void;
}

/** Exports a list to CSV: choose rows and fields, then download the file when it is ready. */
export function ExportDialog({ opened, onClose, ...list }: ExportDialogProps) {
  return (
    <Dialog title={`Export ${manyOf(list.type)}`} opened={opened} onClose={onClose}>
      <Steps list={list} onClose={onClose} />
    </Dialog>
  );
}

// A component of its own, so that each opening starts with the form. Running exports are listed below it.
function Steps({ list, onClose }: { list: ExportedList; onClose: () => void }) {
  const [id, setId] = useState<string>();
  return id ? <ExportProgress id={id} onClose={onClose} /> : <ExportForm list={list} onClose={onClose} onStarted={setId} />;
}
