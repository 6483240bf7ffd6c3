import { packSnapshot, unpackSnapshot } from "./snapshot.ts";

/**
 * How far a reader of one company's events has got. Everything visible in `seen` was read (null: nothing was). While a long window is
 * read in pages, `upto` is its end. `writtenIn` and `place` are those of the last event read, or lie before the whole window.
 */
export interface LogPosition {
  seen: string | null;
  upto: string | null;
  writtenIn: string;
  place: string;
}

export const LOG_BEGINNING: LogPosition = { seen: null, upto: null, writtenIn: "0", place: "0" };

/** No stamp is below its transaction's number, so new events begin at the oldest transaction that the snapshot did not see. */
export function positionAt(snapshot: string): LogPosition {
  const [xmin = "0"] = snapshot.split(":");
  return { seen: snapshot, upto: null, writtenIn: xmin, place: "0" };
}

/** The position after a page: inside the window after the page's last event, or at the end of the window if nothing is left. */
export function positionAfter({ seen }: LogPosition, upto: string, last: { written_in: string; place: string } | undefined): LogPosition {
  return last ? { seen, upto, writtenIn: last.written_in, place: last.place } : positionAt(upto);
}

const NONE = "-";

export const packPosition = ({ seen, upto, writtenIn, place }: LogPosition) =>
  [writtenIn, place, seen === null ? NONE : packSnapshot(seen), upto === null ? NONE : packSnapshot(upto)].join(" ");

/** Positions of the old format were only a stamp and a place: everything after them is still unread. */
export function unpackPosition(packed: string): LogPosition {
  const [writtenIn = "0", place = "0", seen = NONE, upto = NONE] = packed.split(" ");
  return { seen: seen === NONE ? null : unpackSnapshot(seen), upto: upto === NONE ? null : unpackSnapshot(upto), writtenIn, place };
}
