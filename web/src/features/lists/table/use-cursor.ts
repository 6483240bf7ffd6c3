import { useState } from "react";
import type { FlatRows } from "./flat-rows.ts";

export interface Cursor {
  row: number;
  column: number;
}

interface Kept extends Cursor {
  /** The record it stands on: when rows move, it moves with it. */
  id: string | undefined;
}

/** Where the keyboard stands in the table. It begins nowhere: the first key puts it on the first row. */
export function useCursor(rows: FlatRows, columns: number, onMove: (cursor: Cursor) => void) {
  const [kept, setKept] = useState<Kept>();
  const cursor = kept && rows.total > 0 ? placed(kept, rows, columns) : undefined;
  const moveTo = (row: number, column: number) => {
    if (rows.total === 0) return;
    const next = { row: bounded(row, rows.total), column: bounded(column, columns) };
    setKept({ ...next, id: idAt(rows, next.row) });
    onMove(next);
  };
  return {
    cursor,
    moveTo,
    step: (down: number, right = 0) => (cursor ? moveTo(cursor.row + down, cursor.column + right) : moveTo(0, 0)),
    leave: () => setKept(undefined),
  };
}

function placed({ id, row, column }: Kept, rows: FlatRows, columns: number): Cursor {
  const found = id === undefined ? undefined : rows.find(id, row);
  return { row: found ?? bounded(row, rows.total), column: bounded(column, columns) };
}

export function idAt(rows: FlatRows, index: number): string | undefined {
  const row = rows.at(index);
  return row.kind === "record" ? row.record?.id : undefined;
}

const bounded = (at: number, count: number) => Math.min(Math.max(at, 0), count - 1);
