import { Link } from "@tanstack/react-router";
import { useClock } from "../../ui/clock.tsx";
import { sizeText } from "../../ui/file.ts";
import { Meter } from "../../ui/meter.tsx";
import { count, type ImportDetail, leftText, rowsText } from "./import.ts";

/** The check, the import or its undo under way: it goes on without this page, and after a restart of the service. */
export function WorkStep({ file }: { file: ImportDetail }) {
  const { now } = useClock();
  return (
    <Meter
      title={`${VERBS[file.state] ?? "Working on"} ${file.name}`}
      part={partOf(file)}
      count={[countOf(file), file.state === "running" ? leftText(file.started_at, file.progress, now) : undefined]
        .filter(Boolean)
        .join(", ")}
      note={
        <>
          <span>You can leave this page.{noteOf(file)}</span>
          <Link to="/records/import">All imports</Link>
        </>
      }
    />
  );
}

const VERBS: Partial<Record<ImportDetail["state"], string>> = {
  reading: "Reading",
  checking: "Checking",
  running: "Importing",
  undoing: "Undoing",
};

const toUndo = ({ created, updated }: ImportDetail) => created + updated;
const undone = ({ restored, kept }: ImportDetail) => restored + kept;

function partOf(file: ImportDetail): number {
  if (file.state !== "undoing") return file.progress;
  return toUndo(file) === 0 ? 1 : Math.min(undone(file) / toUndo(file), 1);
}

function countOf(file: ImportDetail): string {
  if (file.state === "undoing") return `${count(undone(file))} of ${count(toUndo(file))}`;
  if (file.state === "reading") return sizeText(file.size);
  return file.total_rows === null ? rowsText(file.rows) : `${count(file.rows)} of ${count(file.total_rows)}`;
}

function noteOf({ state, failed, kept }: ImportDetail): string {
  if (state === "undoing") return kept > 0 ? ` ${count(kept)} kept, because they were changed after the import.` : "";
  return failed > 0 ? ` ${rowsText(failed)} ${failed === 1 ? "needs" : "need"} a look.` : "";
}
