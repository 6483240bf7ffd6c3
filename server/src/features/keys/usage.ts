import type { Actor } from "../../kernel/actor.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";

/** The rows that one node has counted for one key on one day. */
interface Count {
  companyId: string;
  keyId: string;
  day: string;
  /** The stored total of all nodes. */
  known: number;
  rows: number;
  calls: number;
}

export type CountedUse = Pick<Count, "companyId" | "keyId" | "day" | "rows" | "calls">;

interface Bookkeeping {
  clock: Clock;
  rowsPerDay: number;
  /** Adds to the stored total, and returns the key's total of that day on all nodes. */
  write(count: CountedUse): Promise<number>;
  /** Runs work after the answer has been sent. */
  afterwards(work: () => Promise<void>): void;
}

/**
 * Counts the rows that keys read, in this node's memory, so that a call writes nothing and waits for nothing. Stored at the key's
 * first call of a day, which also returns the count of other nodes, and then every minute.
 */
export function createKeyUsage({ clock, rowsPerDay, write, afterwards }: Bookkeeping) {
  const counts = new Map<string, Count>();
  const today = () => clock.now().toISOString().slice(0, 10);

  async function writeDown(count: Count): Promise<void> {
    const { companyId, keyId, day, rows, calls } = count;
    count.rows -= rows;
    count.calls -= calls;
    count.known += rows;
    try {
      count.known = await write({ companyId, keyId, day, rows, calls });
    } catch (error) {
      count.rows += rows;
      count.calls += calls;
      count.known -= rows;
      throw error;
    }
  }

  async function flush(): Promise<void> {
    for (const [name, count] of counts) {
      if (count.calls > 0) await writeDown(count);
      else if (count.day !== today()) counts.delete(name);
    }
  }
  const flushing = setInterval(() => afterwards(flush), MINUTE_MS).unref();

  return {
    /** Refuses a key that has read its daily limit of rows. */
    check(keyId: string): void {
      const count = counts.get(`${keyId} ${today()}`);
      if (!count || count.known + count.rows < rowsPerDay) return;
      const untilMidnight = DAY_MS - (clock.now().getTime() % DAY_MS);
      throw new AppError(
        429,
        "row_budget_spent",
        `This key has read its ${rowsPerDay.toLocaleString("en")} rows for today. It works again at midnight UTC.`,
        { retryAfterSeconds: Math.ceil(untilMidnight / SECOND_MS) },
      );
    },

    /** Counts the rows of an answer, if a key called. */
    count(actor: Actor, answer: unknown): void {
      if (actor.kind !== "member" || actor.proof.kind !== "key") return;
      const { keyId } = actor.proof;
      const day = today();
      const known = counts.get(`${keyId} ${day}`);
      const count = known ?? { companyId: actor.companyId, keyId, day, known: 0, rows: 0, calls: 0 };
      count.rows += rowsIn(answer);
      count.calls++;
      if (known) return;
      counts.set(`${keyId} ${day}`, count);
      afterwards(() => writeDown(count));
    },

    /** Stores what was counted since, and drops past days. */
    flush,
    stop: () => clearInterval(flushing),
  };
}

/** The number of rows in an answer: the elements of its lists, and itself if it is a record or has no list; plus the records inside those. */
export function rowsIn(answer: unknown): number {
  const lists = Object.values(answer ?? {}).filter((part) => Array.isArray(part));
  const isRow = lists.length === 0 || Object.hasOwn(Object(answer) as object, "values");
  const rows: unknown[] = [...(isRow ? [answer] : []), ...lists.flat()];
  return rows.reduce<number>((sum, row) => sum + 1 + related(row), rowsInText(answer));
}

/** `fetch` shows related records inside its text, whose shape is given, and says how many in its metadata. */
function rowsInText(answer: unknown): number {
  const { metadata } = (answer ?? {}) as { metadata?: { related?: unknown } };
  return typeof metadata?.related === "number" ? metadata.related : 0;
}

function related(row: unknown): number {
  const { values, record } = (row ?? {}) as { values?: unknown; record?: unknown };
  if (record) return related(record);
  let found = 0;
  for (const value of Object.values(values ?? {})) if (Array.isArray(value) && typeof value[0] === "object") found += value.length;
  return found;
}
