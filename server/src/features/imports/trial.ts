import type { Tx } from "../../kernel/database.ts";
import type { Outcome, RecordRow } from "../records/index.ts";
import type { TypeDefinition } from "../types/index.ts";
import * as store from "./store.ts";

type Held = Pick<Outcome, "row" | "links">;

/** A check writes nothing, but later rows must be checked as if the earlier ones had been saved. This keeps that state. */
export interface Trial {
  /** The record that a key would identify after the earlier rows of the file. */
  meant(key: string): string | undefined;
  /** The record as the rows of this batch would have left it. */
  held(id: string): Held | undefined;
  /** A record of an earlier batch, of which only the keys are kept. */
  blank(id: string): Held | undefined;
  keep(keys: string[], outcome: Held): void;
  end(): Promise<void>;
}

/** What a check knows before its next batch. */
export async function resumeTrial(
  tx: Tx,
  companyId: string,
  importId: string,
  type: TypeDefinition,
  keys: string[],
  now: Date,
): Promise<Trial> {
  const meant = await store.knownKeys(tx, companyId, importId, keys);
  const earlier = new Set(meant.values());
  const records = new Map<string, Held>();
  const fresh = new Map<string, string>();
  return {
    meant: (key) => meant.get(key),
    held: (id) => records.get(id),
    blank: (id) => (earlier.has(id) ? { row: blankRow(type, id, now), links: {} } : undefined),
    keep(own, { row, links }) {
      records.set(row.id, { row, links });
      for (const key of own.filter((one) => !meant.has(one))) {
        meant.set(key, row.id);
        fresh.set(key, row.id);
      }
    },
    end: () => store.addKeys(tx, companyId, importId, fresh, now),
  };
}

const blankRow = (type: TypeDefinition, id: string, now: Date): RecordRow => ({
  id,
  type_id: type.id,
  title: "",
  owner_id: null,
  stage: null,
  amount: null,
  due_at: null,
  data: {},
  foreign_money: null,
  search: "",
  folded: null,
  version: 1,
  created_at: now,
  updated_at: now,
  deleted_at: null,
  stage_entered_at: null,
  won_at: null,
  lost_at: null,
});
