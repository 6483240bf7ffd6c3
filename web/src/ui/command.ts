import type { Icon } from "@tabler/icons-react";

/** Something the palette can do, or a place it can go to. */
export interface Command {
  group: string;
  label: string;
  icon: Icon;
  /** Tells it apart from others with the same label. */
  detail?: string;
  /** What it is, at the end of the line: "Deal". */
  kind?: string;
  /** Other search words. */
  also?: string;
  keys?: string | undefined;
  /** Address, if it can be opened in a new tab. */
  href?: string;
  /** Needed if several have the same label. */
  id?: string;
  /** Offered because nothing was found. Enter pressed before it was visible does not run it. */
  isOffer?: boolean;
  run: () => void;
}

export const idOf = (command: Command) => command.id ?? `${command.group} ${command.label}`;

/** Whether it contains every word of the query. */
export function isFound({ label, also = "" }: Command, query: string): boolean {
  const text = `${label} ${also}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Whether its label starts with the query: such commands come first. */
export const startsWithQuery = ({ label }: Command, query: string) => label.toLowerCase().startsWith(query.trim().toLowerCase());
