import { highlight } from "@kith/filter/editor";
import classes from "./coloured.module.css";

/** A filter coloured by meaning, as it stands in the bar. */
export function Coloured({ text }: { text: string }) {
  return (
    <code className={classes.text}>
      {highlight(text).map(({ from, to, kind }) => (
        <span className={classes[kind]} key={from}>
          {text.slice(from, to)}
        </span>
      ))}
    </code>
  );
}
