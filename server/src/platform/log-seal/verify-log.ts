import type { Client } from "pg";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { HOURS, isSame, sealOf, withLog, type HourDigest, type Seal } from "./digests.ts";

const SEALS_AT_ONCE = 200;
// From then on housekeeping drops months of the log whole.
export const KEPT_MS = 400 * DAY_MS;

interface Damage {
  company: string;
  hour: Date;
  what: string;
}

export interface Verified {
  companies: number;
  hours: number;
  damages: Damage[];
  /** Each company's last seal. Whoever keeps it elsewhere can tell later that the end of the log was not cut off. */
  last: { company: string; hour: Date; number: number; seal: string }[];
}

/** Compares the log with its seals, of one company or of all. Each seal may be made with any of the secrets. */
export const verifyLog = (databaseUrl: string, secret: string | readonly string[], only?: string, now = new Date()): Promise<Verified> =>
  withLog(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>("select id from companies where $1::uuid is null or id = $1 order by id", [
      only ?? null,
    ]);
    const verified: Verified = { companies: rows.length, hours: 0, damages: [], last: [] };
    for (const { id } of rows)
      await verifyCompany(client, typeof secret === "string" ? [secret] : secret, id, new Date(now.getTime() - KEPT_MS), verified);
    return verified;
  });

export async function verifyCompany(
  client: Client,
  secrets: readonly string[],
  company: string,
  kept: Date,
  verified: Verified,
): Promise<void> {
  const tell = (hour: Date, what: string) => verified.damages.push({ company, hour, what });
  let before: Seal | undefined;
  let from = new Date(0);
  for (;;) {
    const { rows: seals } = await client.query<Seal>(
      `select hour, number::int, events, ids_digest, digest, seal from event_seals where company_id = $1 and hour >= $2 order by hour limit ${SEALS_AT_ONCE}`,
      [company, from],
    );
    const end = seals.at(-1);
    if (!end) break;
    const to = new Date(end.hour.getTime() + HOUR_MS);
    const { rows } = await client.query<HourDigest>(HOURS, [company, from, to]);
    const found = new Map(rows.map((hour) => [hour.hour.getTime(), hour]));
    for (const seal of seals) {
      const hour = found.get(seal.hour.getTime());
      found.delete(seal.hour.getTime());
      const damage = chainDamage(secrets, company, before, seal, kept) ?? hourDamage(seal, hour, kept);
      if (damage) tell(seal.hour, damage);
      before = seal;
      verified.hours++;
    }
    for (const { hour, events } of found.values()) if (hour >= kept) tell(hour, `${events} added after the hour was closed`);
    from = to;
  }
  if (before) verified.last.push({ company, hour: before.hour, number: before.number, seal: before.seal.toString("hex") });
}

function chainDamage(secrets: readonly string[], company: string, before: Seal | undefined, seal: Seal, kept: Date): string | undefined {
  if ((before?.number ?? 0) + 1 !== seal.number) {
    // The first seals expire with the months they are for.
    if (!before && seal.hour < kept) return undefined;
    return `seals before this one are missing: ${seal.number - (before?.number ?? 0) - 1}`;
  }
  return secrets.some((secret) => isSame(seal.seal, sealOf(secret, company, before?.seal, seal, seal.number)))
    ? undefined
    : "the seal itself was changed, or made with another secret";
}

function hourDamage(seal: Seal, hour: HourDigest | undefined, kept: Date): string | undefined {
  if (!hour) return seal.hour < kept ? undefined : `all ${seal.events} events removed`;
  if (hour.events < seal.events) return `${seal.events - hour.events} of ${seal.events} events removed`;
  if (hour.events > seal.events) return `${hour.events - seal.events} added after the hour was closed`;
  if (!isSame(hour.ids_digest, seal.ids_digest)) return "events replaced by others";
  return isSame(hour.digest, seal.digest) ? undefined : "events changed";
}
