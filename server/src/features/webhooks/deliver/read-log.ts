import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { positionAfter, type LogPosition } from "../../../platform/log-reader/position.ts";
import { passStatement, passWindow, readWindow, windowBeside, windowStatement, type Window } from "../../../platform/log-reader/window.ts";
import type { LogEvent } from "../messages.ts";

// Events of other types are passed in the database. Each look stays far below the statement timeout.
const MAX_PASSED = 5_000;
const MAX_LOOKS = 10;

export interface WindowEvent extends Omit<LogEvent, "data"> {
  /** Null: its type is not wanted. */
  data: LogEvent["data"] | null;
  /** The request that caused it. */
  request_id: string;
  written_in: string;
  place: string;
}

const isWanted = (types: string) => `(${types} = '{}' or e.type = any(${types}))`;
/** In a statement whose first parameter of its own has the types. */
export const IS_WANTED = isWanted("$7::text[]");
// Events of other types are read too, without their data: so a stretch of them is passed in bounded steps.
const columns = (
  isOne: string,
) => `e.id, e.at, e.type, e.subject_type, e.subject_id, e.actor_user, e.actor_key, e.via, e.operation_id, e.request_id,
   case when ${isOne} then e.data end as data, case when ${isOne} then e.changes end as changes`;
const WINDOW = windowStatement("webhooks.window", columns(IS_WANTED), "true");
const PASS = passStatement("webhooks.pass", IS_WANTED);

/** The first of them, read with the row `w` of a webhook and its place `c`. */
export const windowOfWebhook = (limit: string) => windowBeside(columns(isWanted("w.event_types")), "true", limit);

export type Page = Window<WindowEvent>;

/** The next events of the log, after a long stretch of types that are not wanted. The first `maxEvents` may have been read already. */
export async function readLog({ tx, actor }: Call<Member>, types: string[], from: LogPosition, maxEvents: number, first?: Page) {
  const read = async (position: LogPosition, known?: Page) => {
    const { events, upto } = known ?? (await readWindow<WindowEvent>(tx, WINDOW, actor.companyId, position, maxEvents, [types]));
    const isEnd = events.length < maxEvents;
    return { events, upto, position, after: positionAfter(position, upto, isEnd ? undefined : events.at(-1)), isEnd };
  };
  let page = await read(from, first);
  const hasPassed = page.events.length > 0;
  for (let looks = 0; looks < MAX_LOOKS && !page.isEnd && !page.events.some(({ data }) => data); looks++)
    page = await read(await passWindow(tx, PASS, actor.companyId, page.after, MAX_PASSED, [types]));
  const start = page.position;
  // A window that was begun earlier ends in the past: what came since then was noticed while the endpoint rested, or not at all.
  if (page.events.length === 0 && start.upto !== null) {
    const { isEnd, ...next } = await read(page.after);
    return { ...next, hasMore: !isEnd, hasPassed: hasPassed || next.events.length > 0 };
  }
  const { isEnd, ...rest } = page;
  return { ...rest, hasMore: !isEnd || start.upto !== null, hasPassed };
}
