import { useState } from "react";
import { ApiError } from "../../api.ts";
import { Declined, useWrite } from "../../calls.ts";
import { useFieldErrors } from "../../form.ts";
import { useIsAdmin } from "../../session.ts";
import { useToast } from "../../ui/toast.tsx";
import { type Changes, countChanges, draftOf, changesInput, type SourceDraft, withChange } from "./draft.ts";
import { type LeadSource, SOURCES } from "./read.ts";

/** What the parts of the editor are given. */
export interface Editor {
  draft: SourceDraft;
  change: (part: Changes) => void;
  /** What the service says is wrong, by field. */
  problems: Record<string, string>;
  /** Members see everything and change nothing. */
  canChange: boolean;
}

export const problemsOf = (error: Error | null): Record<string, string> => (error instanceof ApiError ? error.fields : {});

/** An error that no field of the editor shows. */
export const otherError = (error: Error | null) =>
  error && !(error instanceof Declined) && Object.keys(problemsOf(error)).length === 0 ? error.message : undefined;

/** The changes of one form that are not saved yet, over what the service has. */
export function useEditor(source: LeadSource) {
  const [changes, setChanges] = useState<Changes>({});
  const toast = useToast();
  const canChange = useIsAdmin();
  const saved = draftOf(source);
  const update = useWrite("leads.updateSource", { refresh: SOURCES, showsError: false });
  const publish = useWrite("leads.setSourceState", { refresh: SOURCES, showsError: false });
  const count = countChanges(saved, changes);

  /** Saves what changed, and publishes if asked. An error is shown where it belongs. */
  const save = async (thenPublish: boolean) => {
    try {
      if (count > 0) await update.mutateAsync({ id: source.id, ...changesInput(changes) });
      setChanges({});
      if (thenPublish && source.state !== "published") await publish.mutateAsync({ id: source.id, state: "published" });
      toast({ text: thenPublish ? `Form “${changes.name ?? source.name}” published.` : `Form “${changes.name ?? source.name}” saved.` });
    } catch {
      // `error` has it.
    }
  };
  const error = update.error ?? publish.error;
  const draft = { ...saved, ...changes };
  const problems = useFieldErrors(update.error, draft);
  const editor: Editor = {
    draft,
    change: (part) => canChange && setChanges((before) => withChange(saved, before, part)),
    problems: problems.errors,
    canChange,
  };
  const discard = () => {
    update.reset();
    publish.reset();
    setChanges({});
  };
  return { editor, count, save, discard, error, isSaving: update.isPending || publish.isPending };
}
