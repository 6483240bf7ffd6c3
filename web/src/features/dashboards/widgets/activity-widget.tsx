import { wholeText } from "../../../ui/formats.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Avatar } from "../../../ui/avatar.tsx";
import { useClock } from "../../../ui/clock.tsx";
import { absolute, relative } from "../../../ui/time-text.ts";
import { Sentence } from "../../events/index.ts";
import { fieldOf, manyOf, optionOf, type RecordType, useTypes } from "../../types/index.ts";
import type { FigureOf } from "../dashboards.ts";
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

/** What was done, to one record or to many. */
const DEEDS: Record<string, [before: string, after?: string]> = {
  "record.created": ["added"],
  "record.updated": ["changed"],
  "record.deleted": ["moved", "to the trash"],
  "record.restored": ["restored"],
  "record.merged": ["merged"],
  "note.added": ["added a note to"],
  "note.updated": ["edited a note on"],
  "note.removed": ["removed a note from"],
};

function say(event: Line, types: RecordType[]): ReactNode {
  const key = (event.data as { type?: string } | null)?.type;
  const type = types.find((one) => one.key === key);
  const deed = DEEDS[event.type];
  if (!type || !deed) return <Sentence event={event} />;
  const [before, after] = deed;
  if (event.count > 1) return [before, wholeText(event.count), manyOf(type), after].join(" ");
  const stage = stageIn(event, type);
  return (
    <>
      {stage ? "moved" : before} {!stage && fieldsIn(event, type)}
      <RecordName event={event} type={type} /> {stage ? `to ${stage}` : after}
    </>
  );
}

/** "close date of", "amount and 2 more of" */
function fieldsIn({ type: kind, changes }: Line, type: RecordType): string {
  const [first, ...others] = Object.keys(changes ?? {});
  if (kind !== "record.updated" || first === undefined) return "";
  const label = fieldOf(type, first)?.label.toLowerCase() ?? first.replaceAll("_", " ");
  return `${label}${others.length > 0 ? ` and ${others.length} more` : ""} of `;
}

/** The stage that a change led to, in words. */
function stageIn({ changes }: Line, type: RecordType): string | undefined {
  const field = fieldOf(type, type.stage_field);
  const change = field && changes?.[field.key];
  return change && optionOf(field, change[1])?.label;
}

const RecordName = ({ event, type }: { event: Line; type: RecordType }) => (
  <Link className={classes.who} to="/records/$type/$id" params={{ type: type.key, id: event.subject.id }}>
    {event.subject.name}
  </Link>
);
