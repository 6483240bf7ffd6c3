import type { Client } from "pg";
import { sealOf, withLog, type Seal } from "./digests.ts";
import { KEPT_MS, verifyCompany, type Verified } from "./verify-log.ts";

interface Resealed {
  seals: number;
  /** Companies whose log or seals are damaged. New seals over a damaged log would hide the damage. */
  damaged: string[];
}

/** Makes all seals of the event log again with a new secret, company by company. What the old seals prove is checked first, under the same lock. */
export const resealLog = (databaseUrl: string, secret: string, other: string, now = new Date()): Promise<Resealed> =>
  withLog(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>("select id from companies order by id");
    const resealed: Resealed = { seals: 0, damaged: [] };
    for (const { id } of rows) {
      const count = await resealCompany(client, id, secret, other, new Date(now.getTime() - KEPT_MS));
      if (count === undefined) resealed.damaged.push(id);
      else resealed.seals += count;
    }
    return resealed;
  });

/** How many seals are new; none where the company has been done before, undefined where it is damaged. */
async function resealCompany(client: Client, company: string, secret: string, other: string, kept: Date): Promise<number | undefined> {
  await client.query("begin");
  try {
    // A worker that seals just now waits, sees that the chain has another end, and seals the next time.
    await client.query("lock table event_seals in share row exclusive mode");
    if (await hasDamage(client, company, [secret, other], kept)) return undefined;
    const { rows } = await client.query<Seal>(
      "select hour, number::int, events, ids_digest, digest, seal from event_seals where company_id = $1 order by hour",
      [company],
    );
    let previous: Buffer | undefined;
    const made = rows.map((row) => ({
      hour: row.hour,
      was: row.seal,
      is: (previous = sealOf(secret, company, previous, row, row.number)),
    }));
    const changed = made.filter(({ was, is }) => !was.equals(is));
    await client.query(
      `update event_seals s set seal = new.seal from unnest($2::timestamptz[], $3::bytea[]) as new (hour, seal)
       where s.company_id = $1 and s.hour = new.hour`,
      [company, changed.map(({ hour }) => hour), changed.map(({ is }) => is)],
    );
    await client.query("commit");
    return changed.length;
  } finally {
    // Does nothing after a commit.
    await client.query("rollback");
  }
}

async function hasDamage(client: Client, company: string, secrets: readonly string[], kept: Date): Promise<boolean> {
  const verified: Verified = { companies: 1, hours: 0, damages: [], last: [] };
  await verifyCompany(client, secrets, company, kept, verified);
  return verified.damages.length > 0;
}
