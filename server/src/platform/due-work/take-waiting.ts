import { SECOND_MS } from "../../kernel/clock.ts";
import { createPoll } from "../poll.ts";
import { createTurns } from "../turns.ts";
import type { SharedNeeds } from "./needs.ts";
import { createRests } from "./rests.ts";

const LOOK_EVERY_MS = 100;
const QUIET_EVERY_MS = 300;
/** Only a write gives it something to do; what rests is looked for again. */
const IDLE_EVERY_MS = 2 * SECOND_MS;

/** Something that one worker takes at a time: what waits in a company, or in a part of it. */
interface Place {
  id: string;
  companyId: string;
}

export interface Turn {
  /** Waits until it is the company's turn. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** The worker stops: nothing more is begun. */
  isOver(): boolean;
}

interface Taker<Found extends Place> {
  /** For the log: "submissions". */
  what: string;
  find(): Promise<Found[]>;
  /** Takes what waits there, batch by batch, each in turn. False: there was nothing for this worker. */
  take(place: Found, turn: Turn): Promise<boolean>;
  /** How long a place rests where there was nothing for this worker. */
  nothingTakenMs: number;
}

/**
 * Takes what waits, in all companies. One query finds where something waits; each place gets one batch and then goes to the end of the
 * line, so that a long backlog delays nobody else. Several workers may run.
 */
export function takeWaiting<Found extends Place>({ callsAtOnce, commits, log }: SharedNeeds, taker: Taker<Found>) {
  const turns = createTurns(Math.max(2, Math.floor(callsAtOnce / 2)));
  const busy = new Map<string, Promise<void>>();
  const rests = createRests();
  let isOver = false;

  async function look(): Promise<boolean> {
    const places = await taker.find();
    for (const place of places) if (!isOver && !busy.has(place.id) && !rests.isResting(place.id)) begin(place);
    return places.length > 0;
  }

  function begin(place: Found): void {
    busy.set(
      place.id,
      work(place).finally(() => busy.delete(place.id)),
    );
  }

  async function work(place: Found): Promise<void> {
    const { id, companyId } = place;
    try {
      const hasTaken = await taker.take(place, { inTurn: (run) => turns.take(companyId, run), isOver: () => isOver });
      if (hasTaken) rests.forget(id);
      else rests.afterNothing(id, taker.nothingTakenMs);
    } catch (error) {
      rests.afterFailure(id);
      log.warn({ err: error, company_id: companyId, place: id }, `cannot take ${taker.what}`);
    }
  }

  const poll = createPoll({
    everyMs: LOOK_EVERY_MS,
    quietEveryMs: QUIET_EVERY_MS,
    commits,
    idleEveryMs: IDLE_EVERY_MS,
    look,
    failed: (error, isFirst) => void (isFirst && !isOver && log.warn({ err: error }, `cannot look for ${taker.what}`)),
  });
  poll.start();
  return {
    /** Waits for the batches under way. */
    async stop(): Promise<void> {
      isOver = true;
      await poll.stop();
      await Promise.all(busy.values());
    },
  };
}
