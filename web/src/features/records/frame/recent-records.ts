import { useEffect } from "react";
import { useMe } from "../../../session.ts";
import type { CrmRecord } from "../../fields/index.ts";

export interface RecentRecord {
  id: string;
  type: string;
  title: string;
}

const MAX_KEPT = 8;

/** The records this person opened last in this company, the latest first, as this browser remembers them. */
export function useReadRecent(): () => RecentRecord[] {
  const place = usePlace();
  return () => readRecent(place);
}

/** Remembers a record that is being looked at, and forgets one that is gone. */
export function useNoteRecent(id: string, record: CrmRecord | undefined, isGone: boolean): void {
  const place = usePlace();
  const { type, title } = record ?? {};
  useEffect(() => {
    if (!isGone && (type === undefined || title === undefined)) return;
    const others = readRecent(place).filter((one) => one.id !== id);
    const kept = isGone || type === undefined || title === undefined ? others : [{ id, type, title }, ...others];
    try {
      localStorage.setItem(place, JSON.stringify(kept.slice(0, MAX_KEPT)));
    } catch {
      // Storage can be full or forbidden: then nothing is remembered, and nothing else is lost.
    }
  }, [place, id, type, title, isGone]);
}

function usePlace(): string {
  const { company, user } = useMe();
  return `kith.recent.${company.id}.${user.id}`;
}

function readRecent(place: string): RecentRecord[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MAX_KEPT) : [];
  } catch {
    return [];
  }
}

const isRecent = (kept: unknown): kept is RecentRecord =>
  typeof kept === "object" &&
  kept !== null &&
  ["id", "type", "title"].every((key) => typeof (kept as Record<string, unknown>)[key] === "string");
