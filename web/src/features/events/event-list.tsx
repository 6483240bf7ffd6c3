import { IconAlertTriangle, IconKey, IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Avatar, ViaKey } from "../../ui/avatar.tsx";
import { RelativeTime, useClock } from "../../ui/clock.tsx";
import { wholeText } from "../../ui/formats.ts";
import { absolute, dayHeading, timeOfDay } from "../../ui/time-text.ts";
import classes from "./activity.module.css";
import { Sentence, useIsImpersonal } from "./sentence.tsx";
import { joinOperations, type LoggedEvent } from "./sentence-parts.ts";

/** The event log by day. Each line says who did what, with which key and when; what one operation did to many is one line. */
export function EventList({ events }: { events: LoggedEvent[] }) {
  const { now, zone } = useClock();
  const days = Map.groupBy(events, (event) => dayHeading(new Date(event.at), now, zone));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h3 className={classes.day}>{day}</h3>
      <ul className={classes.list}>
        {joinOperations(ofDay).map(([event, ...others]) => (
          <EventLine event={event} others={others} key={event.id} />
        ))}
      </ul>
    </section>
  ));
}

function EventLine({ event, others }: { event: LoggedEvent; others: LoggedEvent[] }) {
  const [isOpen, setOpen] = useState(false);
  const isImpersonal = useIsImpersonal(event.type);
  const who = isImpersonal ? null : (event.actor ?? { id: "", name: "Kith" });
  return (
    <li className={classes.event}>
      <span className={classes.mark}>
        <Mark event={event} isImpersonal={isImpersonal} />
      </span>
      <span className={classes.sentence}>
        {who && <span className={classes.who}>{who.name}</span>} {event.key && <ViaKey name={event.key.name} />}{" "}
        <EventSentence event={event} />
        {others.length > 0 && (
          <>
            {" "}
            <button className={classes.more} type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              and {wholeText(others.length)} more
            </button>
          </>
        )}
        {isOpen && (
          <ul className={classes.others}>
            {others.map((other) => (
              <li key={other.id}>
                <EventSentence event={other} />
              </li>
            ))}
          </ul>
        )}
      </span>
      <span className={classes.when}>
        <When at={event.at} />
      </span>
    </li>
  );
}

/** The sentence, with the record it is about as a link. */
function EventSentence({ event }: { event: LoggedEvent }) {
  const { type, id, name } = event.subject;
  const ofType = (event.data as { type?: unknown } | null)?.type;
  if (type !== "rec" || typeof ofType !== "string" || name === null) return <Sentence event={event} />;
  const link = (
    <Link className={classes.name} to="/records/$type/$id" params={{ type: ofType, id }}>
      {name}
    </Link>
  );
  return <Sentence event={event} subject={link} />;
}

// The heading of an earlier day already has the date.
function When({ at }: { at: string }) {
  const { now, zone } = useClock();
  const date = new Date(at);
  if (dayHeading(date, now, zone) === "Today") return <RelativeTime at={at} />;
  return (
    <time dateTime={at} title={absolute(date, zone)}>
      {timeOfDay(date, zone)}
    </time>
  );
}

function Mark({ event, isImpersonal }: { event: LoggedEvent; isImpersonal: boolean }) {
  if (event.type === "key.first_used") return <IconKey className={classes.program} size={20} stroke={1.75} aria-hidden />;
  if (isImpersonal) return <IconAlertTriangle className={classes.nobody} size={20} stroke={1.75} aria-hidden />;
  if (!event.actor) return <IconSettings className={classes.nobody} size={20} stroke={1.75} aria-hidden />;
  return <Avatar id={event.actor.id} name={event.actor.name} viaKey={event.key !== null} />;
}
