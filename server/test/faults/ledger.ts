import { setTimeout } from "node:timers/promises";
import { appendEvents } from "../../src/features/events/index.ts";
import { recordUpdated } from "../../src/features/records/events.ts";
import { showId } from "../../src/platform/ids.ts";
import { openPools } from "../../src/platform/postgres/pools.ts";
import { createDatabase } from "../../src/platform/postgres/transaction.ts";
import { newId } from "../../src/platform/random.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";

/** One event that was written, with the number it has among those of its subject. */
export interface LedgerLine {
  id: string;
  subject: string;
  seq: number;
}

interface Wanted {
  events: number;
  subjects: number;
  /** As fast as possible if left out. */
  perSecond?: number;
}

const WRITERS = 4;

/** Writes events as the application does, one transaction each, and notes what was committed. The events of a subject have one writer. */
export async function writeEvents(databaseUrl: string, companyId: string, { events, subjects, perSecond }: Wanted): Promise<LedgerLine[]> {
  const pools = openPools(databaseUrl, TEST_SECRET, WRITERS, () => undefined);
  const database = createDatabase(pools.app);
  const ids = Array.from({ length: subjects }, () => newId());
  const ledger: LedgerLine[] = [];
  const started = Date.now();
  const write = async (writer: number) => {
    for (let at = 0; at < events; at++) {
      const subject = at % subjects;
      if (subject % WRITERS !== writer) continue;
      if (perSecond) await setTimeout(Math.max(0, started + (at * 1_000) / perSecond - Date.now()));
      const line = { id: newId(), subject: ids[subject] ?? "", seq: Math.floor(at / subjects) };
      await database.write(companyId, (tx) => appendEvents(tx, [eventOf(companyId, line)]));
      ledger.push({ ...line, id: showId("evt", line.id), subject: showId("rec", line.subject) });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await pools.end();
  return ledger;
}

export const eventOf = (companyId: string, { id, subject, seq }: LedgerLine) => ({
  companyId,
  id,
  at: new Date(),
  type: recordUpdated.type,
  subjectType: "rec",
  subjectId: subject,
  actorUser: null,
  actorKey: null,
  via: "rest" as const,
  operation: "test",
  operationId: newId(),
  requestId: "test",
  data: { name: "Deal", type: "deal" },
  changes: { seq: [seq - 1, seq] as [number, number] },
});

/** Compares what a receiver got with what was written: what is missing, what nobody wrote, and what came before an earlier one. Repeats are allowed. */
export function checkLedger(ledger: LedgerLine[], delivered: LedgerLine[]) {
  const written = new Set(ledger.map(({ id }) => id));
  const seen = new Set<string>();
  const latest = new Map<string, number>();
  const disordered: string[] = [];
  for (const { id, subject, seq } of delivered) {
    if (!seen.has(id) && seq < (latest.get(subject) ?? -1)) disordered.push(id);
    seen.add(id);
    latest.set(subject, Math.max(seq, latest.get(subject) ?? -1));
  }
  return {
    lost: ledger.filter(({ id }) => !seen.has(id)).map(({ id }) => id),
    unknown: [...seen].filter((id) => !written.has(id)),
    disordered,
  };
}
