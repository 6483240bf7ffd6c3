import { Client } from "pg";
import { SECOND_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/random.ts";
import type { Logger } from "../log.ts";

const BEAT_EVERY_MS = SECOND_MS;
const ANSWER_WAIT_MS = 3 * SECOND_MS;
// Other workers wait for 10 s before they give a dead worker's jobs away (dead-workers.ts). By then this one has long stopped.
const CERTAIN_MS = 8 * SECOND_MS;
const RECONNECT_MS = SECOND_MS;
// A machine that vanished without closing its connections is noticed by PostgreSQL after 25 seconds, not after two hours.
const KEEPALIVE = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

const HOLD = "select pg_advisory_lock(hashtextextended($1, 2))";

/** One stretch of a worker's life: from taking its lock until the connection that holds it is lost. */
export interface Life {
  /** Names the worker in `jobs.worker` and in its lock. Never used again after the lock is lost. */
  id: string;
  /** Aborted when the lock is lost: whatever was begun under this id must stop. */
  signal: AbortSignal;
  isAlive(): boolean;
  /** Makes sure that the lock is still held, asking PostgreSQL if that was too long ago. Throws if it is not. */
  confirm(): Promise<void>;
}

/**
 * Shows that this worker lives, by a lock that PostgreSQL drops with its connection. A lost connection is noticed within 4 seconds;
 * then the life is over, and the next one begins with a new id on a new connection.
 */
export function liveOn(databaseUrl: string, log: Logger) {
  let current: (Life & { end(): Promise<void> }) | undefined;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;

  async function begin(): Promise<void> {
    try {
      current = await beginLife(databaseUrl, () => {
        current = undefined;
        if (isStopping) return;
        log.warn("this worker lost its lock: its jobs are stopped, and it begins again under a new id");
        beginning = begin();
      });
    } catch (error) {
      if (isStopping) return;
      log.warn({ err: error }, "this worker cannot take its lock just now");
      timer = setTimeout(() => (beginning = begin()), RECONNECT_MS);
    }
  }

  let beginning = begin();
  return {
    /** Settled when the first try to begin is over. */
    ready: beginning,
    current: (): Life | undefined => current,
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(timer);
      await beginning;
      await current?.end();
    },
  };
}

async function beginLife(databaseUrl: string, onLost: () => void) {
  const id = newId();
  const over = new AbortController();
  const client = new Client({
    connectionString: databaseUrl,
    options: KEEPALIVE,
    application_name: "kith_worker_life",
    connectionTimeoutMillis: ANSWER_WAIT_MS,
    query_timeout: ANSWER_WAIT_MS,
  });
  let isHeld = false;
  let heldAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  function lose(): void {
    clearTimeout(timer);
    if (over.signal.aborted) return;
    over.abort(new Error("the worker lost its lock"));
    void client.end().catch(() => undefined);
    if (isHeld) onLost();
  }
  async function beat(): Promise<void> {
    const sentAt = performance.now();
    try {
      await client.query("select 1");
      heldAt = sentAt;
      if (!over.signal.aborted) timer = setTimeout(() => void beat(), BEAT_EVERY_MS);
    } catch {
      lose();
    }
  }

  client.on("error", lose);
  client.on("end", lose);
  try {
    await client.connect();
    await client.query(HOLD, [id]);
  } catch (error) {
    lose();
    throw error;
  }
  isHeld = true;
  timer = setTimeout(() => void beat(), BEAT_EVERY_MS);

  const isAlive = () => !over.signal.aborted && performance.now() - heldAt < CERTAIN_MS;
  return {
    id,
    signal: over.signal,
    isAlive,
    async confirm() {
      if (!isAlive() && !over.signal.aborted) {
        clearTimeout(timer);
        await beat();
      }
      over.signal.throwIfAborted();
    },
    async end() {
      clearTimeout(timer);
      isHeld = false;
      over.abort(new Error("the worker stopped"));
      await client.end().catch(() => undefined);
    },
  };
}
