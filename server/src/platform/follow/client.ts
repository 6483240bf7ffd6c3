import { AppError } from "../../kernel/errors.ts";

/** For all events up to here, leases were asked for. */
export interface Mark {
  snapshot: string;
  at: Date;
}

/** What all companies wrote since a mark: their events' types. */
export interface News extends Mark {
  companies: Map<string, string[]>;
}

/** The connection of a worker. Its name is locked while it lives, and its leases end with it. */
export interface Session {
  leaseName: string;
  readonly isLost: boolean;
  end(): Promise<unknown>;
}

/** A follower that may have something to do. */
export interface Wanted {
  companyId: string;
  /** Which follower of the company; empty: all that want these types. */
  key: string;
  types?: string[];
  /** Where one begins that does not exist yet. */
  since?: string;
  /** The end of what is new: whoever has read further has nothing to do. */
  until?: string;
}

/** A follower that a worker has leased. */
export interface Lease {
  companyId: string;
  key: string;
  leaseBy: string;
}

export interface Claimed {
  leased: Lease[];
  /** Locked just then: ask again at the next look. */
  missed: Wanted[];
  /** Another worker has it and has not read so far. That worker looks by itself; only if it dies after giving the lease back, nobody does. */
  others: Wanted[];
}

export interface Turn {
  /** False: it has taken long, and another one works beside it. */
  isHeld(): boolean;
  /** The worker is about to end: begin nothing that can wait. */
  isStopping(): boolean;
}

/**
 * What a batch led to. `more` and `idle` keep the lease; `later` and `done` gave it back in the transaction that recorded the batch. A batch
 * always moves the place or the time of the next look: `more` without having moved is a fault, and the follower waits before it is tried again.
 */
export type Outcome = { next: "more"; hasMoved: boolean } | { next: "idle" | "later" | "done" };

/** How the log is looked at. */
export interface Looking<S extends Session> {
  open(): Promise<S>;
  readMark(session: S): Promise<Mark>;
  saveMark(session: S, mark: Mark): Promise<unknown>;
  findNews(after: Mark): Promise<News>;
  wantedFor(companyId: string, types: string[], since: string, until: string): Wanted[];
  /** Those whose time has come, and those of workers that died. */
  findDue(session: S): Promise<Wanted[]>;
}

/** What is written about leases. Nothing here waits for a row that somebody has locked. */
export interface Leasing<S extends Session> {
  claim(session: S, wanted: Wanted[]): Promise<Claimed>;
  /** Of those that had nothing to do for a while. */
  releaseIdle(session: S, leases: Lease[]): Promise<unknown>;
  /** Gives back every lease of this session but these. Each is looked at once more: its news may have been noticed by nobody. */
  releaseOthers(session: S, kept: Lease[]): Promise<unknown>;
  /** After an error: writes down when it is looked at again. */
  giveBack(session: S, lease: Lease, error: unknown): Promise<unknown>;
}

/** What is done with what happened. */
export interface Work<Batch, Result> {
  /** Null: the lease is lost, or nothing may be done. */
  read(lease: Lease): Promise<Batch | null>;
  send(lease: Lease, batch: Batch, turn: Turn): Promise<Result>;
  record(lease: Lease, result: Result): Promise<Outcome>;
  /** The batch is over, whatever became of it. */
  settled?(lease: Lease): void;
}

export interface Pace {
  lookEveryMs: number;
  dueEveryMs: number;
  /** How often the mark is saved and leases are put in order. */
  tendEveryMs: number;
  keepIdleMs: number;
  /** How many are worked on at once. */
  turns: number;
  /** How many are leased and not idle: those that wait for a turn here could have one at another worker. */
  maxBusy: number;
  /** One that takes longer lets another one begin. */
  turnMs: number;
  recordTries: number;
  recordAgainMs: number;
}

/** Thrown when a batch is recorded by a worker that no longer has the lease. Its transaction is rolled back. */
export const leaseLost = () => new AppError(409, "lease_lost", "Another worker has taken over.");

export const isLeaseLost = (error: unknown) => error instanceof AppError && error.code === "lease_lost";

/** A lock, or a database that is busy or away for a moment. */
export const isTransient = (error: unknown) => error instanceof AppError && [429, 503].includes(error.status);
