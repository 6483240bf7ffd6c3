import { useState } from "react";
import { useKeys } from "./keyboard.ts";

export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** J and K move down and up the rows, X selects the current row. */
export function useRowKeys(ids: string[], selection: Selection | undefined): string | undefined {
  const [current, setCurrent] = useState<string>();
  const step = (by: number) => setCurrent(ids[Math.min(Math.max(ids.indexOf(current ?? "") + by, 0), ids.length - 1)]);
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    x: () => current && selection?.onChange(toggled(selection.selected, current)),
  };
  useKeys(selection ? keys : {});
  return current;
}
