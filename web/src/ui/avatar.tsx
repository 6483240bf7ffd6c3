import { IconKey } from "@tabler/icons-react";
import classes from "./avatar.module.css";

const TINTS = 6;

interface AvatarProps {
  id: string;
  name: string;
  size?: 20 | 24;
  viaKey?: boolean;
}

/** A person; with the small square, a key that acts for them. Hidden from screen readers: the name is always beside it. */
export function Avatar({ id, name, size = 20, viaKey = false }: AvatarProps) {
  const tint = tintOf(id);
  const colours = { "--tint": `var(--k-avatar-${tint})`, "--ink": `var(--k-avatar-${tint}-text)` };
  return (
    <span className={classes.avatar} data-size={size} data-via-key={viaKey || undefined} style={colours as React.CSSProperties} aria-hidden>
      {initialsOf(name)}
      {viaKey && (
        <span className={classes.key}>
          <IconKey size={8} stroke={2} />
        </span>
      )}
    </span>
  );
}

interface OutsideAvatarProps {
  name: string;
  size?: 24 | 28 | 40;
}

/** Somebody outside the company: a line and no tint, so that one look says which side is speaking. */
export function OutsideAvatar({ name, size = 24 }: OutsideAvatarProps) {
  return (
    <span className={`${classes.avatar} ${classes.outside}`} data-size={size} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}

/** Where a person would stand: nobody yet. */
export function NoAvatar() {
  return <span className={`${classes.avatar} ${classes.nobody}`} aria-hidden />;
}

/** Shows which key was used. */
export function ViaKey({ name }: { name: string }) {
  return (
    <span className={classes.via}>
      <IconKey size={11} stroke={1.75} aria-hidden />
      via key {name}
    </span>
  );
}

// Cached: a list shows the same few people in every row (bench:web, scrolling).
const known = new Map<string, string>();
function initialsOf(name: string): string {
  const initials = known.get(name) ?? readInitials(name);
  known.set(name, initials);
  return initials;
}

function readInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map(firstLetter).join("").toUpperCase();
}

// One visible letter may be several code points.
const letters = new Intl.Segmenter();
const firstLetter = (word = "") => letters.segment(word).containing(0)?.segment ?? "";

// The colour depends on the id, so that a person keeps it after a change of name.
function tintOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 9973;
  return sum % TINTS;
}
