import { useState } from "react";
import type { CrmRecord } from "../fields/index.ts";
import { cardId } from "./card.tsx";
import type { PlacedRows } from "./placed.ts";

interface Actions {
  open: (record: CrmRecord) => void;
  peek: (record: CrmRecord) => void;
  move: (record: CrmRecord, anchor: HTMLElement) => void;
}

/** Walks the cards with the arrows, or J and K; Enter opens, Space peeks, M moves. One card is in the order of Tab. */
export function useBoardKeys(placed: PlacedRows[], { open, peek, move }: Actions) {
  const [focused, setFocused] = useState<string>();
  const place = findPlace(placed, focused) ?? findPlace(placed, undefined);
  const current = place && recordAt(placed, place);

  const goTo = (lane: number, row: number, step: 1 | -1) => {
    const total = placed[lane]?.total ?? 0;
    for (let at = row; at >= 0 && at < total; at += step) {
      const record = placed[lane]?.at(at);
      if (typeof record !== "object") continue;
      setFocused(record.id);
      // The card may just be coming into sight.
      requestAnimationFrame(() => document.getElementById(cardId(record.id))?.focus());
      return true;
    }
    return false;
  };
  const sideways = (step: 1 | -1) => {
    if (!place) return;
    for (let lane = place.lane + step; lane >= 0 && lane < placed.length; lane += step) {
      const last = (placed[lane]?.total ?? 0) - 1;
      if (last >= 0 && (goTo(lane, Math.min(place.row, last), -1) || goTo(lane, 0, 1))) return;
    }
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.id !== cardId(current?.id ?? "") || !place || !current) return;
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const card = event.target;
    const keys: Record<string, () => unknown> = {
      ArrowDown: () => goTo(place.lane, place.row + 1, 1),
      j: () => goTo(place.lane, place.row + 1, 1),
      ArrowUp: () => goTo(place.lane, place.row - 1, -1),
      k: () => goTo(place.lane, place.row - 1, -1),
      ArrowLeft: () => sideways(-1),
      ArrowRight: () => sideways(1),
      Enter: () => open(current),
      " ": () => peek(current),
      m: () => move(current, card),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  return { current: current?.id, onKeyDown, onFocus: (record: CrmRecord) => setFocused(record.id) };
}

interface Place {
  lane: number;
  row: number;
}

const recordAt = (placed: PlacedRows[], { lane, row }: Place) => {
  const record = placed[lane]?.at(row);
  return typeof record === "object" ? record : undefined;
};

const LOOKED_THROUGH = 400;

/** Where a record stands; without one, the first card there is. */
function findPlace(placed: PlacedRows[], id: string | undefined): Place | undefined {
  for (const [lane, rows] of placed.entries()) {
    for (let row = 0; row < Math.min(rows.total, LOOKED_THROUGH); row++) {
      const record = rows.at(row);
      if (typeof record === "object" && (id === undefined || record.id === id)) return { lane, row };
    }
  }
  return undefined;
}
