import { NativeSelect } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "../../calls.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { sizeText } from "../../ui/file.ts";
import { manyOf, type RecordType } from "../types/index.ts";
import { ColumnsForm } from "./columns-form.tsx";
import type { ImportDetail, Inspection, Plan } from "./import.ts";
import classes from "./imports.module.css";

const DELIMITERS = [
  { value: ",", label: "Commas" },
  { value: ";", label: "Semicolons" },
  { value: "\t", label: "Tabs" },
  { value: "|", label: "Bars |" },
];
const ENCODINGS = [
  { value: "utf-8", label: "UTF-8" },
  { value: "windows-1252", label: "Windows-1252" },
];

type Shape = Pick<Plan, "delimiter" | "encoding">;

/** How the file is read, where its columns go, and what its first rows would become. */
export function ColumnsStep({ file, type }: { file: ImportDetail; type: RecordType }) {
  // What was chosen for an earlier check stands; otherwise the service finds it out. A sheet of a workbook has neither.
  const [shape, setShape] = useState<Shape>({
    ...(file.delimiter && !file.sheets ? { delimiter: file.delimiter as Shape["delimiter"] } : {}),
    ...(file.encoding && !file.sheets ? { encoding: file.encoding as Shape["encoding"] } : {}),
  });
  const query = useQuery({ ...read("imports.inspect", { id: file.id, ...shape }), placeholderData: keepPreviousData, retry: false });
  const columns = query.data ? `, ${query.data.columns.length} columns` : "";
  return (
    <>
      <Section title={file.name} lead={`${sizeText(file.size)}${columns}. The rows become ${manyOf(type)}.`}>
        <div className={classes.shape}>
          {file.sheets && <SheetChoice file={file} />}
          {/* Before the file is read, a choice would show what was not recognised. */}
          {!file.sheets && !query.isPending && <ShapeChoice shape={shape} seen={query.data} onChange={setShape} />}
        </div>
      </Section>
      <Loaded query={query} what="The file">
        {(seen) => <ColumnsForm key={keyOf(seen)} file={file} type={type} seen={seen} shape={shape} />}
      </Loaded>
    </>
  );
}

/** Another sheet or separator gives other columns: what was chosen for the old ones does not fit them. */
const keyOf = ({ delimiter, encoding, columns }: Inspection) => [delimiter, encoding, ...columns.map((column) => column.name)].join("\n");

interface ShapeChoiceProps {
  shape: Shape;
  seen: Inspection | undefined;
  onChange: (shape: Shape) => void;
}

function ShapeChoice({ shape, seen, onChange }: ShapeChoiceProps) {
  return (
    <>
      <NativeSelect
        label="Separator"
        data={DELIMITERS}
        value={shape.delimiter ?? seen?.delimiter}
        description={shape.delimiter ? undefined : "Recognised from the file"}
        inputWrapperOrder={["label", "input", "description"]}
        onChange={(event) => onChange({ ...shape, delimiter: event.currentTarget.value as Shape["delimiter"] })}
      />
      <NativeSelect
        label="Encoding"
        data={ENCODINGS}
        value={shape.encoding ?? seen?.encoding}
        description={shape.encoding ? undefined : "Recognised from the file"}
        inputWrapperOrder={["label", "input", "description"]}
        onChange={(event) => onChange({ ...shape, encoding: event.currentTarget.value as Shape["encoding"] })}
      />
    </>
  );
}

/** Which sheet of a workbook is imported. Another one is read first. */
function SheetChoice({ file }: { file: ImportDetail }) {
  const choose = useWrite("imports.chooseSheet", { refresh: ["imports.get", "imports.inspect", "imports.preview"] });
  return (
    <NativeSelect
      label="Sheet"
      data={(file.sheets ?? []).map(({ name, is_hidden: isHidden }, at) => ({
        value: String(at),
        label: isHidden ? `${name} (hidden)` : name,
      }))}
      value={String(file.sheet ?? 0)}
      disabled={choose.isPending}
      onChange={(event) => choose.mutate({ id: file.id, sheet: Number(event.currentTarget.value) })}
    />
  );
}
