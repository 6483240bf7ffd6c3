import { useState } from "react";
import { FieldDialog, type RecordType, useTypes } from "../types/index.ts";
import type { Inspection } from "./import.ts";
import { kindOf } from "./mapping.ts";

type Column = Inspection["columns"][number];

/** A field made from a column of the file, named like it. */
export function useCreateField(type: RecordType, onAdded: (column: Column, key: string) => void) {
  const [column, setColumn] = useState<Column>();
  const all = useTypes().items;
  const dialog = (
    <FieldDialog
      type={type}
      all={all}
      field={undefined}
      start={column && { label: column.name, kind: kindOf(column.samples) }}
      opened={column !== undefined}
      onClose={() => setColumn(undefined)}
      onAdded={(key) => column && onAdded(column, key)}
    />
  );
  return { ask: setColumn, dialog };
}
