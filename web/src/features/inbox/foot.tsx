import { LiveMark } from "../../live/live-mark.tsx";
import { wholeText } from "../../ui/formats.ts";
import { Hints } from "../../ui/hints.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import classes from "./inbox.module.css";
import { lengthText, MINUTE_MS } from "./due-text.ts";
import { useCounts, useReplyTimes } from "./read.ts";

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
      <FirstReply />
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

/** How long people waited today for the first answer, beside what the company wants. Nothing before there is one. */
function FirstReply() {
  const { data } = useReplyTimes();
  if (!data || data.first_reply_minutes === null) return null;
  const { first_reply_minutes: first, goal_minutes: goal } = data;
  return (
    <span
      className={goal !== null && first > goal ? classes.late : undefined}
      title="Half of today's first answers were faster, in working time"
    >
      First reply today <b>{lengthText(first * MINUTE_MS)}</b>
      {goal !== null && <span className={classes.goal}>goal {lengthText(goal * MINUTE_MS)}</span>}
    </span>
  );
}
