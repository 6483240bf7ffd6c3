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
import type { RecordType } from "../types/index.ts";
import { useErrorFile } from "./error-file.ts";
import { count, type ImportDetail, rowsText } from "./import.ts";
import classes from "./imports.module.css";
import { KeptRecords, Problems } from "./problems.tsx";

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
      </Section>
      {file.state !== "undone" && file.problems.length > 0 && <Problems file={file} />}
      {file.kept_records.length > 0 && <KeptRecords file={file} />}
    </>
  );
}

function titleOf({ state, name, started_at: startedAt }: ImportDetail): string {
  if (state === "checked") return `${name} is checked`;
  if (state === "done") return `${name} is imported`;
  if (state === "undone") return `The import of ${name} is undone`;
  return startedAt ? `The import of ${name} stopped` : `${name} could not be checked`;
}

function leadOf({ state, rows, failed, restored, kept }: ImportDetail): string | undefined {
  if (state === "checked")
    return failed === rows ? "No row can be imported as it is." : "Nothing is written yet. This is what the import would do.";
  if (state === "undone") return `${rowsSetBack(restored)}${kept > 0 ? ` ${count(kept)} stay as they are.` : ""}`;
  return undefined;
}

const rowsSetBack = (restored: number) => `${count(restored)} ${restored === 1 ? "record was" : "records were"} set back.`;

function Figures({ file, isCheck }: { file: ImportDetail; isCheck: boolean }) {
  const figures: [string, number][] = [
    [isCheck ? "would be created" : "created", file.created],
    [isCheck ? "would change" : "changed", file.updated],
    ["unchanged", file.skipped],
    ["refused", file.failed],
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
  const start = useWrite("imports.start", { refresh: ["imports.get", "imports.list"] });
  const good = file.rows - file.failed;
  const canChange = type && !file.started_at && (file.state === "checked" || file.state === "failed");
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
          Change the columns
        </Button>
      )}
      {file.failed > 0 && file.state !== "undone" && (
        <Button
          size="sm"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          loading={errorFile.isPending}
          onClick={() => errorFile.mutate()}
        >
          Refused rows
        </Button>
      )}
      <ButtonLink size="sm" to="/records/import" search={{ type: file.type }}>
        Another file
      </ButtonLink>
      {file.started_at && (file.state === "done" || file.state === "failed") && <UndoButton file={file} />}
    </div>
  );
}

function UndoButton({ file }: { file: ImportDetail }) {
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
        <p className="k-muted">
          {`Undo moves ${count(file.created)} new records to the trash and restores the old values of ${count(file.updated)} changed ones. Records that somebody changed since are kept and listed.`}
        </p>
      </ConfirmDialog>
    </>
  );
}
