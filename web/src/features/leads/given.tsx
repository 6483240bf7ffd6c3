import { fieldOf, useTypesWhenKnown } from "../types/index.ts";
import classes from "./held.module.css";

/** What somebody outside wrote, as text and nothing else: no link in it can be pressed. */
export function Given({ given }: { given: Record<string, string> }) {
  const type = useTypesWhenKnown()?.items.find(({ key }) => key === "lead");
  const answers = Object.entries(given).filter(([, text]) => text.trim() !== "");
  if (answers.length === 0) return <p className="k-muted">Nothing was filled in.</p>;
  return (
    <dl className={classes.given}>
      {answers.map(([key, text]) => (
        <div key={key}>
          <dt>{(type && fieldOf(type, key)?.label) ?? key}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
