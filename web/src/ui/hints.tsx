import type { ReactNode } from "react";
import classes from "./hints.module.css";
import { Kbd } from "./kbd.tsx";

/** Keyboard hints below a list: keys, and what they do. */
export function Hints({ keys, children }: { keys: Record<string, string>; children?: ReactNode }) {
  return (
    <div className={classes.hints} aria-hidden>
      {Object.entries(keys).map(([key, does]) => (
        <span key={key}>
          <Kbd keys={key} />
          {does}
        </span>
      ))}
      {children}
    </div>
  );
}
