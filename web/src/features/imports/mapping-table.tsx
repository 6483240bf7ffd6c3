import { NativeSelect } from "@mantine/core";
import { useMe } from "../../session.ts";
import { StatePill } from "../../ui/state-pill.tsx";
import { fieldOf, type RecordType, useTypes } from "../types/index.ts";
import { useCreateField } from "./create-field.tsx";
import type { Inspection } from "./import.ts";
import classes from "./imports.module.css";
import { type Format, formatsOf, ID, settable, type Target, type Unknown, unknownsOf } from "./mapping.ts";

interface MappingTableProps {
  type: RecordType;
  seen: Inspection;
  targets: Target[];
  /** Records are matched by id: a column may be that. */
  withId: boolean;
  onChange: (column: number, target: Target) => void;
  /** What is wrong with where a column goes, by column. */
  errors: Record<number, string>;
}

export function MappingTable({ type, seen, targets, withId, onChange, errors }: MappingTableProps) {
  const { user } = useMe();
  const fresh = { format: undefined, unknown: undefined, isChosen: true };
  const { ask, dialog } = useCreateField(type, ({ column }, field) => onChange(column, { ...fresh, field }));
  return (
    <div className={classes.box}>
      <table className={`${classes.table} ${classes.mapping}`} aria-label="Columns of the file">
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">Goes to</th>
            <th scope="col">Match</th>
          </tr>
        </thead>
        <tbody>
          {seen.columns.map((column) => (
            <MappingRow
              key={column.column}
              type={type}
              column={column}
              target={targets[column.column] ?? { field: null, format: undefined, unknown: undefined, isChosen: false }}
              withId={withId}
              error={errors[column.column]}
              onChange={(target) => onChange(column.column, target)}
              onCreate={user.role === "admin" ? () => ask(column) : undefined}
            />
          ))}
        </tbody>
      </table>
      {dialog}
    </div>
  );
}

interface MappingRowProps {
  type: RecordType;
  column: Inspection["columns"][number];
  target: Target;
  withId: boolean;
  error: string | undefined;
  onChange: (target: Target) => void;
  /** Makes a field of the column; for Admins. */
  onCreate: (() => void) | undefined;
}

/** What the menu of a column says besides fields; no key has a space. */
const CREATE = "create field";

function MappingRow({ type, column, target, withId, error, onChange, onCreate }: MappingRowProps) {
  const types = useTypes().items;
  const formats = formatsOf(fieldOf(type, target.field));
  const unknowns = unknownsOf(types, fieldOf(type, target.field));
  const choose = (field: string | null) => {
    const [first] = unknownsOf(types, fieldOf(type, field));
    const isSuggested = field === column.field;
    onChange({ field, format: isSuggested ? column.format : undefined, unknown: first?.value, isChosen: !isSuggested });
  };
  return (
    <tr>
      <th className={classes.column} scope="row">
        <span className="k-truncate">{column.name}</span>
        <span className={`${classes.samples} k-truncate`}>{column.samples.join(" · ") || "blank in the first rows"}</span>
      </th>
      <td>
        <div className={classes.target}>
          <NativeSelect
            size="sm"
            aria-label={`${column.name} goes to`}
            value={target.field ?? ""}
            error={error}
            onChange={({ currentTarget: { value } }) => (value === CREATE ? onCreate?.() : choose(value || null))}
            data={[
              { value: "", label: "Not imported" },
              ...(withId ? [{ value: ID, label: "Id" }] : []),
              ...settable(type).map((field) => ({ value: field.key, label: field.label })),
              ...(onCreate ? [{ value: CREATE, label: "Create field…" }] : []),
            ]}
          />
          {formats.length > 0 && (
            <NativeSelect
              className={classes.format}
              size="sm"
              aria-label={`${column.name} is written as`}
              data={formats}
              value={target.format ?? ""}
              onChange={(event) => onChange({ ...target, format: (event.currentTarget.value || undefined) as Format | undefined })}
            />
          )}
          {unknowns.length > 0 && (
            <NativeSelect
              className={classes.format}
              size="sm"
              aria-label={`Unknown names in ${column.name}`}
              data={unknowns}
              value={target.unknown ?? "leave_empty"}
              onChange={(event) => onChange({ ...target, unknown: event.currentTarget.value as Unknown })}
            />
          )}
        </div>
      </td>
      <td className={classes.sure}>
        <Sureness column={column} target={target} />
      </td>
    </tr>
  );
}

const SURE = {
  name: { words: "Good", tone: "good", title: "The column has the name of the field" },
  synonym: { words: "Good", tone: "good", title: "The column has a common name for the field" },
  content: { words: "Check", tone: "soon", title: "Guessed from the values in the column" },
} as const;

/** 12.500 is twelve and a half in one country, and twelve thousand five hundred in another. */
const TWO_WAYS = { words: "Check", tone: "soon", title: "The values can be read in two ways: check how they are written" } as const;

function Sureness({ column, target }: { column: Inspection["columns"][number]; target: Target }) {
  if (target.field === null) return <span className="k-faint">Skipped</span>;
  if (target.isChosen || !column.certainty) return <span className="k-faint">Your choice</span>;
  const isOpen = column.is_format_guessed && target.format === column.format;
  const { words, tone, title } = isOpen ? TWO_WAYS : SURE[column.certainty];
  return (
    <span title={title}>
      <StatePill tone={tone}>{words}</StatePill>
    </span>
  );
}
