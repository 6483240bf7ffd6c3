import { IconPencil } from "@tabler/icons-react";
import { Avatar } from "../../ui/avatar.tsx";
import composerClasses from "./composer.module.css";
import classes from "./conversation.module.css";
import { firstNameOf } from "./names.ts";
import type { Others } from "./use-presence.ts";

const SHOWN = 3;

/** Who else is here, those who write first. */
export function Presence({ others }: { others: Others }) {
  const [first] = others;
  if (!first) return null;
  return (
    <span className={classes.presence} role="status" title={others.map(({ name, doing }) => `${name} is ${doing}`).join(", ")}>
      {others.slice(0, SHOWN).map(({ id, name }) => (
        <Avatar id={id} name={name} key={id} />
      ))}
      <span className="k-truncate">{presenceText(others)}</span>
    </span>
  );
}

/** "Joel is writing", "Joel and 2 others are here". */
function presenceText(others: Others): string {
  const writers = others.filter(({ doing }) => doing === "writing");
  const [people, what] = writers.length > 0 ? [writers, "writing"] : [others, "here"];
  const first = firstNameOf(people[0]?.name ?? "");
  if (people.length === 1) return `${first} is ${what}`;
  if (people.length === 2) return `${first} and ${firstNameOf(people[1]?.name ?? "")} are ${what}`;
  return `${first} and ${people.length - 1} others are ${what}`;
}

/** Said where somebody is about to write: a colleague is writing already. */
export function WritingAlready({ others }: { others: Others }) {
  const writers = others.filter(({ doing }) => doing === "writing");
  if (writers.length === 0) return null;
  return (
    <p className={composerClasses.already}>
      <IconPencil size={14} stroke={1.75} aria-hidden />
      {presenceText(writers)} an answer right now. Only one of you can send without reading the other’s.
    </p>
  );
}
