import type { Tx } from "../../kernel/database.ts";
import * as store from "./store.ts";

/** Which row of the file was the first to say something about a record. Kept beside the import, so that rows far apart are compared too. */
export interface FirstRows {
  /** Reads what earlier batches have kept for these keys. */
  load(keys: string[]): Promise<void>;
  of(keys: string[]): number | undefined;
  keep(keys: string[], row: number): void;
  end(): Promise<void>;
}

export function resumeFirstRows(tx: Tx, companyId: string, importId: string, now: Date): FirstRows {
  const rows = new Map<string, number>();
  const fresh = new Map<string, number>();
  return {
    async load(keys) {
      const wanted = keys.filter((key) => !rows.has(key));
      if (wanted.length === 0) return;
      for (const [key, row] of await store.knownRows(tx, companyId, importId, wanted)) rows.set(key, row);
    },
    of(keys) {
      const known = keys.flatMap((key) => rows.get(key) ?? []);
      return known.length > 0 ? Math.min(...known) : undefined;
    },
    keep(keys, row) {
      for (const key of keys.filter((one) => !rows.has(one))) {
        rows.set(key, row);
        fresh.set(key, row);
      }
    },
    end: () => store.addRows(tx, companyId, importId, fresh, now),
  };
}

const MAX_GROUPS = 20;

/** The rows that repeat an earlier one, with those of the batches before. The first groups are named, all rows are counted. */
export function addRepeats({ rows, groups }: store.Repeats, found: { row: number; first: number }[]): store.Repeats {
  const named = new Map(groups.map((group) => [group[0], [...group]]));
  for (const { row, first } of found) {
    const group = named.get(first);
    if (group) group.push(row);
    else if (named.size < MAX_GROUPS) named.set(first, [first, row]);
  }
  return { rows: rows + found.length, groups: [...named.values()].map((group) => group.slice(0, MAX_GROUPS)) };
}
