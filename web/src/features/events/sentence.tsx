import type { SentencePart } from "@kith/server/features/events/events";
import { createElement, Fragment, type ReactNode } from "react";
import { browserText, programText } from "../../ui/client-text.ts";
import classes from "./activity.module.css";
import { eventTypes } from "./event-types.ts";
import { type LoggedEvent, partsOf } from "./sentence-parts.ts";

/** What happened, after the name of whoever did it. */
export function Sentence({ event }: { event: LoggedEvent }) {
  // Passed one by one, because the parts of a sentence have nothing to be a key.
  return createElement(Fragment, null, ...partsOf(event, eventTypes.get(event.type)).map(show));
}

function show(part: SentencePart): ReactNode {
  if (typeof part === "string") return part;
  if ("name" in part) return <b className={classes.name}>{part.name}</b>;
  if ("program" in part) return programText(part.program);
  if ("browser" in part) return browserText(part.browser);
  return (
    <>
      <s className={classes.was}>{String(part.from)}</s> → <b className={classes.name}>{String(part.to)}</b>
    </>
  );
}
