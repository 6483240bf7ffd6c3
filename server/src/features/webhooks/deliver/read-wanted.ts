import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { positionAfter, type LogPosition } from "../../../platform/log-reader/position.ts";
import { readWindow, windowBeside, windowStatement, type Window } from "../../../platform/log-reader/window.ts";
import type { CompanySchema } from "../../types/index.ts";
import { findUnwanted, type JudgedEvent, type LogEvent } from "../messages.ts";
import type { Settings } from "../store.ts";

/** A message may come after many events that are not wanted. So many are passed at once, and so often in one batch. */
const MAX_PASSED = 4_000;
const MAX_LOOKS = 13;

type Wanting = Pick<Settings, "event_types" | "filter" | "fields">;

interface Placed {
  written_in: string;
  place: string;
}

/** An event with the request that caused it. */
export type WantedEvent = LogEvent & Placed & { request_id: string };
/** Without data: its type is not wanted. */
export type WindowEvent = Omit<WantedEvent, "data"> & { data: LogEvent["data"] | null };

const isWanted = (types: string) => `(${types} = '{}' or e.type = any(${types}))`;

/** The next events of all types, read with the row `w` of a webhook and its place `c`. */
export const windowOfWebhook = (limit: string) =>
  windowBeside(
    `e.id, e.at, e.type, e.subject_type, e.subject_id, e.actor_user, e.actor_key, e.via, e.operation_id, e.request_id,
     case when ${isWanted("w.event_types")} then e.data end as data, case when ${isWanted("w.event_types")} then e.changes end as changes`,
    "true",
    limit,
  );

/**
 * Those of the next events that are sent. If none is, what is not wanted after them is passed too, and the place is moved: the next batch
 * begins with one that is wanted, or goes on.
 */
export async function readWanted(
  call: Call<Member>,
  schema: CompanySchema,
  row: Wanting,
  from: LogPosition,
  maxEvents: number,
  { events, upto }: Window<WindowEvent>,
) {
  const wanted = await findWanted(call, schema, row, events);
  const isEnd = events.length < maxEvents;
  let after = positionAfter(from, upto, isEnd ? undefined : events.at(-1));
  // A window that was begun earlier ends in the past: what came since then was noticed while the endpoint rested, or not at all.
  let hasMore = !isEnd || from.upto !== null;
  if (wanted.length > 0 || !hasMore) return { wanted, upto, after, hasMore, hasPassed: events.length > 0 };
  let isFound = false;
  for (let looks = 0; looks < MAX_LOOKS && hasMore && !isFound; looks++)
    ({ after, hasMore, isFound } = await passUnwanted(call, schema, row, after));
  return { wanted, upto, after, hasMore, hasPassed: !isFound };
}

// Only what decides whether an event is wanted: a body may be large, and most of these are never sent. The last one tells how far was looked.
const JUDGED = windowStatement(
  "webhooks.judged",
  `e.id, e.type, e.subject_type, e.subject_id, row_number() over (order by e.written_in, e.place) = $6 as is_last,
   case when ${isWanted("$7::text[]")} then jsonb_build_object('channel', e.data -> 'channel', 'is_shared', e.data -> 'is_shared') end as data,
   case when ${isWanted("$7::text[]")} and $8 then (select jsonb_object_agg(key, null) from jsonb_object_keys(e.changes) as key) end as changes`,
  "true",
  "found.data is not null or found.is_last",
);
type Passed = Omit<JudgedEvent, "data"> & Placed & { data: LogEvent["data"] | null; is_last: boolean };

/** Moves to the place before the next wanted event, or as far as was looked. */
async function passUnwanted(call: Call<Member>, schema: CompanySchema, row: Wanting, from: LogPosition) {
  const given = [row.event_types, row.fields.length > 0];
  const { events, upto } = await readWindow<Passed>(call.tx, JUDGED, call.actor.companyId, from, MAX_PASSED, given);
  const [first] = await findWanted(call, schema, row, events);
  if (first) return { after: placeBefore(first, from, upto), hasMore: true, isFound: true };
  const last = events.find((event) => event.is_last);
  return { after: positionAfter(from, upto, last), hasMore: last !== undefined || from.upto !== null, isFound: false };
}

/** Whatever lies between the place that was read from and this event is passed. */
export const placeBefore = ({ written_in, place }: Placed, from: LogPosition, upto: string): LogPosition =>
  positionAfter(from, upto, { written_in, place: String(BigInt(place) - 1n) });

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
