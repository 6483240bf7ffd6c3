import { IconBolt, IconCheck, IconClock, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useClock } from "../../ui/clock.tsx";
import { absolute, dayOf, secondOfDay } from "../../ui/time-text.ts";
import classes from "./delivery.module.css";
import { attemptTitle, clockText, isTaken, nextTryAt, untilText } from "./health-text.ts";
import { type SentMessage, useWebhook } from "./read.ts";

interface AttemptsProps {
  delivery: SentMessage;
  chosen: number;
  onChoose: (at: number) => void;
}

/** What was tried and what is tried next, newest first. Choosing an attempt shows its answer. */
export function Attempts({ delivery, chosen, onChoose }: AttemptsProps) {
  const { attempts, schedule, at } = delivery;
  return (
    <section className={classes.left} aria-label="Attempts">
      <div className={classes.head}>
        <h2>Attempts</h2>
        <span className="k-faint">{attempts.length}</span>
      </div>
      <ol className={classes.trace}>
        {schedule[0] && <NextTries webhook={delivery.webhook.id} first={schedule[0]} later={schedule.slice(1)} />}
        {attempts
          .map((attempt, position) => (
            <Step
              key={attempt.at + String(position)}
              mark={isTaken(attempt.status) ? <IconCheck size={12} stroke={2} /> : <IconX size={12} stroke={2} />}
              tone={isTaken(attempt.status) ? "good" : "bad"}
              at={attempt.at}
              isChosen={position === chosen}
              onChoose={() => onChoose(position)}
              title={attemptTitle(attempt)}
            >{`Attempt ${position + 1}, ${attempt.ms} ms.`}</Step>
          ))
          .toReversed()}
        <Step mark={<IconBolt size={12} stroke={1.75} />} at={at} title={delivery.is_test ? "Test event sent" : "Event happened"} />
      </ol>
      {delivery.is_overtaken && (
        <p className="k-tip">Later messages of this record were sent before it, because it was not accepted four times.</p>
      )}
    </section>
  );
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function NextTries({ webhook: id, first, later }: { webhook: string; first: string; later: string[] }) {
  const { now, zone } = useClock();
  const { data: webhook } = useWebhook(id);
  const next = nextTryAt(first, webhook);
  const last = later.at(-1);
  const mark = <IconClock size={12} stroke={1.75} />;
  if (!next)
    return (
      <Step mark={mark} tone="next" title="Next try">
        When the webhook is turned on.
      </Step>
    );
  return (
    <Step mark={mark} tone="next" title="Next try" {...(next > now ? { at: next.toISOString() } : {})}>
      {sentence(untilText(next, now, zone))}
      {last && `, then ${later.length} more until ${clockText(new Date(last), now, zone)}`}.
    </Step>
  );
}

interface StepProps {
  mark: ReactNode;
  tone?: "good" | "bad" | "next";
  at?: string;
  title: string;
  isChosen?: boolean;
  onChoose?: () => void;
  children?: ReactNode;
}

function Step({ mark, tone, at, title, isChosen = false, onChoose, children }: StepProps) {
  const content = (
    <>
      <span className={classes.mark} data-tone={tone} aria-hidden>
        {mark}
      </span>
      <span className={classes.what}>
        <b className={classes.title}>{title}</b>
        {children && <span className={classes.note}>{children}</span>}
      </span>
      {at && <Time at={at} />}
    </>
  );
  return (
    <li className={classes.step}>
      {onChoose ? (
        <button className={classes.choose} type="button" aria-pressed={isChosen} onClick={onChoose}>
          {content}
        </button>
      ) : (
        <span className={classes.choose}>{content}</span>
      )}
    </li>
  );
}

function Time({ at }: { at: string }) {
  const { now, zone } = useClock();
  const date = new Date(at);
  return (
    <time className={classes.time} dateTime={at} title={absolute(date, zone)}>
      {dayOf(date, zone) === dayOf(now, zone) && date <= now ? secondOfDay(date, zone) : clockText(date, now, zone)}
    </time>
  );
}
