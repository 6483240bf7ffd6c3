import { randomInt } from "node:crypto";
import type { Call } from "../../kernel/call.ts";
import { after, MINUTE_MS, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import { channelFailing, channelRecovered } from "./events.ts";
import type { Cause } from "./shapes.ts";
import type { ChannelRow } from "./store.ts";

/** What went wrong, and what a person can do about it. */
export interface Trouble {
  cause: Cause;
  words: string;
  remedy: string;
}

/** After a restore with another KITH_SECRET what was stored before cannot be read, by anyone. */
export const UNREADABLE: Trouble = {
  cause: "secret",
  words: "The sign-in was stored with another KITH_SECRET.",
  remedy: "Enter the password again, or sign in again.",
};

/** Most often only a person can mend these. */
const NEEDS_PERSON: ReadonlySet<Cause> = new Set(["password", "token", "secret"]);

const FIRST_WAIT_MS = 5 * SECOND_MS;
// After a long time without a network everything is promised within 30 s of its return: a quarter longer, signing in and reading included.
const MAX_WAIT_MS = 15 * SECOND_MS;
// A sign-in that was mended over there is noticed within a minute, as long as somebody is likely to be at it. Then fewer tries are made:
// some providers lock an account that is tried too often with a wrong password.
const PERSON_WAIT_MS = 30 * SECOND_MS;
const PERSON_JITTER_MS = 15 * SECOND_MS;
const PERSON_SOON_MS = 30 * MINUTE_MS;
const PERSON_LATER_MS = 5 * MINUTE_MS;

/** `since`: when the trouble began. */
export function nextSignIn(cause: Cause, since: Date, clock: Clock): Date {
  const isSoon = !NEEDS_PERSON.has(cause) || clock.now().getTime() - since.getTime() < PERSON_SOON_MS;
  return after(clock, isSoon ? PERSON_WAIT_MS + randomInt(PERSON_JITTER_MS) : PERSON_LATER_MS);
}

/** Five seconds, ten, up to fifteen, each up to a quarter longer: mailboxes of one server do not come back at the same moment. */
function nextTry(failures: number, clock: Clock): Date {
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10));
  return after(clock, wait + randomInt(Math.ceil(wait / 4)));
}

export const MAX_WORDS = 500;
const MAX_LINES = 200;
const MAX_LINE = 300;

export const clean = (text: string, most: number) => text.replaceAll("\u0000", "").slice(0, most);
const keptLines = (lines: string[]) => JSON.stringify(lines.slice(-MAX_LINES).map((line) => clean(line, MAX_LINE)));

type Unwell = Pick<ChannelRow, "id" | "name" | "state" | "since" | "failures">;

/** The channel was reached. A paused one stays paused. */
export async function noteReached(call: Call, companyId: string, row: Unwell, lines: string[] | undefined): Promise<void> {
  const now = call.clock.now();
  await call.tx.query(
    `update channels set state = case state when 'paused' then state else 'ok' end, cause = null, words = null, remedy = null,
       since = case when state in ('ok', 'paused') then since else $3 end, last_connected_at = $3, failures = 0, next_try_at = null,
       lines = coalesce($4::jsonb, lines)
     where company_id = $1 and id = $2`,
    [companyId, row.id, now, lines ? keptLines(lines) : null],
  );
  if (row.state === "failing" || row.state === "needs_sign_in")
    await call.emit(channelRecovered, { subjectId: row.id, data: { name: row.name } });
}

/** The channel was not reached. It is told once, not at every try. Answers when it is tried again. */
export async function noteTrouble(
  call: Call,
  companyId: string,
  row: Unwell,
  { cause, words, remedy }: Trouble,
  lines: string[] | undefined,
): Promise<Date> {
  const { clock } = call;
  const needsPerson = NEEDS_PERSON.has(cause);
  const state = needsPerson ? "needs_sign_in" : "failing";
  const since = row.state === state ? row.since : clock.now();
  const next = needsPerson ? nextSignIn(cause, since, clock) : nextTry(row.failures, clock);
  await call.tx.query(
    `update channels set state = case state when 'paused' then state else $3 end, cause = $4, words = $5, remedy = $6,
       since = case when state in ('paused', $3) then since else $7 end, failures = failures + 1, next_try_at = $8,
       lines = coalesce($9::jsonb, lines)
     where company_id = $1 and id = $2`,
    [
      companyId,
      row.id,
      state,
      cause,
      clean(words, MAX_WORDS),
      clean(remedy, MAX_WORDS),
      clock.now(),
      next,
      lines ? keptLines(lines) : null,
    ],
  );
  if (row.state === "ok" || (needsPerson && row.state === "failing"))
    await call.emit(channelFailing, { subjectId: row.id, data: { name: row.name, cause, remedy } });
  return next;
}
