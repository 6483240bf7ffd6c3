import { Pool } from "pg";
import { appendEvents } from "../../server/src/features/events/index.ts";
import * as store from "../../server/src/features/records/store.ts";
import { newId } from "../../server/src/platform/random.ts";
import { createDatabase } from "../../server/src/platform/postgres/transaction.ts";
import { urlAs } from "../../server/src/platform/postgres/roles.ts";
import { measureRequests, median, type BenchRequest } from "./requests.ts";
import { SECRET, type Known } from "./cases.ts";
import type { Measured } from "./process.ts";

const WRITERS = 8;
const perSecond = ({ times }: { times: number[] }, ms: number) => times.length / (ms / 1_000);

/** Creates over REST from eight connections, against a key look-up and an INSERT by a program that checks nothing. */
export async function compareCreates(kith: Measured, bare: Measured, known: Known, rounds: number, ms: number) {
  const values = (n: number) => ({
    name: `New deal ${n}`,
    stage: "proposal",
    amount: 1_000 + (n % 9_000),
    next_step: "call back",
    score: n % 1_000,
  });
  const toKith = (n: number): BenchRequest => ({ path: "/api/v1/records/deal", body: { values: values(n) } });
  const toBare = (n: number): BenchRequest => ({ path: "/big", body: { values: values(n) } });
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const bareRate = perSecond(await measureRequests(bare, known.company.key, toBare, { ms, connections: WRITERS }), ms);
    const kithRate = perSecond(await measureRequests(kith, known.company.key, toKith, { ms, connections: WRITERS }), ms);
    if (round > 0) ratios.push(kithRate / bareRate);
    process.stdout.write(
      `creates/s          bare ${bareRate.toFixed(0)}, kith ${kithRate.toFixed(0)}${round === 0 ? " (warming up)" : ""}\n`,
    );
  }
  return median(ratios);
}

/** A record changed in a transaction with its event, and without. The statements are those of the application. */
export async function compareEvents(databaseUrl: string, known: Known, rounds: number, ms: number) {
  const pool = new Pool({ connectionString: urlAs(databaseUrl, SECRET, "app"), max: WRITERS, pipeline: true });
  const database = createDatabase(pool);
  const change = async (id: string, n: number, hasEvent: boolean) => {
    const companyId = known.company.id;
    const tx = database.begin(companyId, "write");
    const [row] = await store.lock(tx, companyId, [id]);
    if (!row) throw new Error("no such record");
    const now = new Date();
    await store.update(tx, companyId, [
      { ...row, amount: String(n), version: row.version + 1, updated_at: now, search: row.title.toLowerCase() },
    ]);
    if (hasEvent) await appendEvents(tx, [eventOf(known, id, row.amount, n, now)]);
    await tx.commit();
  };
  const measure = async (hasEvent: boolean) => {
    const until = performance.now() + ms;
    let done = 0;
    const one = async (_: unknown, writer: number) => {
      while (performance.now() < until) await change(known.ids[(writer + WRITERS * done) % known.ids.length] ?? "", done++, hasEvent);
    };
    await Promise.all(Array.from({ length: WRITERS }, one));
    return done / (ms / 1_000);
  };
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [without, withEvent] = [await measure(false), await measure(true)];
    if (round > 0) ratios.push(withEvent / without);
    process.stdout.write(
      `updates/s          without event ${without.toFixed(0)}, with ${withEvent.toFixed(0)}${round === 0 ? " (warming up)" : ""}\n`,
    );
  }
  await pool.end();
  return median(ratios);
}

function eventOf({ company }: Known, id: string, from: string | null, to: number, at: Date) {
  return {
    companyId: company.id,
    id: newId(),
    at,
    type: "record.updated",
    subjectType: "record",
    subjectId: id,
    actorUser: company.userId,
    actorKey: null,
    via: "rest" as const,
    operation: "records.update",
    operationId: newId(),
    requestId: "bench",
    data: { name: "Deal", type: "deal" },
    changes: { amount: [from, String(to)] as [string | null, string] },
  };
}
