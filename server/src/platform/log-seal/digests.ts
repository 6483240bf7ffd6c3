import { createHmac, timingSafeEqual } from "node:crypto";
import { Client } from "pg";

/** What an hour of a company's log holds, in short. */
export interface HourDigest {
  hour: Date;
  events: number;
  ids_digest: Buffer;
  digest: Buffer;
}

export interface Seal extends HourDigest {
  number: number;
  seal: Buffer;
}

const STATEMENT_MS = 60_000;

/** The hours of a company's log from one moment to another that have events. */
export const HOURS = `
  select uuid_hour(e.id) as hour, count(*)::int as events, sha256(string_agg(uuid_send(e.id), '' order by e.id)) as ids_digest,
    sha256(string_agg(sha256(convert_to(event_text(e), 'UTF8')), '' order by e.id)) as digest
  from events e where e.company_id = $1 and e.id >= uuid_at($2) and e.id < uuid_at($3) group by 1 order by 1`;

/** The code that chains an hour to the one before. Without the installation's secret nobody can make a new one. */
export function sealOf(secret: string, companyId: string, previous: Buffer | undefined, hour: HourDigest, number: number): Buffer {
  const key = createHmac("sha256", secret).update("event log seal").digest();
  const said = JSON.stringify([
    companyId,
    number,
    hour.hour.toISOString(),
    hour.events,
    hex(hour.ids_digest),
    hex(hour.digest),
    hex(previous),
  ]);
  return createHmac("sha256", key).update(said).digest();
}

export const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

const hex = (bytes: Buffer | undefined) => bytes?.toString("hex") ?? "";

/** As the owner of the tables, who sees rows of companies only in such a session. */
export async function withLog<Result>(databaseUrl: string, run: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl, application_name: "kith_log_seal", statement_timeout: STATEMENT_MS });
  // A broken connection fails the running statement; without a listener it would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("set app.backfill = on; set lock_timeout = '1s'");
    return await run(client);
  } finally {
    await client.end();
  }
}
