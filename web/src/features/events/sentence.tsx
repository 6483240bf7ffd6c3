import type { EventType, SentencePart } from "@kith/server/features/events/events";
import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { eventTypesOf, useFeatures } from "../../manifest.ts";
import { browserText, programText } from "../../ui/client-text.ts";
import classes from "./activity.module.css";
import { partsOf, type SaidEvent } from "./sentence-parts.ts";

/** Every type of event the log can hold. */
export function useEventTypes(): Map<string, EventType> {
  const features = useFeatures();
  return useMemo(() => eventTypesOf(features), [features]);
}

/** Whether the sentence stands alone, without the name of somebody who did it. */
export const useIsImpersonal = (type: string) => useEventTypes().get(type)?.isImpersonal === true;

interface SentenceProps {
  event: SaidEvent;
  /** The name of what it is about, as something to click. */
  subject?: ReactNode;
}

/** What happened. Shown after the name of the actor, unless it is impersonal. */
export function Sentence({ event, subject }: SentenceProps) {
  const declared = useEventTypes().get(event.type);
  // Passed as separate arguments, because the parts have no React keys.
  return createElement(Fragment, null, ...partsOf(event, declared).map((part) => show(part, event.subject.name, subject)));
}

function show(part: SentencePart, subjectName: string | null, subject: ReactNode): ReactNode {
  if (typeof part === "string") return part;
  if ("name" in part && subject && part.name === subjectName) return subject;
  if ("name" in part) return <b className={classes.name}>{part.name}</b>;
  if ("program" in part) return programText(part.program);
  if ("browser" in part) return browserText(part.browser);
  return (
    <>
      <s className={classes.was}>{String(part.from)}</s> → <b className={classes.name}>{String(part.to)}</b>
    </>
  );
}
