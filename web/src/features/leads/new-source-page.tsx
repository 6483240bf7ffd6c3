import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { AdminsOnly } from "../../layout/area-page.tsx";
import { useIsAdmin } from "../../session.ts";
import { Notice } from "../../ui/states.tsx";
import { ThingPage } from "../../ui/thing-page.tsx";
import { useToast } from "../../ui/toast.tsx";
import { Unsaved } from "../../ui/unsaved.tsx";
import { useType } from "../types/index.ts";
import { newDraft, type SourceDraft, wholeInput } from "./draft.ts";
import { FormTab } from "./form-tab.tsx";
import { SOURCES } from "./read.ts";
import { AREA, PARENT } from "./source-page.tsx";
import classes from "./source-page.module.css";
import { type Editor, otherError, problemsOf } from "./use-editor.ts";

export function NewSourcePage() {
  if (useIsAdmin()) return <NewSource />;
  return (
    <ThingPage area={AREA} parent={PARENT} title="Add a form">
      <div className={classes.state}>
        <AdminsOnly>Only an Admin can add a form.</AdminsOnly>
      </div>
    </ThingPage>
  );
}

function NewSource() {
  const type = useType("lead");
  const [first] = useState(() => newDraft(type));
  const [draft, setDraft] = useState<SourceDraft>(first);
  const navigate = useNavigate();
  const toast = useToast();
  const write = useWrite("leads.createSource", {
    refresh: SOURCES,
    showsError: false,
    onDone: async ({ id, name, state }) => {
      toast({ text: state === "published" ? `Form “${name}” published.` : `Form “${name}” saved as a draft.` });
      await navigate({
        to: "/lead-sending/sources/$source",
        params: { source: id },
        search: state === "published" ? { tab: "embed" } : {},
        ignoreBlocker: true,
      });
    },
  });
  const save = (state: "draft" | "published") => write.mutate({ ...wholeInput(draft), state });
  const problems =
    draft.name.trim() === "" && write.error
      ? { ...problemsOf(write.error), name: "A form needs a name. Try “Contact us”." }
      : problemsOf(write.error);
  const editor: Editor = { draft, change: (part) => setDraft((before) => ({ ...before, ...part })), problems, canChange: true };
  const failure = otherError(write.error);
  return (
    <ThingPage
      area={AREA}
      parent={PARENT}
      title="Add a form"
      actions={
        <>
          <Button size="sm" loading={write.isPending} onClick={() => save("draft")}>
            Save as a draft
          </Button>
          <Button size="sm" variant="filled" loading={write.isPending} onClick={() => save("published")}>
            Publish
          </Button>
        </>
      }
    >
      <Unsaved isChanged={JSON.stringify(draft) !== JSON.stringify(first)}>The form has not been saved.</Unsaved>
      {write.error && (
        <div className={classes.error}>
          <Notice tone="bad">{failure ?? "Not saved. Correct what is marked in the form."}</Notice>
        </div>
      )}
      <FormTab editor={editor} isNew />
    </ThingPage>
  );
}
