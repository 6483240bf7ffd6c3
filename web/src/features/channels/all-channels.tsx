import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../calls.ts";
import { wholeText } from "../../ui/formats.ts";
import { Line, Lines, Section } from "../../ui/page.tsx";
import classes from "./channels.module.css";

/** What holds whichever way a message travels, and where to change it. */
export function AllChannels() {
  const { data: policy } = useQuery(read("inbox.getClockPolicy", {}));
  const { data: replies } = useQuery(read("cannedReplies.list", {}));
  const shared = replies?.items.filter((one) => one.is_shared).length ?? 0;
  return (
    <Section title="For all channels">
      <Lines>
        <Line label="First answer">
          <span className={`${classes.value} ${classes.setting}`}>
            {policy && (policy.is_on ? `within ${workingText(policy.first_minutes)} of working time` : "no time is set")}
          </span>
          <Link to="/company/answer-times">Answer times</Link>
        </Line>
        <Line label="Undo send">
          <span className={`${classes.value} ${classes.setting}`}>
            10 s <span className={classes.aside}>A message waits this long before it leaves.</span>
          </span>
        </Line>
        <Line label="Replies">
          <span className={`${classes.value} ${classes.setting}`}>
            {replies && (
              <>
                {replies.items.length === 1 ? "1 canned reply" : `${wholeText(replies.items.length)} canned replies`}{" "}
                <span className={classes.aside}>
                  {wholeText(shared)} shared, {wholeText(replies.items.length - shared)} your own
                </span>
              </>
            )}
          </span>
          <Link to="/company/canned-replies">Canned replies</Link>
        </Line>
      </Lines>
    </Section>
  );
}

/** "45 min", "4 h", "1 h 30 min". */
function workingText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}
