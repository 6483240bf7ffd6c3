import { NativeSelect } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../calls.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { sizeText } from "../../ui/file.ts";
import { manyOf, type RecordType } from "../types/index.ts";
import { ColumnsForm } from "./columns-form.tsx";
import type { ImportDetail, Plan } from "./import.ts";
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
  // What was chosen for an earlier check stands; otherwise the service finds it out.
  const [shape, setShape] = useState<Shape>({
    ...(file.delimiter ? { delimiter: file.delimiter as Shape["delimiter"] } : {}),
    ...(file.encoding ? { encoding: file.encoding as Shape["encoding"] } : {}),
  });
  const query = useQuery({ ...read("imports.inspect", { id: file.id, ...shape }), placeholderData: keepPreviousData });
  return (
    <Loaded query={query} what="The file">
      {(seen) => (
        <>
          <Section title={file.name} lead={`${sizeText(file.size)}, ${seen.columns.length} columns. The rows become ${manyOf(type)}.`}>
            <div className={classes.shape}>
              <NativeSelect
                label="Separator"
                data={DELIMITERS}
                value={shape.delimiter ?? seen.delimiter}
                description={shape.delimiter ? undefined : "Recognised from the file"}
                inputWrapperOrder={["label", "input", "description"]}
                onChange={(event) => setShape({ ...shape, delimiter: event.currentTarget.value as Shape["delimiter"] })}
              />
              <NativeSelect
                label="Encoding"
                data={ENCODINGS}
                value={shape.encoding ?? seen.encoding}
                description={shape.encoding ? undefined : "Recognised from the file"}
                inputWrapperOrder={["label", "input", "description"]}
                onChange={(event) => setShape({ ...shape, encoding: event.currentTarget.value as Shape["encoding"] })}
              />
            </div>
          </Section>
          <ColumnsForm key={`${seen.delimiter} ${seen.encoding}`} file={file} type={type} seen={seen} shape={shape} />
        </>
      )}
    </Loaded>
  );
}
