import { LiveMark } from "../../live/live-mark.tsx";
import { wholeText } from "../../ui/formats.ts";
import { Hints } from "../../ui/hints.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import classes from "./inbox.module.css";
import { useCounts } from "./read.ts";

/** How much waits, and the keys of the page. */
export function Foot() {
  const { data: counts } = useCounts();
  return (
    <footer className={`${classes.foot} k-desk`}>
      {counts && (
        <>
          <span>
            <b>{wholeText(counts.to_answer + counts.waiting)}</b> open
          </span>
          <span>
            To answer <b>{wholeText(counts.to_answer)}</b>
          </span>
          {counts.overdue > 0 && (
            <span className={classes.late}>
              Late <b>{wholeText(counts.overdue)}</b>
            </span>
          )}
        </>
      )}
      <span className={classes.hints}>
        <Hints keys={{ "j k": "next", r: "reply", t: "note", a: "assign", s: "snooze", d: "close" }} />
      </span>
      <span className={classes.live}>
        <LiveMark />
      </span>
      <span className={classes.hint}>
        <Kbd keys="?" /> keys
      </span>
    </footer>
  );
}
