import { after, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import { statement, type Tx } from "../../kernel/database.ts";
import { deadHolders } from "../../platform/due-work/dead-holders.ts";

// A worker that holds a channel has the only session with it. It renews its leases; if it dies, they end by themselves.

const LEASE_MS = 60 * SECOND_MS;
export const RENEW_EVERY_MS = 20 * SECOND_MS;

export interface LeasedChannel {
  companyId: string;
  channelId: string;
  version: number;
}

// A refused password is tried now and then too: it may have been the server's fault. One that cannot be read here is not.
const MAY_RUN =
  "deleted_at is null and kind = 'email' and state <> 'paused' and credentials is not null and cause is distinct from 'secret'";
const TAKE = statement(
  "channels.lease",
  `update channels c set lease_by = $1, lease_until = $3 from (
     select company_id, id from channels
     where ${MAY_RUN} and (next_try_at is null or next_try_at <= $2) and (lease_until is null or lease_until <= $2)
     order by next_try_at nulls first, lease_until nulls first limit $4 for no key update skip locked
   ) as free where c.company_id = free.company_id and c.id = free.id
   returning c.company_id as "companyId", c.id as "channelId", c.version`,
);

/** Leases up to `most` channels, of all companies, that are due and that nobody holds. `owner` is the owner of the tables. */
export const leaseDueChannels = (owner: Tx, me: string, most: number, clock: Clock) =>
  owner.query<LeasedChannel>(TAKE, [me, clock.now(), after(clock, LEASE_MS), most]);

// One that somebody has locked just then is renewed the next time: waiting for it would end the leases of all others.
const RENEW = statement(
  "channels.renew",
  `update channels c set lease_until = $2 from (
     select company_id, id from channels where lease_by = $1 and id = any($3::uuid[]) and ${MAY_RUN} for no key update skip locked
   ) as mine where c.company_id = mine.company_id and c.id = mine.id`,
);

/**
 * Renews the leases with which this worker has a session. One that could not be given back is not renewed: it ends by itself. What is missing
 * in the answer was paused, deleted or lost: its session ends. Another version: it opens a new one.
 */
export async function renewLeases(owner: Tx, me: string, channelIds: string[], clock: Clock): Promise<LeasedChannel[]> {
  await owner.query(RENEW, [me, after(clock, LEASE_MS), channelIds]);
  return heldChannels(owner, me);
}

const RELEASE = statement(
  "channels.release",
  "update channels set lease_by = null, lease_until = null where company_id = $2 and id = $3 and lease_by = $1",
);
export const releaseChannel = (owner: Tx, me: string, { companyId, channelId }: Omit<LeasedChannel, "version">) =>
  owner.query(RELEASE, [me, companyId, channelId]);

const HOLDS = statement(
  "channels.holds",
  "select from channels where company_id = $1 and id = $2 and lease_by = $3 and lease_until > $4 for no key update",
);

/** Asked in the transaction that writes what was fetched: a worker that lost its lease while it slept writes nothing. */
export const holdsLease = async (tx: Tx, companyId: string, channelId: string, me: string, clock: Clock) =>
  (await tx.query(HOLDS, [companyId, channelId, me, clock.now()])).length > 0;

const HELD = statement(
  "channels.held",
  `select company_id as "companyId", id as "channelId", version from channels where lease_by = $1 and ${MAY_RUN}`,
);

/** What this worker may go on with: a channel that was paused, deleted or leased by another worker is missing. */
export const heldChannels = (owner: Tx, me: string) => owner.query<LeasedChannel>(HELD, [me]);

const RELEASE_DEAD = statement(
  "channels.release_dead",
  `with ${deadHolders("channels", "lease_by like 'reader-%'")}
   update channels c set lease_by = null, lease_until = null from (
     select company_id, id from channels where lease_by in (select lease_by from dead) for no key update skip locked
   ) as free where c.company_id = free.company_id and c.id = free.id`,
);

/** Nobody waits for the end of the lease of a worker that died. */
export const releaseDead = (owner: Tx, me: string) => owner.query(RELEASE_DEAD, [me]);
