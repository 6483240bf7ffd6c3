import { IconCommand } from "@tabler/icons-react";
import { isMac } from "./keyboard.ts";
import classes from "./kbd.module.css";

interface KbdProps {
  /** One key, or several after one another: `g c`. `mod` is Command on a Mac and Control elsewhere. */
  keys: string;
  onInk?: boolean;
}

/** Keys drawn as on a keyboard. Hidden from screen readers and on touch screens: the control has its own label. */
export function Kbd({ keys, onInk = false }: KbdProps) {
  const className = onInk ? `${classes.kbd} ${classes.ink}` : classes.kbd;
  return (
    <span className={`${classes.keys} k-kbd`} aria-hidden>
      {keys.split(" ").map((key) => (
        <kbd className={className} key={key}>
          {key === "mod" ? <Modifier /> : key.length === 1 ? key.toUpperCase() : key}
        </kbd>
      ))}
    </span>
  );
}

function Modifier() {
  return isMac() ? <IconCommand size={11} stroke={1.75} /> : "Ctrl";
}
