import { Fragment } from "react";
import { useClock } from "../../../ui/clock.tsx";
import { shortDay } from "../../../ui/day-text.ts";
import { absolute, dayOf } from "../../../ui/time-text.ts";
import { factsOf, type Field, isRelation, optionOf } from "../../types/index.ts";
import { isBlank, isForeign, listOf, moneyText, numberText } from "../../fields/index.ts";
import classes from "./timeline.module.css";

interface ChangeTextProps {
  field: Field | undefined;
  /** The field's key: a field may be gone by now. */
  name: string;
  from: unknown;
  to: unknown;
  /** What the people and records in it are called. */
  names: Record<string, string>;
  /** Stands before a change of the value. What is added to several has a verb of its own. */
  verb?: string;
}

const LONG = 80;

/** Several records: a change of them is what was added and removed. */
export const hasSeveral = (field: Field | undefined): boolean => field?.is_multi === true && isRelation(field);

/** "stage ~~Proposal~~ → **Negotiation**": a change in the words of its field. */
export function ChangeText({ field, name, from, to, names, verb }: ChangeTextProps) {
  const text = useValueText(field, names);
  if (field && hasSeveral(field)) return <LinkChange field={field} from={listOf(from)} to={listOf(to)} text={text} />;
  return (
    <>
      {verb && `${verb} `}
      {(field?.label ?? name.replaceAll("_", " ")).toLowerCase()}{" "}
      {!isBlank(from) && (
        <>
          <s className={classes.was}>{text(from)}</s> <span className={classes.arrow}>→</span>{" "}
        </>
      )}
      {isBlank(to) ? <span className="k-faint">empty</span> : <b className={classes.is}>{text(to)}</b>}
    </>
  );
}

interface LinkChangeProps {
  field: Field;
  from: unknown[];
  to: unknown[];
  text: (value: unknown) => string;
}

/** "added contact **Andrei Lund**", "removed contacts **A, B** and added contact **C**" */
function LinkChange({ field, from, to, text }: LinkChangeProps) {
  const parts = [
    { verb: "removed", records: from.filter((one) => !to.includes(one)) },
    { verb: "added", records: to.filter((one) => !from.includes(one)) },
  ].filter(({ records }) => records.length > 0);
  return parts.map(({ verb, records }, at) => (
    <Fragment key={verb}>
      {at > 0 && " and "}
      {verb} {records.length === 1 ? field.relation?.type.replaceAll("_", " ") : field.label.toLowerCase()}{" "}
      <b className={classes.is}>{text(records)}</b>
    </Fragment>
  ));
}

function useValueText(field: Field | undefined, names: Record<string, string>): (value: unknown) => string {
  const { now, zone } = useClock();
  const one = (value: unknown): string => {
    const plain = String(value);
    const facts = field && factsOf(field);
    switch (facts?.shape) {
      case "number":
        return facts.role === "amount" ? moneyText(isForeign(value) ? value : plain) : numberText(plain);
      case "boolean":
        return value === true ? "yes" : "no";
      case "day":
        return shortDay(plain, dayOf(now, zone));
      case "moment":
        return absolute(new Date(plain), zone);
      case "option":
        return (field && optionOf(field, value)?.label) ?? plain;
      case "person":
      case "record":
        return names[plain] ?? "someone";
      default:
        return plain.length > LONG ? `${plain.slice(0, LONG)}…` : plain;
    }
  };
  return (value) => listOf(value).map(one).join(", ");
}
