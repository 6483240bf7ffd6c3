import type { LiveNews } from "@kith/server/contract";
import { createContext, useCallback, useContext, useSyncExternalStore } from "react";

type LiveChange = LiveNews["changes"][number];

/** How long a value that somebody else changed stays tinted before it fades. */
const TINT_MS = 2_000;

/** Who changed a value just now, and through which key. */
export interface RecentChange {
  actor: LiveChange["actor"];
  key: LiveChange["key"];
}

/** The last thing somebody else did to records of a type. */
export interface LastChange extends RecentChange {
  count: number;
  at: string;
}

export interface RecentChanges {
  note(changes: LiveChange[]): void;
  of(recordId: string, field: string): RecentChange | undefined;
  lastOf(type: string): LastChange | undefined;
  subscribe(listener: () => void): () => void;
}

/** What others changed in the last two seconds, by record and field, and who was the last at each type. */
export function createRecentChanges(): RecentChanges {
  const tinted = new Map<string, RecentChange>();
  const last = new Map<string, LastChange>();
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());

  return {
    note(changes) {
      const keys: string[] = [];
      for (const { subject, fields, actor, key } of changes) {
        for (const field of fields) {
          keys.push(keyOf(subject.id, field));
          tinted.set(keyOf(subject.id, field), { actor, key });
        }
      }
      for (const [type, ofType] of Map.groupBy(changes, (one) => one.record_type ?? "")) {
        const { actor = null, key = null } = ofType.at(-1) ?? {};
        last.set(type, { actor, key, count: new Set(ofType.map((one) => one.subject.id)).size, at: new Date().toISOString() });
      }
      const shown = new Map(keys.map((key) => [key, tinted.get(key)]));
      setTimeout(() => {
        // Changed once more meanwhile: then it is tinted for the time of the newer change.
        for (const [key, mark] of shown) if (tinted.get(key) === mark) tinted.delete(key);
        tell();
      }, TINT_MS);
      tell();
    },
    of: (recordId, field) => tinted.get(keyOf(recordId, field)),
    lastOf: (type) => last.get(type),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const keyOf = (recordId: string, field: string) => `${recordId} ${field}`;

export const RecentChangesContext = createContext<RecentChanges>({
  note: () => {},
  of: () => undefined,
  lastOf: () => undefined,
  subscribe: () => () => {},
});

/**
 * Who changed this value in the last two seconds, if it was somebody else. Whoever shows the value puts `data-recent` on it and lets
 * the background fade in 150 ms: `k-recent` in base.css does both.
 */
export function useRecentChange(recordId: string, field: string): RecentChange | undefined {
  const recent = useContext(RecentChangesContext);
  return useSyncExternalStore(
    recent.subscribe,
    useCallback(() => recent.of(recordId, field), [recent, recordId, field]),
  );
}

export function useLastChange(type: string): LastChange | undefined {
  const recent = useContext(RecentChangesContext);
  return useSyncExternalStore(
    recent.subscribe,
    useCallback(() => recent.lastOf(type), [recent, type]),
  );
}
