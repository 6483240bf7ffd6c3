import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { positionAfter, type LogPosition } from "../../../platform/log-reader/position.ts";
import { readWindow, windowStatement } from "../../../platform/log-reader/window.ts";
import type { CompanySchema } from "../../types/index.ts";
import { findUnwanted, type JudgedEvent, type LogEvent } from "../messages.ts";
import type { Settings } from "../store.ts";
import { IS_WANTED, readLog, type Page, type WindowEvent } from "./read-log.ts";

export const MAX_READ = 200;
/** A message may come after many events that the webhook's filter leaves out. So many are passed at once, and so often in one batch. */
const MAX_PASSED = 4_000;
const MAX_LOOKS = 13;

type Wanting = Pick<Settings, "event_types" | "filter" | "fields">;
type Placed = Pick<WindowEvent, "written_in" | "place">;
export type WantedEvent = LogEvent & Placed & Pick<WindowEvent, "request_id">;

/** The next events of the log, after a long stretch of what is not wanted. `first` are the next `maxEvents` of all. */
export async function readWanted(
  call: Call<Member>,
  schema: CompanySchema,
  row: Wanting,
  from: LogPosition,
  maxEvents: number,
  first: Page,
) {
  const read = await readLog(call, row.event_types, from, maxEvents, first);
  const wanted = await findWanted(call, schema, row, read.events);
  if (wanted.length > 0 || !read.hasMore) return { ...read, wanted };
  let { after: place } = read;
  for (let looks = 0, isLast = false; looks < MAX_LOOKS && !isLast; looks++)
    ({ place, isLast } = await passUnwanted(call, schema, row, place));
  const next = await readLog(call, row.event_types, place, MAX_READ);
  return { ...next, wanted: await findWanted(call, schema, row, next.events), hasPassed: true };
}

// Only what decides whether an event is wanted: a body may be large, and most of these are never sent.
const JUDGED = windowStatement(
  "webhooks.judged",
  `e.id, e.type, e.subject_type, e.subject_id,
   case when ${IS_WANTED} then jsonb_build_object('channel', e.data -> 'channel', 'is_shared', e.data -> 'is_shared') end as data,
   case when ${IS_WANTED} and $8 then (select jsonb_object_agg(key, null) from jsonb_object_keys(e.changes) as key) end as changes`,
  "true",
);

/** The place before the next wanted event, or as far as was looked. */
async function passUnwanted(call: Call<Member>, schema: CompanySchema, row: Wanting, from: LogPosition) {
  const given = [row.event_types, row.fields.length > 0];
  const { events, upto } = await readWindow<JudgedEvent & Placed>(call.tx, JUDGED, call.actor.companyId, from, MAX_PASSED, given);
  const [first] = await findWanted(call, schema, row, events);
  const isEnd = events.length < MAX_PASSED;
  if (!first) return { place: positionAfter(from, upto, isEnd ? undefined : events.at(-1)), isLast: isEnd };
  return { place: placeBefore(events, first.id, from, upto), isLast: true };
}

/** The place before one of the events that were read from a place on. */
export function placeBefore(events: (Placed & { id: string })[], id: string, from: LogPosition, upto: string): LogPosition {
  const previous = events[events.findIndex((event) => event.id === id) - 1];
  return previous ? positionAfter(from, upto, previous) : from;
}

/** Those that are sent. Events of other types come without their data. */
async function findWanted<Event extends Omit<JudgedEvent, "data"> & { data: LogEvent["data"] | null }>(
  call: Call<Member>,
  schema: CompanySchema,
  row: Wanting,
  events: Event[],
) {
  const typed = events.flatMap((event) => (event.data ? [{ ...event, data: event.data }] : []));
  if (typed.length === 0) return [];
  const unwanted = await findUnwanted(call, schema, row, typed);
  return typed.filter((event) => !unwanted.has(event.id));
}
