import { NativeSelect } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FileDrop } from "../../ui/file-drop.tsx";
import { FormColumn, Section } from "../../ui/page.tsx";
import { useTypes } from "../types/index.ts";
import { ImportList } from "./import-list.tsx";
import classes from "./imports.module.css";
import { useUpload } from "./upload.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const ACCEPTED = `.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,${XLSX}`;

/** Which type, which file; below, the imports there have been. */
export function StartStep({ type: wanted }: { type: string | undefined }) {
  const { items } = useTypes();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  const type =
    chosen ?? items.find((one) => one.key === wanted)?.key ?? items.find((one) => one.key === "contact")?.key ?? items[0]?.key ?? "";
  const upload = useUpload((id) => void navigate({ to: "/records/import", search: { id } }));
  return (
    <>
      <Section title="Import a file" lead="Review before anything is saved. You can undo the whole import.">
        <div className={classes.start}>
          <FormColumn>
            <NativeSelect
              label="Import as"
              data={items.map((one) => ({ value: one.key, label: one.label_plural }))}
              value={type}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          </FormColumn>
          <FileDrop
            label="Drop a CSV or Excel file here, or choose one"
            accept={ACCEPTED}
            disabled={upload.isPending}
            error={upload.error?.message}
            onFile={(file) => upload.mutate({ file, type })}
          >
            CSV or .xlsx, up to 50 MB and 1,000,000 rows. The first row names the columns.
          </FileDrop>
        </div>
      </Section>
      <ImportList />
    </>
  );
}
