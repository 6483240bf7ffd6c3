import { useClock } from "../../../ui/clock.tsx";
import { shortDay } from "../../../ui/day-text.ts";
import { absolute, dayOf } from "../../../ui/time-text.ts";
import { factsOf, type Field, optionOf } from "../../types/index.ts";
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
}

const LONG = 80;

/** "stage ~~Proposal~~ → **Negotiation**": a change in the words of its field. */
export function ChangeText({ field, name, from, to, names }: ChangeTextProps) {
  const text = useValueText(field, names);
  return (
    <>
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
