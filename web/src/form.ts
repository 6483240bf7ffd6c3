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
  const write = useWrite<Name>(name, { refresh, onDone, showsError: false });
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

type Errors = Record<string, string>;

/**
 * What is wrong with the inputs of a draft, by name, until each is edited: what somebody is mending is not wrong any more. `failure` is what
 * belongs to no input, or the message of an error without any; it goes with the first edit.
 */
export function useFieldErrors(error: Error | Errors | null | undefined, draft: object): { errors: Errors; failure: string | undefined } {
  const [refused, setRefused] = useState({ error, draft });
  // A new answer is about the draft as it is now.
  if (refused.error !== error) setRefused({ error, draft });
  const before = refused.error === error ? refused.draft : draft;
  if (!error || error instanceof Declined) return { errors: {}, failure: undefined };
  const fields = error instanceof ApiError ? error.fields : error instanceof Error ? {} : error;
  const errors = unmended(fields, before, draft);
  const isEdited = JSON.stringify(before) !== JSON.stringify(draft);
  const isWhole = error instanceof Error && Object.keys(fields).length === 0;
  return { errors, failure: isEdited ? undefined : (errors[""] ?? (isWhole ? error.message : undefined)) };
}

/** The errors about parts of a draft that are still as they were when it was refused. A path is "url", "is_unique" or "options/2/label". */
export function unmended(errors: Errors, before: object, now: object): Errors {
  const isSame = (path: string) => {
    const steps = path.split("/");
    return JSON.stringify(partAt(before, steps)) === JSON.stringify(partAt(now, steps));
  };
  return Object.fromEntries(Object.entries(errors).filter(([path]) => isSame(path)));
}

/** The part of a draft that a path names. A draft may write is_unique as isUnique, and a path may go deeper than the draft. */
function partAt(draft: object, steps: string[]): unknown {
  let part: unknown = draft;
  for (const step of steps) {
    if (typeof part !== "object" || part === null) break;
    const known = [step, step.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())].find((name) => name in (part as object));
    if (known === undefined) break;
    part = (part as Record<string, unknown>)[known];
  }
  return part;
}
