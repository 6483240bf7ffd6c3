import type { KindFacts } from "@kith/filter/kinds";
import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "../../calls.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Section } from "../../ui/page.tsx";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { afterChange } from "./change-types.ts";
import { countText, factsOf, fieldOf, manyOf, type RecordType } from "./types.ts";
import classes from "./data-model.module.css";

type RoleInput = "stage_field" | "amount_field" | "date_field";

const roles: { input: RoleInput; role: KindFacts["role"]; label: string; words: string; missing: string }[] = [
  { input: "stage_field", role: "stage", label: "Stage", words: "The columns of the board.", missing: "Add a stage field first." },
  { input: "amount_field", role: "amount", label: "Amount", words: "What totals add up.", missing: "Add a money field first." },
  {
    input: "date_field",
    role: "date",
    label: "Date",
    words: "What is due, and what is late.",
    missing: "Add a date field first.",
  },
];

/** Which field is the type's stage, which its amount, which its date. */
export function Roles({ type, isAdmin }: { type: RecordType; isAdmin: boolean }) {
  const [wanted, setWanted] = useState<{ role: (typeof roles)[number]; field: string | null }>();
  return (
    <Section title="Board, totals and dates" lead={`The fields that boards, totals and due dates of ${manyOf(type)} use.`}>
      <div className={classes.roles}>
        {roles.map((role) => {
          const able = type.fields.filter((field) => factsOf(field).role === role.role && !field.is_read_only);
          return (
            <NativeSelect
              key={role.input}
              label={role.label}
              description={able.length > 0 ? role.words : role.missing}
              inputWrapperOrder={["label", "input", "description"]}
              disabled={!isAdmin || able.length === 0}
              data={[{ value: "", label: "None" }, ...able.map((field) => ({ value: field.key, label: field.label }))]}
              value={type[role.input] ?? ""}
              onChange={(event) => setWanted({ role, field: event.currentTarget.value || null })}
            />
          );
        })}
      </div>
      {wanted && (
        <RoleDialog
          type={type}
          input={wanted.role.input}
          label={wanted.role.label}
          field={wanted.field}
          onClose={() => setWanted(undefined)}
        />
      )}
    </Section>
  );
}

interface RoleDialogProps {
  type: RecordType;
  input: RoleInput;
  label: string;
  field: string | null;
  onClose: () => void;
}

/** Says what the change does before it is made. */
function RoleDialog({ type, input, label, field: key, onClose }: RoleDialogProps) {
  const toast = useToast();
  const role = label.toLowerCase();
  const field = fieldOf(type, key);
  const trial = useQuery({ ...read("types.update", { type: type.key, [input]: key, dry_run: true }), staleTime: 0 });
  const write = useWrite("types.update", { refresh: afterChange });
  const before = type[input];
  const save = () =>
    write.mutate(
      { type: type.key, [input]: key },
      {
        onSuccess: () => {
          toast({
            text: field ? `${field.label} is the ${role} of ${manyOf(type)}.` : `${type.label_plural} have no ${role} now.`,
            undo: () => write.mutate({ type: type.key, [input]: before }),
          });
          onClose();
        },
      },
    );
  return (
    <Dialog title={field ? `Use ${field.label} as the ${role}?` : `No ${role} for ${manyOf(type)}?`} opened onClose={onClose} width={400}>
      <DialogBody>
        {trial.isError && <Notice tone="bad">{trial.error.message}</Notice>}
        {trial.data && (
          <p className="k-muted">
            {field
              ? `${countText(trial.data.records_affected, type)} ${trial.data.records_affected === 1 ? "has" : "have"} a ${field.label}. No value changes.`
              : "No value changes. Boards, totals and due dates no longer use it."}
          </p>
        )}
      </DialogBody>
      <DialogFoot isPlain>
        <Button size="sm" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button size="sm" variant="filled" disabled={!trial.data} loading={write.isPending} onClick={save}>
          {field ? `Use ${field.label}` : `Use no ${role}`}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
