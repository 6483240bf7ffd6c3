import type { Change, Settled, Verdict, Versioned } from "./change.ts";
import type { ChangeStorage } from "./storage.ts";

export interface OutboxState {
  changes: readonly Change[];
  /** The last try got no answer: the changes wait for the connection. */
  isWaiting: boolean;
}

export interface Outbox {
  state(): OutboxState;
  subscribe(listener: () => void): () => void;
  add(change: Change): void;
  /** Sends the changes that are there and that come. The returned function stops it. */
  start(): () => void;
}

/** Who sends changes, and what happens when one is settled. */
export interface Sender<Thing extends Versioned> {
  send(change: Change): Promise<Verdict<Thing>>;
  /** Called before the change leaves the outbox, so that the cache has its result before the pending value disappears. */
  onSettled(change: Change, verdict: Settled<Thing>): void;
}

interface OutboxOptions<Thing extends Versioned> extends Sender<Thing> {
  storage: ChangeStorage;
  /** Calls `wake` when trying again at once makes sense: the connection is back, or the page has the focus. */
  onAwake?: (wake: () => void) => () => void;
}

const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Sends changes one after the other, in the order they were made, and keeps each until the service has answered. */
export function createOutbox<Thing extends Versioned>({
  storage,
  send,
  onSettled,
  onAwake = onAwakeInBrowser,
}: OutboxOptions<Thing>): Outbox {
  let state: OutboxState = { changes: storage.read(), isWaiting: false };
  let isSending = false;
  let isStopped = true;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(next: Partial<OutboxState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }
  const without = (key: string) => state.changes.filter((change) => change.key !== key);

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    clearTimeout(timer);
    for (let change = state.changes[0]; change; change = state.changes[0]) {
      const verdict = await send(change);
      if (isStopped) break;
      if (verdict.kind === "waiting") {
        set({ isWaiting: true });
        timer = setTimeout(() => void sendAll(), PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)]);
        break;
      }
      tries = 0;
      if (verdict.kind === "again") replace(verdict.change);
      else settle(change, verdict);
    }
    isSending = false;
  }

  function replace(changed: Change): void {
    storage.keep(changed);
    set({ changes: state.changes.map((one) => (one.key === changed.key ? changed : one)), isWaiting: false });
  }

  function settle(change: Change, verdict: Settled<Thing>): void {
    onSettled(change, verdict);
    storage.drop(change.key);
    const rest = without(change.key);
    const version = verdict.kind === "saved" ? verdict.record?.version : undefined;
    // Later edits of the same record were made on top of this one: move them to its new version.
    const rebased = rest.map((one) =>
      version !== undefined && one.id === change.id && one.version === change.version ? { ...one, version } : one,
    );
    for (const [at, one] of rebased.entries()) if (one !== rest[at]) storage.keep(one);
    set({ changes: rebased, isWaiting: false });
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(change) {
      storage.keep(change);
      set({ changes: [...state.changes, change] });
      // Without a connection, wait for the next retry: ten edits must not cause ten tries.
      if (!state.isWaiting) void sendAll();
    },
    start() {
      isStopped = false;
      const wake = () => {
        tries = 0;
        void sendAll();
      };
      const unlisten = storage.onDropped((key) => set({ changes: without(key) }));
      const stopListening = onAwake(wake);
      wake();
      return () => {
        isStopped = true;
        clearTimeout(timer);
        stopListening();
        unlisten();
      };
    },
  };
}

function onAwakeInBrowser(wake: () => void): () => void {
  window.addEventListener("online", wake);
  window.addEventListener("focus", wake);
  return () => {
    window.removeEventListener("online", wake);
    window.removeEventListener("focus", wake);
  };
}
