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
  /** By field. The same map until something changes. */
  of(recordId: string): ReadonlyMap<string, RecentChange> | undefined;
  lastOf(type: string): LastChange | undefined;
  subscribe(listener: () => void): () => void;
}

/** What others changed in the last two seconds, by record and field, and who was the last at each type. */
export function createRecentChanges(): RecentChanges {
  const tinted = new Map<string, ReadonlyMap<string, RecentChange>>();
  const last = new Map<string, LastChange>();
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  const fade = (id: string, field: string) => {
    const left = new Map(tinted.get(id));
    left.delete(field);
    if (left.size > 0) tinted.set(id, left);
    else tinted.delete(id);
  };

  return {
    note(changes) {
      // What a note says is no field of its record, even where one has the same name.
      const ofFields = changes.filter(({ type }) => !type.startsWith("note."));
      const marks = ofFields.flatMap(({ subject, fields, actor, key }) =>
        fields.map((field) => ({ id: subject.id, field, mark: { actor, key } })),
      );
      for (const { id, field, mark } of marks) tinted.set(id, new Map(tinted.get(id)).set(field, mark));
      for (const [type, ofType] of Map.groupBy(changes, (one) => one.record_type ?? "")) {
        const { actor = null, key = null } = ofType.at(-1) ?? {};
        last.set(type, { actor, key, count: new Set(ofType.map((one) => one.subject.id)).size, at: new Date().toISOString() });
      }
      setTimeout(() => {
        // Changed once more meanwhile: then it is tinted for the time of the newer change.
        for (const { id, field, mark } of marks) if (tinted.get(id)?.get(field) === mark) fade(id, field);
        tell();
      }, TINT_MS);
      tell();
    },
    of: (recordId) => tinted.get(recordId),
    lastOf: (type) => last.get(type),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const RecentChangesContext = createContext<RecentChanges>({
  note: () => {},
  of: () => undefined,
  lastOf: () => undefined,
  subscribe: () => () => {},
});

/** What others changed of a record in the last two seconds, by field. */
export function useRecentFields(recordId: string): ReadonlyMap<string, RecentChange> | undefined {
  const recent = useContext(RecentChangesContext);
  return useSyncExternalStore(
    recent.subscribe,
    useCallback(() => recent.of(recordId), [recent, recordId]),
  );
}

/**
 * Who changed this value in the last two seconds, if it was somebody else. Whoever shows the value puts `data-recent` on it and lets
 * the background fade in 150 ms: `k-recent` in base.css does both.
 */
export const useRecentChange = (recordId: string, field: string): RecentChange | undefined => useRecentFields(recordId)?.get(field);

export function useLastChange(type: string): LastChange | undefined {
  const recent = useContext(RecentChangesContext);
  return useSyncExternalStore(
    recent.subscribe,
    useCallback(() => recent.lastOf(type), [recent, type]),
  );
}
