import { Checkbox, Textarea } from "@mantine/core";
import classes from "./form-tab.module.css";
import type { Editor } from "./use-editor.ts";

/** What visitors agree to. The words are kept with each lead as they were shown. */
export function ConsentSettings({ editor: { draft, change, problems }, version }: { editor: Editor; version: number | undefined }) {
  const { consent_text: text, is_consent_required: isRequired, wants_opt_in: wantsOptIn } = draft;
  return (
    <section aria-label="Consent">
      <header className={classes.head}>
        <div>
          <h2 className={classes.h2}>Consent</h2>
          <p className="k-muted">A box with your words. Each lead keeps them as they were shown, with the version.</p>
        </div>
      </header>
      <div className={classes.box}>
        <Textarea
          label="Words beside the box"
          description={
            text.trim() === ""
              ? "Empty: no box is shown."
              : version === undefined
                ? "Version 1."
                : `Version ${version}. Other words become version ${version + 1}.`
          }
          inputWrapperOrder={["label", "input", "error", "description"]}
          placeholder="We may answer by email and phone."
          autosize
          minRows={2}
          maxLength={2_000}
          value={text}
          onChange={(event) => change({ consent_text: event.currentTarget.value })}
          error={problems["consent_text"]}
        />
        <Checkbox
          label="Required: without it the form cannot be sent"
          disabled={text.trim() === ""}
          checked={isRequired}
          onChange={(event) => change({ is_consent_required: event.currentTarget.checked })}
        />
        <Checkbox
          label="Double opt-in: the link in an email has to be confirmed"
          checked={wantsOptIn}
          onChange={(event) => change({ wants_opt_in: event.currentTarget.checked })}
        />
      </div>
    </section>
  );
}
