import type { CrmRecord } from "../fields/index.ts";
import type { RecordRows } from "../records/index.ts";
import type { Lane } from "./lanes.ts";

/** A lane's records as they stand now: those that were moved here first, then the list, without those that have left. */
export interface PlacedRows {
  total: number;
  at: (index: number) => CrmRecord | "left" | undefined;
  /** How many at the top the lane's own list does not have yet. */
  arrived: number;
}

/** Rows looked through for what has moved: what is on the screen, and a page around it. */
const NEAR_ROWS = 100;

/**
 * A move is seen at once, long before the lists are asked again: each loaded record says itself where it belongs. A move that is
 * refused changes the record back, and with it its lane.
 */
export function placeRows(lanes: Lane[], lists: RecordRows[], seen: { from: number; to: number }[], field: string): PlacedRows[] {
  const loaded = lists.map((list, at) => loadedRows(list, seen[at]));
  return lanes.map(({ key }, at) => {
    const own = new Set(loaded[at]?.map((record) => record.id));
    const arrived = loaded.flatMap((records, from) =>
      from === at ? [] : records.filter((record) => laneKey(record, field) === key && !own.has(record.id)),
    );
    const list = lists[at];
    return {
      total: arrived.length + (list?.rowCount ?? 0),
      arrived: arrived.length,
      at(index) {
        if (index < arrived.length) return arrived[index];
        const record = list?.rowAt(index - arrived.length);
        return record && laneKey(record, field) !== key ? "left" : record;
      },
    };
  });
}

function loadedRows(list: RecordRows, { from, to }: { from: number; to: number } = { from: 0, to: 0 }): CrmRecord[] {
  const found: CrmRecord[] = [];
  for (let row = Math.max(0, from - NEAR_ROWS); row < Math.min(list.rowCount, to + NEAR_ROWS); row++) {
    const record = list.rowAt(row);
    if (record) found.push(record);
  }
  return found;
}

const laneKey = (record: CrmRecord, field: string) => (record.values[field] as string | null | undefined) ?? null;
