import { SECOND_MS } from "../../kernel/clock.ts";
import type { OwnerConnection } from "../log-reader/owner.ts";
import { pollAsOwner } from "../poll-as-owner.ts";
import { realTiming, wait } from "../poll.ts";
import type { OwnerNeeds, SharedNeeds } from "./needs.ts";
import { createRests } from "./rests.ts";

const LOOK_FOR_LEFT_EVERY_MS = SECOND_MS;
const NOTHING_CLAIMED_MS = 500;
const LONGEST_REST_MS = 5 * SECOND_MS;
// A database that is away for a while: what became of something that was sent is not forgotten for it.
const RECORD_TRIES = 30;
const MAX_RECORD_WAIT_MS = 10 * SECOND_MS;

export type SendingNeeds = OwnerNeeds & SharedNeeds;

interface ToSend {
  companyId: string;
  id: string;
}

/** What is sent, and what is written down about it. */
interface Sender<Item extends ToSend, Outcome> {
  /** For the log: "leads". */
  what: string;
  everyMs: number;
  quietEveryMs: number;
  /** Of a company at once. */
  maxClaimed: number;
  /** Companies with something to send. */
  findDue(owner: OwnerConnection): Promise<string[]>;
  /** Companies with something that its worker left when it died, and the like. Asked less often. */
  findLeft(owner: OwnerConnection): Promise<string[]>;
  /** How much more may be sent for a company now. */
  placesLeft(companyId: string): number;
  /** Writes down that this worker sends them, before it does. */
  claim(companyId: string, lease: string, most: number): Promise<Item[]>;
  /** Takes a place for it. What it answers gives the place back; without an outcome, it could not be written down. */
  enter(item: Item): (outcome: Outcome | undefined) => void;
  /** Uses the network, outside any transaction. */
  send(item: Item): Promise<Outcome>;
  /** Sending failed in an unexpected way: nobody knows whether it left. */
  unknown(): Outcome;
  record(item: Item, lease: string, outcome: Outcome): Promise<unknown>;
}

/**
 * Sends what is due, for all companies. One query finds them; a claim writes down what this worker sends before it does. Several workers may
 * run: a row belongs to the one whose name is on it, and what a dead one left is found by that name.
 */
export function sendClaimed<Item extends ToSend, Outcome>(needs: SendingNeeds, sender: Sender<Item, Outcome>) {
  const { log, databaseUrl, commits, callsAtOnce } = needs;
  const { what, everyMs, quietEveryMs } = sender;
  const claiming = new Map<string, Promise<void>>();
  const sending = new Set<Promise<void>>();
  const rests = createRests({ longestMs: LONGEST_REST_MS });
  let lookForLeftAt = 0;
  let isOver = false;

  async function look(owner: OwnerConnection): Promise<boolean> {
    const companies = new Set(await sender.findDue(owner));
    if (performance.now() >= lookForLeftAt) {
      lookForLeftAt = performance.now() + LOOK_FOR_LEFT_EVERY_MS;
      for (const id of await sender.findLeft(owner)) companies.add(id);
    }
    for (const id of companies) if (!isOver && !rests.isResting(id)) claimFor(id, owner.leaseName);
    return companies.size > 0 || sending.size > 0;
  }

  function claimFor(companyId: string, lease: string): void {
    const most = Math.min(sender.maxClaimed, sender.placesLeft(companyId));
    if (claiming.has(companyId) || claiming.size >= callsAtOnce || most === 0) return;
    const claimed = claim(companyId, lease, most).catch((error: unknown) => {
      rests.afterFailure(companyId);
      log.warn({ err: error, company_id: companyId }, `${what} could not be claimed; they are tried again`);
    });
    claiming.set(
      companyId,
      claimed.finally(() => claiming.delete(companyId)),
    );
  }

  async function claim(companyId: string, lease: string, most: number): Promise<void> {
    const items = await sender.claim(companyId, lease, most);
    // What is due has no room: without a rest it would be asked for at every look.
    if (items.length === 0) rests.afterNothing(companyId, NOTHING_CLAIMED_MS);
    for (const item of items) {
      const sent = send(item, lease).finally(() => sending.delete(sent));
      sending.add(sent);
    }
  }

  async function send(item: Item, lease: string): Promise<void> {
    const about = { company_id: item.companyId, id: item.id };
    const leave = sender.enter(item);
    let outcome: Outcome | undefined;
    try {
      outcome = await sender.send(item).catch((error: unknown) => {
        log.error({ err: error, ...about }, `${what}: nobody knows whether one arrived`);
        return sender.unknown();
      });
      await record(item, lease, outcome);
    } catch (error) {
      // The row stays as being sent. When this worker stops, its outcome counts as unknown.
      log.warn({ err: error, ...about }, `${what}: it could not be written down what became of one`);
    } finally {
      leave(outcome);
      rests.forget(item.companyId);
    }
  }

  async function record(item: Item, lease: string, outcome: Outcome): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await sender.record(item, lease, outcome);
        return;
      } catch (error) {
        if (tries >= RECORD_TRIES || isOver) throw error;
        await wait(realTiming, Math.min(tries * SECOND_MS, MAX_RECORD_WAIT_MS));
      }
    }
  }

  const poll = pollAsOwner({ databaseUrl, everyMs, quietEveryMs, commits, purpose: `${what} to send`, log, look });
  return {
    /** Takes no more work, and waits for what is being sent. */
    async stop() {
      isOver = true;
      await poll.stop();
      await Promise.all(claiming.values());
      await Promise.all(sending);
      await poll.end();
    },
  };
}
