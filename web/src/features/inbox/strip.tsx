import { IconClock, IconZzz } from "@tabler/icons-react";
import { useClock } from "../../ui/clock.tsx";
import { absolute } from "../../ui/time-text.ts";
import classes from "./conversation.module.css";
import { dueIn, lengthText, MINUTE_MS } from "./due-text.ts";
import { Presence } from "./presence.tsx";
import type { WholeConversation } from "./read.ts";
import { snoozeText } from "./snooze-times.ts";
import { Tags } from "./tags.tsx";
import type { Others } from "./use-presence.ts";

/** How long there is to answer, or when it comes back, what it is filed under, and who else is here. Nothing on most closed ones. */
export function Strip({ conversation, others }: { conversation: WholeConversation; others: Others }) {
  const { state, tags, waits_for: waitsFor, due_at: due, snoozed_until: until } = conversation;
  const snoozed = state === "snoozed" ? until : null;
  const dueAt = state === "open" && waitsFor === "us" ? due : null;
  if (!snoozed && !dueAt && tags.length === 0 && others.length === 0) return null;
  return (
    <div className={classes.strip}>
      {snoozed && <Snoozed until={new Date(snoozed)} />}
      {dueAt && <DueClock due={dueAt} since={conversation.last_at} goal={conversation.goal_minutes} />}
      <Tags tags={tags} />
      <Presence others={others} />
    </div>
  );
}

function Snoozed({ until }: { until: Date }) {
  const { zone } = useClock();
  return (
    <span className={classes.clock} title={absolute(until, zone)}>
      <IconZzz size={12} stroke={1.75} aria-hidden />
      Snoozed until {snoozeText(until, zone)}, or until they write
    </span>
  );
}

/** The time that is left, and as a line how much of it is gone since they wrote. */
function DueClock({ due, since, goal }: { due: string; since: string; goal: number | null }) {
  const { now, zone } = useClock();
  const { text, tone } = dueIn(due, now);
  const [from, to] = [new Date(since).getTime(), new Date(due).getTime()];
  const gone = to > from ? Math.min(1, Math.max(0, (now.getTime() - from) / (to - from))) : 1;
  return (
    <span className={classes.clock} data-tone={tone} title={absolute(new Date(due), zone)}>
      <IconClock size={12} stroke={1.75} aria-hidden />
      {tone === "late" ? `Reply is ${text.replace(" over", "")} late` : `Reply due in ${text.replace(" left", "")}`}
      <span className={classes.gone} aria-hidden>
        <span style={{ width: `${Math.round(gone * 100)}%` }} />
      </span>
      {goal !== null && <span className={classes.goal}>goal {lengthText(goal * MINUTE_MS)}</span>}
    </span>
  );
}
