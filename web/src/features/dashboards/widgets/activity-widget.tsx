import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Avatar } from "../../../ui/avatar.tsx";
import { useClock } from "../../../ui/clock.tsx";
import { absolute, relative } from "../../../ui/time-text.ts";
import { Sentence } from "../../events/index.ts";
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
        <li className={classes.item} key={event.id}>
          <span className={classes.mark}>
            <Avatar id={event.actor?.id ?? ""} name={event.actor?.name ?? "Kith"} viaKey={event.key !== null} />
          </span>
          <span className={classes.sentence}>
            <b className={classes.who}>{firstName(event)}</b> {event.key && <>via {event.key.name} </>}
            {say(event, types)}
          </span>
          <Ago at={event.at} />
        </li>
      ))}
    </ul>
  );
}

const firstName = ({ actor }: Line) => actor?.name.split(" ")[0] ?? "Kith";

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
