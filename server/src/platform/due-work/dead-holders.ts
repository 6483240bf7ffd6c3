import { lockKey } from "../postgres/lock-spaces.ts";

/**
 * The name of a worker's connection is locked while it lives (platform/log-reader/owner.ts): who gets that lock knows that the worker is dead,
 * and until the transaction ends nobody else looks after what it left. SQL.
 */
export const isDead = (holder: string) => `pg_try_advisory_xact_lock(${lockKey("lease name", holder)})`;

/** The holders of leases in a table that are dead, as `dead` of a `with`. $1 is the one who asks. */
export const deadHolders = (table: string, which = "lease_by is not null") =>
  `dead as materialized (
     select lease_by from (select distinct lease_by from ${table} where ${which}) as holders where lease_by <> $1 and ${isDead("lease_by")}
   )`;
