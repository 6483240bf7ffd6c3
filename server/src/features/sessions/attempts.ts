import { createHmac } from "node:crypto";
import type { Member } from "../../kernel/actor.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import type { Database, Tx } from "../../kernel/database.ts";
import { tooMany } from "../../kernel/errors.ts";
import * as store from "./attempt-store.ts";

const WINDOW_MS = 15 * MINUTE_MS;
const FIRST_DELAY_MS = 5 * SECOND_MS;
const KNOWN_MS = 30 * DAY_MS;
const NO_WAIT = new Date(0);

interface Tries {
  perPair: number;
  perAccount: number;
  perNetwork: number;
}

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Slows down guessing, over all nodes. After ten wrong passwords for one account from one network each further one doubles the wait, up
 * to the window and never for ever; the owner is elsewhere and does not wait. Guesses at one account from many networks hit the
 * account's limit, which does not hold where the account has signed in before. One password tried on many accounts hits the network's.
 * A try is counted in a transaction of its own: a refused call is rolled back, its count is not. So count before the call's own first
 * statement, or the call holds two connections.
 */
export function createAttempts(database: Database, clock: Clock, secret: string, tries: Tries) {
  const key = createHmac("sha256", secret).update("sign-in attempts").digest();
  const hashed = (...parts: string[]) => createHmac("sha256", key).update(parts.join("\n")).digest();
  const pairOf = (account: string, network: string) => hashed("pair", account, network);

  /** Counts one try in each row, before the password is checked, so that a hundred tries sent at once all count. */
  async function count(pair: Buffer, windows: { who: Buffer; free: number; isLiftedWhereKnown?: true }[]): Promise<void> {
    await database.write(undefined, async (tx) => {
      const now = clock.now();
      const rows = await store.lock(tx, [pair, ...windows.map(({ who }) => who)], now);
      const known = rows.get(pair).known_at;
      const isKnown = known !== null && now.getTime() - known.getTime() < KNOWN_MS;
      const counted = [
        countPair(rows.get(pair), tries.perPair, now),
        ...windows
          .filter(({ isLiftedWhereKnown }) => !(isLiftedWhereKnown && isKnown))
          .map(({ who, free }) => countWindow(rows.get(who), free, now)),
      ];
      const waitMs = Math.max(...counted.map(({ before }) => before.wait_until.getTime() - now.getTime()));
      if (waitMs > 0) throw tooMany("Too many tries. Wait a little, then try again.", Math.ceil(waitMs / SECOND_MS));
      await store.save(
        tx,
        counted.map(({ after }) => after),
      );
    });
  }

  async function forget(tx: Tx, pair: Buffer, others: Buffer[]): Promise<void> {
    const now = clock.now();
    const rows = await store.lock(tx, [pair, ...others], now);
    const counted = others.map((who) => rows.get(who)).map((row) => ({ ...row, tries: Math.max(0, row.tries - 1), wait_until: NO_WAIT }));
    await store.save(tx, [{ ...rows.get(pair), tries: 0, wait_until: NO_WAIT, known_at: now }, ...counted]);
  }

  return {
    /** A try to sign in. Counted the same whether the account exists or not. */
    begin: (account: string, network: string) =>
      count(pairOf(account, network), [
        { who: hashed("network", network), free: tries.perNetwork },
        { who: hashed("account", account), free: tries.perAccount, isLiftedWhereKnown: true },
      ]),
    /** The right password does not count, and makes the network known for this account. */
    succeeded: (account: string, network: string) =>
      database.write(undefined, (tx) => forget(tx, pairOf(account, network), [hashed("network", network), hashed("account", account)])),
    /** Tries to prove the password again. They count for this session alone: guesses at the account elsewhere do not lock it out. */
    of({ userId, proof }: Member) {
      const session = hashed("session", proof.kind === "session" ? proof.sessionId : userId);
      return { begin: () => count(session, []), succeeded: (tx: Tx) => forget(tx, session, []) };
    },
  };
}

/** Remembered until nothing was tried for the length of the window. */
function countPair(before: store.AttemptRow, free: number, now: Date) {
  const isOver = now.getTime() - before.last_at.getTime() >= WINDOW_MS;
  const tries = isOver ? 1 : before.tries + 1;
  const delay = tries < free ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (tries - free), WINDOW_MS);
  return { before, after: { ...before, tries, last_at: now, wait_until: delay > 0 ? new Date(now.getTime() + delay) : NO_WAIT } };
}

/** At most `free` tries from the first one to the end of the window. */
function countWindow(before: store.AttemptRow, free: number, now: Date) {
  const isOver = now.getTime() - before.since.getTime() >= WINDOW_MS;
  const since = isOver ? now : before.since;
  const tries = isOver ? 1 : before.tries + 1;
  return {
    before,
    after: { ...before, tries, since, last_at: now, wait_until: tries < free ? NO_WAIT : new Date(since.getTime() + WINDOW_MS) },
  };
}
