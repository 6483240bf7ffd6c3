import { highlight } from "@kith/filter/editor";
import { Fragment } from "react";
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

/** A sentence in which names stand between backticks. */
export function Ticked({ text }: { text: string }) {
  // Every second part is a name, and its place in the sentence is all that tells it from the others.
  // oxlint-disable-next-line react/no-array-index-key
  return text.split("`").map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : <code>{part}</code>}</Fragment>);
}
