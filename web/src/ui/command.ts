import type { Icon } from "@tabler/icons-react";

/** Something the palette can do, or a place it can go to. */
export interface Command {
  group: string;
  label: string;
  icon: Icon;
  /** What tells it apart from others of the same name, faint beside it. */
  detail?: string;
  /** What kind of thing it is, at the end of the line. */
  kind?: string;
  /** Other words it is found by. */
  also?: string;
  keys?: string;
  /** Its address, if it has one: it can be opened in a new tab. */
  href?: string;
  /** Of several with the same label; the label itself otherwise. */
  id?: string;
  /** Only proposed because nothing else was found: an Enter pressed before it was seen does not choose it. */
  isOffer?: boolean;
  run: () => void;
}

export const idOf = (command: Command) => command.id ?? `${command.group} ${command.label}`;

/** Every word that was typed is somewhere in it. */
export function isFound({ label, also = "" }: Command, query: string): boolean {
  const text = `${label} ${also}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Its name begins as typed: what somebody who knows it by name is after. */
export const isMeant = ({ label }: Command, query: string) => label.toLowerCase().startsWith(query.trim().toLowerCase());
