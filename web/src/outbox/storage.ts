import type { Change } from "./change.ts";

export interface ChangeStorage {
  read(): Change[];
  keep(change: Change): void;
  drop(key: string): void;
  /** Called when another tab of this user has sent a change, so this one must not. */
  onDropped(listener: (key: string) => void): () => void;
}

/**
 * Keeps changes in the browser, one entry each, so that two tabs never overwrite each other. Entries belong to one user: the next user
 * of this computer does not send them.
 */
export function browserStorage(userId: string): ChangeStorage {
  const prefix = `kith.outbox.${userId}.`;
  return {
    read() {
      const entries = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
      const changes = entries.flatMap((entry) => readChange(localStorage.getItem(entry)));
      return changes.toSorted((one, other) => orderOf(one) - orderOf(other));
    },
    keep(change) {
      try {
        localStorage.setItem(prefix + change.key, JSON.stringify(change));
      } catch {
        // Storage can be full or forbidden. The change is still in memory and on its way; only a reload would lose it.
      }
    },
    drop: (key) => localStorage.removeItem(prefix + key),
    onDropped(listener) {
      const listen = ({ key, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix) && newValue === null) listener(key.slice(prefix.length));
      };
      window.addEventListener("storage", listen);
      return () => window.removeEventListener("storage", listen);
    },
  };
}

/** A key starts with the microsecond it was made in, so that changes are sent in the order they were made in. */
export const newChangeKey = () => `${microsecond()}-${crypto.getRandomValues(new Uint32Array(2)).join("")}`;
const microsecond = () => Math.round((performance.timeOrigin + performance.now()) * 1000);
const orderOf = (change: Change) => Number.parseInt(change.key, 10);

function readChange(text: string | null): Change[] {
  try {
    return text ? [JSON.parse(text) as Change] : [];
  } catch {
    return [];
  }
}
