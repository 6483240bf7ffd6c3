import { Fragment } from "react";

/** A sentence in which names stand between backticks. */
export function Ticked({ text }: { text: string }) {
  // Every second part is a name, and its place in the sentence is all that tells it from the others.
  // oxlint-disable-next-line react/no-array-index-key
  return text.split("`").map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : <code>{part}</code>}</Fragment>);
}
