import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { api, ApiError } from "../../../api.ts";
import { useFieldErrors } from "../../../form.ts";
import { DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { Notice } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { type Field, fieldOf, offered, oneOf, type RecordType } from "../../types/index.ts";
import { useMe } from "../../../session.ts";
import { defaultColumns, NAME } from "../../views/index.ts";
import { FormField } from "./form-field.tsx";
import classes from "./form-field.module.css";
import { useUndo } from "../save/undo.ts";
import { newChangeKey } from "../../../outbox/storage.ts";
import type { Values } from "../../fields/index.ts";
import { refreshRecords } from "../read/record-cache.ts";

interface NewRecordFormProps {
  type: RecordType;
  /** What it is called, if that is known already. */
  name?: string;
  /** What else is known of it: the stage of the lane it is added to. */
  given?: Values;
  onDone: () => void;
}

export function NewRecordForm({ type, name, given: known, onDone }: NewRecordFormProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const { user } = useMe();
  const [values, setValues] = useState<Values>(() => ({
    ...startingValues(type),
    ...(name ? { [NAME]: name } : {}),
    owner: { id: user.id, name: user.name },
    ...known,
  }));
  const [isWhole, setWhole] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // One key for this form: sent twice because an answer was lost, it still makes one record.
  const [idempotencyKey] = useState(newChangeKey);
  const create = useMutation({
    mutationFn: ({ given, isTwin = false }: { given: Values; isTwin?: boolean }) =>
      api.call("records.create", { type: type.key, values: filled(given), allow_duplicate: isTwin }, { idempotencyKey }),
    async onSuccess({ record, operation_id: operationId }) {
      onDone();
      toast({
        text: `“${record.title}” added.`,
        undo: () => undo([operationId]),
        action: {
          label: "Open",
          keys: "o",
          run: () => void navigate({ to: "/records/$type/$id", params: { type: type.key, id: record.id } }),
        },
      });
      await refreshRecords(client);
    },
  });
  const { errors: fieldErrors, failure } = useFieldErrors(create.error, { values });
  const shared = type.fields.find((field) => fieldErrors[`values/${field.key}`]);
  // Once what they share is edited, they are no longer the same.
  const twin = create.error instanceof ApiError && shared ? create.error.record : undefined;
  const canBeTwin = create.error instanceof ApiError && create.error.code === "duplicate_record";
  const shown = fieldsOf(type, isWhole);
  const isKnown = shown.some((field) => fieldErrors[`values/${field.key}`]);
  // What is refused is in no value yet: sent now, the record would be made without it, and nobody would notice.
  const send = (given: Values) => {
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (wrong) wrong.focus();
    else create.mutate({ given });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(values);
      }}
      ref={form}
      noValidate
    >
      <DialogBody>
        <div className={classes.column}>
          {(failure ?? (shared && !isKnown && !twin)) && <Notice tone="bad">{create.error?.message}</Notice>}
          {twin && (
            <Notice tone="bad">
              {twin.title} has this {shared?.label.toLowerCase()}.{" "}
              <Link to="/records/$type/$id" params={{ type: type.key, id: twin.id }} onClick={onDone}>
                Open
              </Link>
              {canBeTwin && (
                <>
                  {" · "}
                  <Button variant="subtle" size="compact-sm" onClick={() => create.mutate({ given: values, isTwin: true })}>
                    Add anyway
                  </Button>
                </>
              )}
            </Notice>
          )}
          {shown.map((field) => (
            <FormField
              isFirst={field.key === NAME}
              field={field}
              value={values[field.key]}
              onChange={(value) => setValues((before) => ({ ...before, [field.key]: value }))}
              onEnter={(value) => send({ ...values, [field.key]: value })}
              error={fieldErrors[`values/${field.key}`]}
              key={field.key}
            />
          ))}
          {!isWhole && (
            <Button className={classes.more ?? ""} variant="subtle" onClick={() => setWhole(true)}>
              All fields
            </Button>
          )}
        </div>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button size="sm" variant="filled" type="submit" loading={create.isPending} rightSection={<Kbd keys="↵" onInk />}>
          Add {oneOf(type)}
        </Button>
      </DialogFoot>
    </form>
  );
}

/** The name, what the list shows, and what cannot be left out; on request everything. */
function fieldsOf(type: RecordType, isWhole: boolean): Field[] {
  const first = [NAME, ...defaultColumns(type)].flatMap((key) => fieldOf(type, key) ?? []);
  const rest = type.fields.filter((field) => !first.includes(field) && (isWhole || field.is_required));
  return [...first, ...rest].filter((field) => !field.is_read_only);
}

const filled = (values: Values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** A new record begins at the first stage: without one it would be on no board. */
function startingValues(type: RecordType): Values {
  const stage = fieldOf(type, type.stage_field);
  const first = stage && offered(stage).find((option) => option.state !== "won" && option.state !== "lost");
  return stage && first ? { [stage.key]: first.key } : {};
}
