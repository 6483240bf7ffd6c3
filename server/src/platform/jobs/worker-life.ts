import { Client } from "pg";
import { SECOND_MS } from "../../kernel/clock.ts";
import { newId } from "../random.ts";
import type { Logger } from "../log.ts";
import { lockKey } from "../postgres/lock-spaces.ts";

const BEAT_EVERY_MS = SECOND_MS;
const ANSWER_WAIT_MS = 3 * SECOND_MS;
// Other workers wait for 10 s before they take a dead worker's jobs (dead-workers.ts). By then this one has long stopped.
const CERTAIN_MS = 8 * SECOND_MS;
const RECONNECT_MS = SECOND_MS;
// PostgreSQL notices a machine that vanished without closing its connections after 25 seconds, not after two hours.
const KEEPALIVE = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";
// A worker that hangs keeps its connection, and its lock with it: PostgreSQL closes it when nothing was asked for 6 seconds. Others take its
// jobs 10 seconds later; by then PostgreSQL has also ended every transaction that it left open (roles.ts).
const CLOSE_WHEN_SILENT = "-c idle_session_timeout=6s";

const HOLD = `select pg_advisory_lock(${lockKey("job worker", "$1")})`;

/** The time from taking the worker's lock until the connection that holds it is lost. */
export interface Life {
  /** Names the worker in `jobs.worker` and in its lock. Never used again after the lock is lost. */
  id: string;
  /** Aborted when the lock is lost: all work under this id must stop. */
  signal: AbortSignal;
  isAlive(): boolean;
  /** Throws if the lock is no longer held. Asks PostgreSQL if the last check was too long ago. */
  confirm(): Promise<void>;
}

/**
 * Holds a lock that PostgreSQL drops with the connection: so others see whether this worker is alive. A lost connection is noticed
 * within 4 seconds. Then the worker starts again with a new id on a new connection.
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
        log.warn("this worker lost its lock: its jobs are stopped, and it starts again with a new id");
        beginning = begin();
      });
    } catch (error) {
      if (isStopping) return;
      log.warn({ err: error }, "this worker cannot take its lock");
      timer = setTimeout(() => (beginning = begin()), RECONNECT_MS);
    }
  }

  let beginning = begin();
  return {
    /** Resolved when the first try to take the lock is over. */
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

/** By both clocks: the steady one stands still while a machine is suspended, and the other one can be set back. */
const now = () => ({ steady: performance.now(), wall: Date.now() });
const sinceHeld = (held: ReturnType<typeof now>) => Math.max(performance.now() - held.steady, Date.now() - held.wall);

async function beginLife(databaseUrl: string, onLost: () => void) {
  const id = newId();
  const over = new AbortController();
  const client = new Client({
    connectionString: databaseUrl,
    options: `${KEEPALIVE} ${CLOSE_WHEN_SILENT}`,
    application_name: "kith_worker_life",
    connectionTimeoutMillis: ANSWER_WAIT_MS,
    query_timeout: ANSWER_WAIT_MS,
  });
  let isHeld = false;
  let heldAt = now();
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;

  function lose(): void {
    clearTimeout(timer);
    if (over.signal.aborted) return;
    over.abort(new Error("the worker lost its lock"));
    void client.end().catch(() => undefined);
    if (isHeld) onLost();
  }
  /** A worker that has just woken up asks for several jobs at once: they share one question. */
  const beat = () => (beating ??= ask().finally(() => (beating = undefined)));
  async function ask(): Promise<void> {
    const sentAt = now();
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

  const isAlive = () => !over.signal.aborted && sinceHeld(heldAt) < CERTAIN_MS;
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
