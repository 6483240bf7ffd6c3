import { IconCheck, IconDeviceDesktop, IconDeviceMobile, IconSelector } from "@tabler/icons-react";
import { useState } from "react";
import { factsOf, type Field, fieldOf, useType } from "../types/index.ts";
import { type FieldDraft, findWide, pointsOf, type SourceDraft } from "./draft.ts";
import classes from "./preview.module.css";

const VIEWS = { empty: "Empty", errors: "Errors", thanks: "Thank you" } as const;
const WIDTHS = {
  wide: { label: "On a desktop", icon: IconDeviceDesktop },
  narrow: { label: "On a phone", icon: IconDeviceMobile },
} as const;

interface PreviewProps {
  draft: SourceDraft;
  /** The key of the question that is being edited. */
  open: string | undefined;
}

/** What a visitor sees of the form as it is now, saved or not. */
export function Preview({ draft, open }: PreviewProps) {
  const [view, setView] = useState<keyof typeof VIEWS>("empty");
  const [width, setWidth] = useState<keyof typeof WIDTHS>("wide");
  return (
    <section className={classes.preview} aria-label="Preview">
      <header className={classes.head}>
        <h2 className={classes.title}>Preview</h2>
        <span className={classes.choices} role="group" aria-label="Show">
          {(Object.keys(VIEWS) as (keyof typeof VIEWS)[]).map((one) => (
            <button type="button" aria-pressed={view === one} onClick={() => setView(one)} key={one}>
              {VIEWS[one]}
            </button>
          ))}
        </span>
        <span className={`${classes.choices} k-desk`} role="group" aria-label="Width">
          {(Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]).map((one) => {
            const { label, icon: Icon } = WIDTHS[one];
            return (
              <button type="button" aria-pressed={width === one} aria-label={label} title={label} onClick={() => setWidth(one)} key={one}>
                <Icon size={16} stroke={1.75} />
              </button>
            );
          })}
        </span>
      </header>
      {/* A picture of the form: nothing in it can be used. */}
      <div className={classes.page} inert>
        {hasPitch(draft) && <Pitch draft={draft} />}
        <div className={classes.card} data-width={width}>
          {view === "thanks" ? <Thanks draft={draft} /> : <Form draft={draft} open={open} hasErrors={view === "errors"} />}
        </div>
      </div>
    </section>
  );
}

/** True if the hosted page says more than the form's name: then it says it beside the form. */
const hasPitch = ({ headline, points }: SourceDraft) => headline.trim() !== "" || pointsOf(points).length > 0;

function Pitch({ draft }: { draft: SourceDraft }) {
  const points = pointsOf(draft.points);
  return (
    <div className={classes.pitch}>
      <p className={classes.name}>{draft.headline.trim() || draft.name}</p>
      {draft.intro && <p className={classes.intro}>{draft.intro}</p>}
      {points.length > 0 && (
        <ul className={classes.points}>
          {points.map((point, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same line may be there twice
            <li key={at}>
              <IconCheck size={14} stroke={1.75} aria-hidden />
              {point}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Form({ draft, open, hasErrors }: PreviewProps & { hasErrors: boolean }) {
  const type = useType("lead");
  const wide = findWide(draft.fields, (key) => isLong(type && fieldOf(type, key)));
  return (
    <>
      {(draft.headline.trim() || !hasPitch(draft)) && <p className={classes.name}>{draft.name || "Name of the form"}</p>}
      {!hasPitch(draft) && draft.intro && <p className={classes.intro}>{draft.intro}</p>}
      <div className={classes.fields}>
        {draft.fields.map((field) => (
          <Question
            field={field}
            known={type && fieldOf(type, field.key)}
            isOpen={field.key === open}
            isWide={wide.has(field.key)}
            hasError={hasErrors && field.is_required}
            key={field.key}
          />
        ))}
      </div>
      {draft.consent_text.trim() && (
        <p className={classes.consent}>
          <span className={classes.tick} />
          <span>
            {draft.consent_text} {draft.privacy_url.trim() && <span className={classes.link}>Privacy</span>}
            {hasErrors && draft.is_consent_required && <span className={classes.error}>Tick the box to go on.</span>}
          </span>
        </p>
      )}
      <span className={classes.button}>{draft.button || "Send"}</span>
    </>
  );
}

const isLong = (field: Field | undefined) => field !== undefined && factsOf(field).isLong === true;

interface QuestionProps {
  field: FieldDraft;
  known: Field | undefined;
  isOpen: boolean;
  isWide: boolean;
  hasError: boolean;
}

function Question({ field, known, isOpen, isWide, hasError }: QuestionProps) {
  const isTall = isLong(known);
  return (
    <div className={classes.question} data-open={isOpen || undefined} data-wide={isWide || undefined}>
      <span className={classes.label}>
        {field.label || known?.label || field.key} {!field.is_required && <span className="k-faint">optional</span>}
      </span>
      <span className={classes.input} data-tall={isTall || undefined} data-bad={hasError || undefined}>
        {known?.options && (
          <>
            Choose <IconSelector size={14} stroke={1.75} />
          </>
        )}
      </span>
      {hasError && <span className={classes.error}>{field.label || known?.label} is required.</span>}
      {field.help && <span className={classes.help}>{field.help}</span>}
    </div>
  );
}

function Thanks({ draft }: { draft: SourceDraft }) {
  if (draft.redirect_url.trim())
    return (
      <p className={classes.intro}>
        The visitor goes to <span className="k-mono">{draft.redirect_url}</span>
      </p>
    );
  return (
    <div className={classes.thanks}>
      <IconCheck size={20} stroke={1.75} aria-hidden />
      <p>{draft.thanks}</p>
    </div>
  );
}
