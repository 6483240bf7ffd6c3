import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { Gauge, type Registry } from "prom-client";
import { HOUR_MS, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import type { Logger } from "../log.ts";
import { HOURS, sealOf, withLog, type HourDigest, type Seal } from "./digests.ts";

// An event's id is made when its transaction runs. None runs for an hour: a statement ends after 5 s, an idle transaction after 10.
const CLOSED_AFTER_MS = HOUR_MS;
const COMPANIES_AT_ONCE = 500;
const HOURS_PER_COMPANY = 48;
const MAX_MS = 60 * SECOND_MS;

interface Needs {
  databaseUrl: string;
  secret: string;
  clock: Clock;
  log: Logger;
}

interface Next {
  company_id: string;
  next: Date | null;
  number: string | null;
  seal: Buffer | null;
}

// The first hour with events that comes after a company's last seal.
const NEXT = `
  select c.id as company_id, last.number, last.seal,
    (select uuid_hour(e.id) from events e where e.company_id = c.id and e.id >= coalesce(uuid_at(last.hour + interval '1 hour'), uuid_at('1970-01-01Z'))
     order by e.id limit 1) as next
  from companies c
  left join lateral (select hour, number, seal from event_seals s where s.company_id = c.id order by hour desc limit 1) as last on true
  where c.id > $1 order by c.id limit ${COMPANIES_AT_ONCE}`;

/** By the clock, not as an age: of several workers the newest value is right, and it grows old when no worker runs. */
export const createSealMetric = (registry: Registry) =>
  new Gauge({
    name: "kith_log_sealed_until_timestamp_seconds",
    help: "Until when the event logs of all companies are sealed; 0: not looked at since this process started",
    registers: [registry],
  });

/** The first hour with events that is not sealed, of all companies. */
const FIRST_OPEN = `
  select min((select uuid_hour(e.id) from events e
    where e.company_id = c.id and e.id >= coalesce(uuid_at(last.hour + interval '1 hour'), uuid_at('1970-01-01Z')) order by e.id limit 1)) as hour
  from companies c
  left join lateral (select hour from event_seals s where s.company_id = c.id order by hour desc limit 1) as last on true`;

/**
 * Seals the hours that are over, for every company. It starts with any company and gives each two days at most, so that a large backlog of one, or of many, never
 * leaves the same ones waiting. What is left after a minute is sealed the next time. Returns until when all are sealed.
 */
export const sealLog = ({ databaseUrl, secret, clock, log }: Needs): Promise<Date> =>
  withLog(databaseUrl, async (client) => {
    const until = performance.now() + MAX_MS;
    const closed = new Date(Math.floor((clock.now().getTime() - CLOSED_AFTER_MS) / HOUR_MS) * HOUR_MS);
    const start = randomUUID();
    for (const [from, to] of [
      [start, undefined],
      ["00000000-0000-0000-0000-000000000000", start],
    ]) {
      for (let after = from; after !== undefined && performance.now() < until;) {
        const found = await client.query<Next>(NEXT, [after]);
        const page = found.rows.filter((row) => to === undefined || row.company_id <= to);
        for (const one of page) {
          if (one.next === null || one.next >= closed || performance.now() >= until) continue;
          // One company's hour that cannot be read in time must not keep the others from being sealed.
          await sealCompany(client, secret, one, closed).catch((error: unknown) =>
            log.error({ err: error, company: one.company_id }, "the event log of a company cannot be sealed"),
          );
        }
        after = page.length < COMPANIES_AT_ONCE ? undefined : page.at(-1)?.company_id;
      }
    }
    const { rows } = await client.query<{ hour: Date | null }>(FIRST_OPEN);
    const open = rows[0]?.hour ?? closed;
    return open < closed ? open : closed;
  });

async function sealCompany(client: Client, secret: string, company: Next, closed: Date): Promise<void> {
  const from = company.next ?? closed;
  const to = new Date(Math.min(closed.getTime(), from.getTime() + HOURS_PER_COMPANY * HOUR_MS));
  const { rows: hours } = await client.query<HourDigest>(HOURS, [company.company_id, from, to]);
  let previous = company.seal ?? undefined;
  let number = Number(company.number ?? 0);
  const seals = hours.map((hour): Seal => {
    previous = sealOf(secret, company.company_id, previous, hour, ++number);
    return { ...hour, number, seal: previous };
  });
  await client.query(
    `insert into event_seals (company_id, hour, number, events, ids_digest, digest, seal)
     select $1, s.* from unnest($2::timestamptz[], $3::bigint[], $4::int[], $5::bytea[], $6::bytea[], $7::bytea[]) as s
     where coalesce((select seal from event_seals where company_id = $1 order by hour desc limit 1), '') = coalesce($8::bytea, '')`,
    // Not if the chain was sealed again meanwhile, with another secret: then these would not continue it. They are sealed the next time.
    [
      company.company_id,
      ...(["hour", "number", "events", "ids_digest", "digest", "seal"] as const).map((name) => seals.map((one) => one[name])),
      company.seal,
    ],
  );
}
