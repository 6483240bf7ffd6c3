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

/** By record and field. */
type RecentByRecord = ReadonlyMap<string, ReadonlyMap<string, RecentChange>>;

export interface RecentChanges {
  note(changes: LiveChange[]): void;
  /** The same map until something changes. */
  all(): RecentByRecord;
  lastOf(type: string): LastChange | undefined;
  subscribe(listener: () => void): () => void;
}

/** What others changed in the last two seconds, by record and field, and who was the last at each type. */
export function createRecentChanges(): RecentChanges {
  let tinted: RecentByRecord = new Map();
  const last = new Map<string, LastChange>();
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());

  return {
    note(changes) {
      // What a note says is no field of its record, even where one has the same name.
      const ofFields = changes.filter(({ type }) => !type.startsWith("note."));
      const marks = ofFields.flatMap(({ subject, fields, actor, key }) =>
        fields.map((field) => ({ id: subject.id, field, mark: { actor, key } })),
      );
      const more = new Map(tinted);
      for (const { id, field, mark } of marks) more.set(id, new Map(more.get(id)).set(field, mark));
      tinted = more;
      for (const [type, ofType] of Map.groupBy(changes, (one) => one.record_type ?? "")) {
        const { actor = null, key = null } = ofType.at(-1) ?? {};
        last.set(type, { actor, key, count: new Set(ofType.map((one) => one.subject.id)).size, at: new Date().toISOString() });
      }
      setTimeout(() => {
        // Changed once more meanwhile: then it is tinted for the time of the newer change.
        const faded = marks.filter(({ id, field, mark }) => tinted.get(id)?.get(field) === mark);
        const left = new Map(tinted);
        for (const { id, field } of faded) {
          const fields = new Map(left.get(id));
          fields.delete(field);
          if (fields.size > 0) left.set(id, fields);
          else left.delete(id);
        }
        tinted = left;
        tell();
      }, TINT_MS);
      tell();
    },
    all: () => tinted,
    lastOf: (type) => last.get(type),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const NONE: RecentByRecord = new Map();

export const RecentChangesContext = createContext<RecentChanges>({
  note: () => {},
  all: () => NONE,
  lastOf: () => undefined,
  subscribe: () => () => {},
});

/** What others changed in the last two seconds: for a list, which listens once for all its rows. */
export function useRecentChanges(): RecentByRecord {
  const recent = useContext(RecentChangesContext);
  return useSyncExternalStore(recent.subscribe, recent.all);
}

/**
 * Who changed this value in the last two seconds, if it was somebody else. Whoever shows the value puts `data-recent` on it and lets
 * the background fade in 150 ms: `k-recent` in base.css does both.
 */
export function useRecentChange(recordId: string, field: string): RecentChange | undefined {
  const recent = useContext(RecentChangesContext);
  return useSyncExternalStore(
    recent.subscribe,
    useCallback(() => recent.all().get(recordId)?.get(field), [recent, recordId, field]),
  );
}

export function useLastChange(type: string): LastChange | undefined {
  const recent = useContext(RecentChangesContext);
  return useSyncExternalStore(
    recent.subscribe,
    useCallback(() => recent.lastOf(type), [recent, type]),
  );
}
