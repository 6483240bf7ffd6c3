import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Declined, read, useWrite } from "../../calls.ts";
import { Choice, ChoiceSet } from "../../ui/choice.tsx";
import { DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/states.tsx";
import { countText } from "../fields/index.ts";
import { fieldOf, manyOf, type RecordType } from "../types/index.ts";
import classes from "./exports.module.css";
import { PastExports } from "./past-exports.tsx";

/** The list as shown on the screen. */
export interface ExportedList {
  type: RecordType;
  filter: string;
  sort: string;
  /** Keys of the fields that are shown, without the name. */
  columns: string[];
}

interface ExportFormProps {
  list: ExportedList;
  onClose: () => void;
  onStarted: (id: string) => void;
}

export function ExportForm({ list, onClose, onStarted }: ExportFormProps) {
  const { type, filter, sort, columns } = list;
  const [rows, setRows] = useState<"list" | "all">("list");
  const [fields, setFields] = useState<"shown" | "all">("shown");
  const write = useWrite("exports.create", { refresh: ["exports.list"], showsError: false, onDone: ({ id }) => onStarted(id) });
  const begin = () =>
    write.mutate({
      type: type.key,
      ...(rows === "list" && filter ? { filter } : {}),
      ...(rows === "list" && sort ? { sort } : {}),
      ...(fields === "shown" ? { fields: ["name", ...columns.filter((key) => key !== "name")] } : {}),
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <DialogBody>
        <div className={classes.form}>
          {write.error && !(write.error instanceof Declined) && <Notice tone="bad">{write.error.message}</Notice>}
          <RowChoice list={list} value={rows} onChange={setRows} />
          <FieldChoice type={type} columns={columns} value={fields} onChange={setFields} />
          <p className="k-tip">
            A CSV file in UTF-8. Cells that a spreadsheet would run as a formula start with a <code>'</code>. An import removes it.
          </p>
          <PastExports />
        </div>
      </DialogBody>
      <DialogFoot tip="Asks for your password if you entered it more than 30 min ago.">
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="filled" loading={write.isPending} data-autofocus>
          Export
        </Button>
      </DialogFoot>
    </form>
  );
}

interface RowChoiceProps {
  list: ExportedList;
  value: "list" | "all";
  onChange: (value: "list" | "all") => void;
}

function RowChoice({ list: { type, filter }, value, onChange }: RowChoiceProps) {
  const matching = useCount(type, filter);
  const all = useCount(type, "");
  if (!filter) return <p className="k-muted">{all ? `All ${all} ${manyOf(type)}.` : `All ${manyOf(type)}.`}</p>;
  return (
    <ChoiceSet legend="Rows">
      <Choice
        name="rows"
        title={`This list${matching ? `, ${matching}` : ""}`}
        isChosen={value === "list"}
        onChoose={() => onChange("list")}
      >
        <code>{filter}</code>
      </Choice>
      <Choice
        name="rows"
        title={`All ${manyOf(type)}${all ? `, ${all}` : ""}`}
        isChosen={value === "all"}
        onChoose={() => onChange("all")}
      />
    </ChoiceSet>
  );
}

function useCount(type: RecordType, filter: string): string | undefined {
  const input = { type: type.key, ...(filter ? { filter } : {}), fields: ["name"], limit: 1 };
  const { data } = useQuery(read("records.list", input));
  return data?.count ? countText(data.count) : undefined;
}

interface FieldChoiceProps {
  type: RecordType;
  columns: string[];
  value: "shown" | "all";
  onChange: (value: "shown" | "all") => void;
}

function FieldChoice({ type, columns, value, onChange }: FieldChoiceProps) {
  const shown = ["name", ...columns.filter((key) => key !== "name")].map((key) => fieldOf(type, key)?.label ?? key);
  const own = type.fields.filter((field) => !(field.relation && field.is_read_only));
  return (
    <ChoiceSet legend="Fields">
      <Choice name="fields" title={`Shown columns, ${shown.length}`} isChosen={value === "shown"} onChoose={() => onChange("shown")}>
        {shown.join(", ")}
      </Choice>
      <Choice name="fields" title={`All fields, ${own.length}`} isChosen={value === "all"} onChoose={() => onChange("all")} />
    </ChoiceSet>
  );
}
