import { splitAtNames } from "@kith/server/features/members/mentions";
import { Children, type ReactNode } from "react";
import classes from "./mention-text.module.css";

export interface Mention {
  id: string;
  name: string;
  written: string | null;
}

/** A text with its mentions, each with the name that the person has now. */
export function mentionText(text: string, mentions: readonly Mention[]): ReactNode {
  const named = mentions.filter(({ written }) => written !== null);
  if (named.length === 0 || !text.includes("@")) return text;
  const nameOf = new Map(named.map(({ written, name }) => [written?.toLowerCase(), name]));
  const nameShown = (written: string) => <span className={classes.mention}>@{nameOf.get(written.toLowerCase()) ?? written}</span>;
  // Every second one is a name.
  return Children.toArray(partsOf(text, named).map((part, at) => (at % 2 === 0 ? part : nameShown(part))));
}

/** The text with the whole names of today in place of those that were written, as it is given to be edited. */
export function withNamesOfToday(text: string, mentions: readonly Mention[]): string {
  const named = mentions.filter(({ written }) => written !== null);
  if (named.length === 0) return text;
  const nameOf = new Map(named.map(({ written, name }) => [written?.toLowerCase(), name]));
  return partsOf(text, named)
    .map((part, at) => (at % 2 === 0 ? part : `@${nameOf.get(part.toLowerCase()) ?? part}`))
    .join("");
}

const partsOf = (text: string, named: Mention[]) =>
  splitAtNames(
    text,
    named.flatMap(({ written }) => written ?? []),
  );
