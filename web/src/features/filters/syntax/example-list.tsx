import { useTypesWhenKnown } from "../../types/index.ts";
import { Coloured } from "../coloured.tsx";
import classes from "./example-list.module.css";

interface ExampleListProps {
  type: string;
  examples: { filter: string; note?: string }[];
  /** Loads one into the tester. Left out where there is none. */
  onTry: ((type: string, filter: string) => void) | undefined;
}

/** Filters to read, and to try with one click. */
export function ExampleList({ type, examples, onTry }: ExampleListProps) {
  return onTry ? <TriedList type={type} examples={examples} onTry={onTry} /> : <PlainList type={type} examples={examples} />;
}

function TriedList({ type, examples, onTry }: ExampleListProps & { onTry: (type: string, filter: string) => void }) {
  const known = useTypesWhenKnown()?.items.find((one) => one.key === type);
  // A company may have retired the type.
  if (!known) return <PlainList type={type} examples={examples} />;
  return (
    <ul className={classes.list} aria-label={`Examples for ${known.label_plural.toLowerCase()}`}>
      {examples.map(({ filter, note }) => (
        <li key={filter}>
          <button
            className={classes.line}
            type="button"
            onClick={() => onTry(type, filter)}
            title={`Try it on ${known.label_plural.toLowerCase()}`}
          >
            <Coloured text={filter} />
            <span className={classes.note}>{note}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function PlainList({ type, examples }: Omit<ExampleListProps, "onTry">) {
  return (
    <ul className={classes.list} aria-label={`Examples for ${type}`}>
      {examples.map(({ filter, note }) => (
        <li className={classes.line} key={filter}>
          <Coloured text={filter} />
          <span className={classes.note}>{note}</span>
        </li>
      ))}
    </ul>
  );
}
