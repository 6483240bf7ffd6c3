import { setTimeout } from "node:timers/promises";
import { signUpAt } from "./start-nodes.ts";

interface Entry {
  name: string;
  sent: number;
  done: number;
  /** The record's id; without one the write was not confirmed. */
  confirmed?: string;
  /** Status and code of an answer that refused it. */
  refused?: string;
}

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Writes records through a node, each with a key of its own, and keeps account of what was confirmed and when. */
export async function startLedger(url: string, name: string, query: Query, writers = 6) {
  const ada = await signUpAt(url, `${name}@failover.example`);
  const { key } = (await (await ada.post("keys.create", { name })).json()) as { key: string };
  const ledger: Entry[] = [];
  const over = new AbortController();
  async function write(record: string): Promise<Entry> {
    const entry: Entry = { name: record, sent: performance.now(), done: 0 };
    try {
      const answer = await fetch(`${url}/api/v1/records/deal`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": record },
        body: JSON.stringify({ values: { name: record } }),
        signal: AbortSignal.timeout(15_000),
      });
      const body = (await answer.json()) as { record?: { id: string }; code?: string };
      if (answer.ok && body.record) entry.confirmed = body.record.id;
      else entry.refused = `${answer.status} ${body.code}`;
    } catch (error) {
      entry.refused = String(error);
    }
    entry.done = performance.now();
    return entry;
  }
  const working = Array.from({ length: writers }, async (_, writer) => {
    for (let at = 0; !over.signal.aborted; at++) {
      const entry = await write(`${name} ${writer}-${at}`);
      ledger.push(entry);
      await setTimeout(entry.confirmed ? 10 : 100);
    }
  });
  const confirmed = () => ledger.filter((entry) => entry.confirmed).sort((a, b) => a.done - b.done);
  return {
    confirmed,
    refused: () => ledger.filter((entry) => !entry.confirmed),
    /** The longest time without a confirmed write since a moment. */
    silence(since: number): number {
      const times = [
        since,
        ...confirmed()
          .map(({ done }) => done)
          .filter((done) => done > since),
      ];
      return Math.max(...times.slice(1).map((done, at) => done - (times[at] ?? done)));
    },
    write,
    async stop() {
      over.abort();
      await Promise.all(working);
    },
    /** What was confirmed and is not there. */
    async lost(): Promise<string[]> {
      const rows = await query("select title from records where title like $1", [`${name} %`]);
      const there = new Set(rows.map(({ title }) => title));
      return confirmed()
        .map((entry) => entry.name)
        .filter((record) => !there.has(record));
    },
    /** Sends everything that was refused, and as much that was confirmed, once more with the same keys. Answers what is there twice then. */
    async replay(): Promise<string[]> {
      const refused = ledger.filter((entry) => !entry.confirmed);
      for (const entry of [...refused, ...confirmed().slice(-Math.max(20, refused.length))])
        for (let tries = 0; !(await write(entry.name)).confirmed; tries++)
          if (tries > 20) throw new Error(`${entry.name} is refused each time`);
      const rows = await query("select title from records where title like $1 group by title having count(*) > 1", [`${name} %`]);
      return rows.map(({ title }) => String(title));
    },
  };
}
