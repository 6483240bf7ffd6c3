import { Button } from "@mantine/core";
import { IconArrowBackUp, IconDownload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { ButtonLink } from "../../ui/buttons.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Section } from "../../ui/page.tsx";
import { Notice } from "../../ui/states.tsx";
import { manyOf, oneOf, type RecordType } from "../types/index.ts";
import { useErrorFile } from "./error-file.ts";
import { count, type ImportDetail, rowsText } from "./import.ts";
import classes from "./imports.module.css";
import { ColumnReport } from "./column-report.tsx";
import { Repeats } from "./repeats.tsx";
import { KeptRecords, Problems, Warnings } from "./problems.tsx";

interface ReportStepProps {
  file: ImportDetail;
  /** Not there when the type was retired since. */
  type: RecordType | undefined;
}

/** How a check, an import or its undo went, and what can be done next. */
export function ReportStep({ file, type }: ReportStepProps) {
  const isCheck = !file.started_at;
  return (
    <>
      <Section title={titleOf(file)} lead={leadOf(file)}>
        {file.failure && (
          <div className={classes.notice}>
            <Notice tone="bad">{file.failure}</Notice>
          </div>
        )}
        {file.state !== "undone" && file.rows > 0 && <Figures file={file} isCheck={isCheck} />}
        <Actions file={file} type={type} />
        {file.columns_not_imported.length > 0 && file.state !== "undone" && (
          <Notice>
            {leftOutText(file.columns_not_imported.length)}: {file.columns_not_imported.join(", ")}
          </Notice>
        )}
      </Section>
      {file.repeats.rows > 0 && file.state !== "undone" && type && <Repeats file={file} type={type} />}
      {file.state !== "undone" && file.rows > 0 && type && <ColumnReport file={file} type={type} />}
      {file.state !== "undone" && file.problems.length > 0 && <Problems file={file} />}
      {file.state !== "undone" && file.warnings.length > 0 && <Warnings file={file} />}
      {file.kept_records.length > 0 && <KeptRecords file={file} />}
    </>
  );
}

function titleOf({ state, name, columns, started_at: startedAt }: ImportDetail): string {
  if (state === "checked") return "Check complete";
  if (state === "done") return "Import complete";
  if (state === "undone") return "Import undone";
  return startedAt ? `The import of ${name} stopped` : `${name} could not be ${columns ? "checked" : "read"}`;
}

function leadOf({ state, name, rows, failed, restored, kept }: ImportDetail): string | undefined {
  if (state === "checked")
    return failed === rows
      ? `${name}: no row can be imported as it is.`
      : `${name}. Nothing is saved yet. This is what the import would do.`;
  if (state === "done") return name;
  if (state === "undone") return `${name}. ${undoneText(restored)}${kept > 0 ? ` ${count(kept)} stay as they are.` : ""}`;
  return undefined;
}

/** "3 columns not imported" */
const leftOutText = (columns: number) => `${count(columns)} ${columns === 1 ? "column" : "columns"} not imported`;

const undoneText = (restored: number) => `Undone for ${count(restored)} ${restored === 1 ? "record" : "records"}.`;

function Figures({ file, isCheck }: { file: ImportDetail; isCheck: boolean }) {
  const figures: [string, number][] = [
    [isCheck ? "would be created" : "created", file.created],
    [isCheck ? "would change" : "changed", file.updated],
    ["unchanged", file.skipped],
    ["refused", file.failed],
    ["with warnings", file.warned],
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(([words, figure]) => (
        <div className={classes.figure} key={words} data-zero={figure === 0 || undefined}>
          <dd>{count(figure)}</dd>
          <dt>{words}</dt>
        </div>
      ))}
    </dl>
  );
}

function Actions({ file, type }: ReportStepProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const errorFile = useErrorFile(file);
  const canOpen = file.columns !== null || file.sheets !== null;
  const start = useWrite("imports.start", { refresh: ["imports.get", "imports.list"] });
  const good = file.rows - file.failed;
  const canChange = type && canOpen && !file.started_at && (file.state === "checked" || file.state === "failed");
  const refreshRecords = () => void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith("records.") });
  return (
    <div className={classes.actions}>
      {file.state === "checked" && (
        <Button size="sm" variant="filled" disabled={good === 0} loading={start.isPending} onClick={() => start.mutate({ id: file.id })}>
          Import {rowsText(good)}
        </Button>
      )}
      {type && (file.state === "done" || file.state === "undone") && (
        <ButtonLink size="sm" variant="filled" to="/records/$type" params={{ type: type.key }} onClick={refreshRecords}>
          Open {type.label_plural.toLowerCase()}
        </ButtonLink>
      )}
      {canChange && (
        <Button size="sm" onClick={() => void navigate({ to: "/records/import", search: { id: file.id, step: "columns" } })}>
          Edit columns
        </Button>
      )}
      {file.failed > 0 && file.state !== "undone" && (
        <Button
          size="sm"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          loading={errorFile.isPending && errorFile.variables === "refused"}
          onClick={() => errorFile.mutate("refused")}
        >
          Refused rows
        </Button>
      )}
      {file.warned > 0 && file.state !== "undone" && (
        <Button
          size="sm"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          loading={errorFile.isPending && errorFile.variables === "warnings"}
          onClick={() => errorFile.mutate("warnings")}
        >
          Warnings
        </Button>
      )}
      <ButtonLink size="sm" to="/records/import" search={{ type: file.type }}>
        Choose another file
      </ButtonLink>
      {file.started_at && (file.state === "done" || file.state === "failed") && <UndoButton file={file} type={type} />}
    </div>
  );
}

function UndoButton({ file, type }: ReportStepProps) {
  const [isAsking, setAsking] = useState(false);
  const undo = useWrite("imports.undo", { refresh: ["imports.get", "imports.list"], onDone: () => setAsking(false) });
  return (
    <>
      <Button size="sm" className="k-danger" leftSection={<IconArrowBackUp size={16} stroke={1.75} />} onClick={() => setAsking(true)}>
        Undo the import
      </Button>
      <ConfirmDialog
        title={`Undo the import of ${file.name}?`}
        opened={isAsking}
        onClose={() => setAsking(false)}
        confirm="Undo the import"
        isWorking={undo.isPending}
        onConfirm={() => undo.mutate({ id: file.id })}
      >
        <p className="k-muted">{undoText(file, type)} Records that somebody changed or used since are kept and listed.</p>
      </ConfirmDialog>
    </>
  );
}

/** "Undo moves 365 new contacts to the trash." */
function undoText({ created, updated, by_column: columns }: ImportDetail, type: RecordType | undefined): string {
  const related = columns.reduce((sum, one) => sum + one.new_records, 0);
  const records = type ? (created === 1 ? oneOf(type) : manyOf(type)) : "records";
  const moved = `${count(created)} new ${records}${related > 0 ? ` and ${count(related)} new related ${related === 1 ? "record" : "records"}` : ""}`;
  const restored = updated > 0 ? ` It restores the old values of ${count(updated)} changed ${updated === 1 ? "one" : "ones"}.` : "";
  return `Undo moves ${moved} to the trash.${restored}`;
}
