import type { InputOf, OperationName } from "@kith/server/contract";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { type AnswerOf, ApiError } from "./api.ts";
import { Declined, useWrite } from "./calls.ts";

/** What a form needs of an operation's input schema. */
interface Schema {
  safeParse: (values: unknown) => { error?: { issues: { path: PropertyKey[]; message: string }[] } };
}

interface OperationFormOptions<Name extends OperationName, Values extends Record<string, string>> {
  /** The input schema of the operation, or the part of it that is typed in. */
  schema: Schema;
  initialValues: Values;
  /** Turns the typed values into the input. */
  toInput: (values: Values) => InputOf<Name>;
  refresh?: OperationName[];
  onDone?: (answer: AnswerOf<Name>, input: InputOf<Name>) => unknown;
}

/** A form for one operation: checked by its schema before it is sent, then by the service. */
export function useOperationForm<Name extends OperationName, Values extends Record<string, string>>(
  name: Name,
  options: OperationFormOptions<Name, Values>,
) {
  const { schema, initialValues, toInput, refresh, onDone } = options;
  const [failure, setFailure] = useState<string>();
  const write = useWrite(name, { refresh, onDone, showsError: false });
  const form = useForm<Values>({ initialValues, validate: (values) => fieldErrors(schema, values) });

  const focusFirst = (errors: object) => {
    const field = Object.keys(initialValues).find((key) => key in errors);
    if (field) form.getInputNode(field)?.focus();
  };
  const fail = (error: Error) => {
    if (error instanceof Declined) return;
    const fields = error instanceof ApiError ? error.fields : {};
    const shown = Object.fromEntries(Object.entries(fields).filter(([field]) => field in initialValues));
    form.setErrors(shown);
    focusFirst(shown);
    if (Object.keys(shown).length === 0)
      setFailure(isUnreachable(error) ? `${error.message} What you typed is still here.` : error.message);
  };
  const submit = form.onSubmit((values) => {
    setFailure(undefined);
    write.mutate(toInput(values), { onError: fail });
  }, focusFirst);

  return { form, submit, failure, isSending: write.isPending };
}

const isUnreachable = (error: Error) => error instanceof ApiError && error.code === "unreachable";

function fieldErrors(schema: Schema, values: unknown): Record<string, string> {
  const issues = schema.safeParse(values).error?.issues ?? [];
  // Of several errors in one field, show the first.
  return Object.fromEntries(issues.map((issue) => [issue.path.join("."), issue.message]).toReversed());
}
