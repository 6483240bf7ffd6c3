import { useSearch } from "@tanstack/react-router";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { Steps } from "../../ui/steps.tsx";
import { useTypes } from "../types/index.ts";
import { ColumnsStep } from "./columns-step.tsx";
import { type ImportDetail, isWorking, useImport } from "./import.ts";
import classes from "./imports.module.css";
import { ReportStep } from "./report-step.tsx";
import { StartStep } from "./start-step.tsx";
import { UploadStep } from "./upload-step.tsx";
import { WorkStep } from "./work-step.tsx";

const STEPS = ["File", "Columns", "Check", "Import"];

/** A file of records, from the file to the records and back: the address says which import, the import says which step. */
export function ImportPage() {
  const { id, type } = useSearch({ from: "/records/import" });
  return (
    <Page area="Records" title="Import">
      {id ? <OneImport id={id} key={id} /> : <Beginning type={type} />}
    </Page>
  );
}

function Beginning({ type }: { type: string | undefined }) {
  return (
    <>
      <Steps label="Steps of the import" steps={STEPS} current={0} />
      <StartStep type={type} />
    </>
  );
}

function OneImport({ id }: { id: string }) {
  const query = useImport(id);
  return (
    <Loaded query={query} what="The import">
      {(file) => <Step file={file} />}
    </Loaded>
  );
}

function Step({ file }: { file: ImportDetail }) {
  const { step } = useSearch({ from: "/records/import" });
  const type = useTypes().items.find((one) => one.key === file.type);
  const isChoosing = file.state === "ready" || (step === "columns" && !file.started_at && ["checked", "failed"].includes(file.state));
  const at = isChoosing ? 1 : PLACES[file.state];
  return (
    <>
      <Steps label="Steps of the import" steps={STEPS} current={file.state === "failed" && !isChoosing ? (file.started_at ? 3 : 2) : at} />
      <div className={classes.step} key={isChoosing ? "columns" : file.state} ref={arrive} tabIndex={-1}>
        {file.state === "uploading" ? (
          <UploadStep file={file} />
        ) : isChoosing && type ? (
          <ColumnsStep file={file} type={type} />
        ) : isWorking(file.state) ? (
          <WorkStep file={file} />
        ) : (
          <ReportStep file={file} type={type} />
        )}
      </div>
    </>
  );
}

/** A new step begins at its top, for the eye and for the keyboard. */
function arrive(step: HTMLDivElement | null): void {
  step?.focus({ preventScroll: true });
  step?.parentElement?.scrollIntoView({ block: "start" });
}

const PLACES: Record<ImportDetail["state"], number> = {
  uploading: 0,
  reading: 0,
  ready: 1,
  checking: 2,
  checked: 2,
  running: 3,
  failed: 3,
  done: 4,
  undoing: 4,
  undone: 4,
};
