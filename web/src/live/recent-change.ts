import type { LiveNews } from "@kith/server/contract";
import { createContext, useCallback, useContext, useSyncExternalStore } from "react";

type LiveChange = LiveNews["changes"][number];

/** How long a value changed by somebody else stays highlighted. */
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

/** What others changed in the last two seconds, by record and field, and the last change of each type. */
export function createRecentChanges(): RecentChanges {
  let tinted: RecentByRecord = new Map();
  const last = new Map<string, LastChange>();
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());

  return {
    note(changes) {
      // The text of a note or the time of an activity is not a field of its record, even if the record has a field of that name.
      const ofFields = changes.filter(({ type }) => type.startsWith("record."));
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
        // Skip values that were changed again meanwhile: their newer change has its own timer.
        const faded = marks.filter(({ id, field, mark }) => tinted.get(id)?.get(field) === mark);
        const left = new Map(tinted);
        for (const { id, field } of faded) {
          const fields = new Map(left.get(id));
          fields.delete(field);
          if (fields.size > 0) left.set(id, fields);
          else left.delete(id);
        }
        tinted = left;
        notify();
      }, TINT_MS);
      notify();
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

/** What others changed in the last two seconds. For a list: one listener for all its rows. */
export function useRecentChanges(): RecentByRecord {
  const recent = useContext(RecentChangesContext);
  return useSyncExternalStore(recent.subscribe, recent.all);
}

/**
 * Who changed this value in the last two seconds, if it was somebody else. The component that shows the value sets `data-recent`
 * and the class `k-recent` (base.css), which fades the background in 150 ms.
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
