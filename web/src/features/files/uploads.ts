import { ApiError } from "../../api.ts";

/** A file on its way to a record. */
export interface Upload {
  key: number;
  record: string;
  name: string;
  size: number;
  /** Bytes that the service has. */
  sent: number;
  /** `held`: the service cannot be reached, and it goes on by itself. */
  state: "waiting" | "sending" | "held" | "failed";
  /** Why it failed, in words. */
  problem: string;
}

export interface SendSteps {
  signal: AbortSignal;
  onSent: (bytes: number) => void;
  onHeld: (isHeld: boolean) => void;
}

interface Needs {
  /** Brings the bytes to the service and attaches the file to the record. */
  send(file: File, record: string, steps: SendSteps): Promise<void>;
}

interface Kept {
  shown: Upload;
  file: File;
  stop: AbortController;
}

export interface Uploads {
  subscribe(onChange: () => void): () => void;
  read(): readonly Upload[];
  add(record: string, files: readonly File[]): void;
  cancel(key: number): void;
  /** Once more, what failed. */
  again(key: number): void;
}

/** The files that this tab sends, one after the other. They go on while people look at other pages. */
export function createUploads({ send }: Needs): Uploads {
  let kept: readonly Kept[] = [];
  let shown: readonly Upload[] = [];
  let isRunning = false;
  let count = 0;
  const listeners = new Set<() => void>();

  function put(next: readonly Kept[]): void {
    kept = next;
    shown = kept.map((one) => one.shown);
    for (const listen of listeners) listen();
  }
  const change = (key: number, values: Partial<Upload>) =>
    put(kept.map((one) => (one.shown.key === key ? { ...one, shown: { ...one.shown, ...values } } : one)));
  const drop = (key: number) => put(kept.filter((one) => one.shown.key !== key));

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = firstWaiting(kept); next; next = firstWaiting(kept)) await sendOne(next);
    isRunning = false;
  }

  async function sendOne({ shown: { key, record }, file, stop }: Kept): Promise<void> {
    change(key, { state: "sending", problem: "" });
    try {
      await send(file, record, {
        signal: stop.signal,
        onSent: (sent) => change(key, { sent }),
        onHeld: (isHeld) => change(key, { state: isHeld ? "held" : "sending" }),
      });
      drop(key);
    } catch (error) {
      if (stop.signal.aborted) return;
      change(key, { state: "failed", problem: error instanceof ApiError ? error.message : "The file could not be read. Choose it again." });
    }
  }

  return {
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    read: () => shown,
    add(record, files) {
      const added = files.map((file): Kept => ({
        file,
        stop: new AbortController(),
        shown: { key: count++, record, name: file.name, size: file.size, sent: 0, state: "waiting", problem: "" },
      }));
      put([...kept, ...added]);
      void run();
    },
    cancel(key) {
      kept.find((one) => one.shown.key === key)?.stop.abort();
      drop(key);
    },
    again(key) {
      change(key, { state: "waiting", problem: "" });
      void run();
    },
  };
}

const firstWaiting = (kept: readonly Kept[]) => kept.find(({ shown }) => shown.state === "waiting");
