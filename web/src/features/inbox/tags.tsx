import classes from "./conversation.module.css";
import type { Conversation } from "./read.ts";
import { StatePill } from "../../ui/state-pill.tsx";

/** What it is filed under. The menu beside it changes them. */
export function Tags({ tags }: Pick<Conversation, "tags">) {
  if (tags.length === 0) return null;
  return (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <StatePill key={tag}>{tag}</StatePill>
      ))}
    </span>
  );
}
