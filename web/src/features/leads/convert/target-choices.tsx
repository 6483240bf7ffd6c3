import { TypeIcon, useType } from "../../types/index.ts";
import { Choice } from "../../../ui/choice.tsx";
import type { Preview } from "./preview.ts";
import classes from "./convert.module.css";

/** The id of a record, a new one, or none. */
export type Chosen = string;
export const NEW = "new";
export const NONE = "none";

interface TargetChoicesProps {
  what: "contact" | "organization";
  label: string;
  target: Preview["contact"];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  canBeNone?: boolean;
  isFirst?: boolean;
}

/** The records that may be the same, and a new one. */
export function TargetChoices({ what, label, target, chosen, onChoose, canBeNone = false, isFirst = false }: TargetChoicesProps) {
  const type = useType(what);
  const { length } = target.choices;
  const known = target.choices.find((choice) => choice.id === chosen);
  const isNewOffered = target.name !== null || !canBeNone;
  return (
    <fieldset className={classes.part} {...(isFirst ? { ref: focusChosen } : {})}>
      <legend className={classes.legend}>
        <TypeIcon name={type?.icon ?? ""} />
        <b>{type?.label ?? label}</b>
        {length > 0 && (
          <span className="k-muted">
            {length} {length === 1 ? "looks" : "look"} the same
          </span>
        )}
      </legend>
      <div className={classes.choices}>
        {target.choices.map((choice) => (
          <Choice name={what} title={choice.title} isChosen={chosen === choice.id} onChoose={() => onChoose(choice.id)} key={choice.id}>
            {choice.detail}
            <span className={classes.because}>{wordsOf(choice.because)}</span>
          </Choice>
        ))}
        {isNewOffered && (
          <Choice name={what} title={`New ${what}`} isChosen={chosen === NEW} onChoose={() => onChoose(NEW)}>
            {[target.name, target.detail].filter(Boolean).join(", ")}
          </Choice>
        )}
        {canBeNone && <Choice name={what} title={`No ${what}`} isChosen={chosen === NONE} onChoose={() => onChoose(NONE)} />}
      </div>
      {known && known.adds.length > 0 && (
        <p className={classes.adds}>
          {`Adds ${new Intl.ListFormat("en-GB").format(known.adds.map(({ label: field, value }) => `${field.toLowerCase()} ${value}`))}. What it has stays.`}
        </p>
      )}
    </fieldset>
  );
}

/** "same email and name". */
function wordsOf(because: string[]): string {
  const same = because.filter((reason) => reason.startsWith("same ")).map((reason) => reason.slice("same ".length));
  const others = because.filter((reason) => !reason.startsWith("same "));
  return [same.length > 0 ? `same ${new Intl.ListFormat("en-GB").format(same)}` : "", ...others].filter(Boolean).join(", ");
}

// The form comes after its data, when the dialog has already looked for where the cursor belongs.
const focusChosen = (node: HTMLElement | null) => node?.querySelector<HTMLElement>("input:checked")?.focus();
