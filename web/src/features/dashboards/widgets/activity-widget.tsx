import { IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Avatar } from "../../../ui/avatar.tsx";
import { useClock } from "../../../ui/clock.tsx";
import { absolute, relative } from "../../../ui/time-text.ts";
import { Sentence, useIsImpersonal } from "../../events/index.ts";
import { type RecordType, useTypes } from "../../types/index.ts";
import type { FigureOf } from "../dashboards.ts";
import { deedOf } from "./activity-text.ts";
import classes from "./widgets.module.css";

type Line = FigureOf<"events">["events"][number];

/** What people and their keys did last, one line for each. */
export function ActivityWidget({ figure, title }: { figure: FigureOf<"events">; title: string }) {
  const types = useTypes().items;
  return (
    <ul className={classes.list} aria-label={title}>
      {figure.events.map((event) => (
        <ActivityLine event={event} types={types} key={event.id} />
      ))}
    </ul>
  );
}

function ActivityLine({ event, types }: { event: Line; types: RecordType[] }) {
  // "A destination took the lead": the sentence has a subject of its own, whoever's call it was a part of.
  const isImpersonal = useIsImpersonal(event.type);
  const actor = isImpersonal ? null : event.actor;
  return (
    <li className={classes.item}>
      <span className={classes.mark}>
        {actor ? (
          <Avatar id={actor.id} name={actor.name} viaKey={event.key !== null} />
        ) : (
          <IconSettings className={classes.nobody} size={20} stroke={1.75} aria-hidden />
        )}
      </span>
      <span className={classes.sentence}>
        {!isImpersonal && <b className={classes.who}>{actor?.name.split(" ")[0] ?? "Kith"} </b>}
        {!isImpersonal && event.key && <>via {event.key.name} </>}
        {say(event, types)}
      </span>
      <Ago at={event.at} />
    </li>
  );
}

function Ago({ at }: { at: string }) {
  const { now, zone } = useClock();
  const date = new Date(at);
  return (
    <time className={classes.when} dateTime={at} title={absolute(date, zone)}>
      {relative(date, now, zone).replace(/ ago$/, "")}
    </time>
  );
}

function say(event: Line, types: RecordType[]): ReactNode {
  const key = (event.data as { type?: string } | null)?.type;
  const type = types.find((one) => one.key === key);
  const deed = type && deedOf(event, type);
  if (!type || !deed) return <Sentence event={event} />;
  if ("whole" in deed) return deed.whole;
  return (
    <>
      {deed.before} <RecordName event={event} type={type} /> {deed.after}
    </>
  );
}

const RecordName = ({ event, type }: { event: Line; type: RecordType }) => (
  <Link className={classes.who} to="/records/$type/$id" params={{ type: type.key, id: event.subject.id }}>
    {event.subject.name}
  </Link>
);
