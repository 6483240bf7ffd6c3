/**
 * What advisory locks are taken for. PostgreSQL has one set of 64-bit numbers for all of them, so a lock is the hash of a text in a space, and
 * each use of them has its name here. A number is not changed: nodes of two versions run side by side during an upgrade, and must exclude each
 * other. Uses that share a number have texts of different forms; if two are equal by chance, one waits for the other and nothing else happens.
 */
const SPACES = {
  "idempotency key": 0,
  "invited address": 0,
  "quota of a company": 1,
  "identifiers of records": 1,
  "job worker": 2,
  /** Held while a worker that follows the log or sends lives; its leases end with it. */
  "lease name": 3,
  "job queue of a company": 3,
  "job schedule": 4,
  "confirmed address": 4,
  "channel that is taken from": 5,
  "channel that is written to": 6,
} as const;

/** The number of a lock, in SQL: `text` is the expression of what is locked. */
export const lockKey = (space: keyof typeof SPACES, text: string) => `hashtextextended(${text}, ${SPACES[space]})`;

/** Locks of the whole database: any numbers, the same for every process. */
export const DATABASE_LOCKS = { migrate: 7_204_611, createIndexes: 7_204_612 };
