import { AppError } from "../../kernel/errors.ts";

/** For all events up to here, leases were asked for. */
export interface Mark {
  snapshot: string;
  at: Date;
}

/** What all companies wrote since a mark. */
export interface News extends Mark {
  companies: Map<string, string[]>;
}

/** The connection of a worker. Its name is locked while it lives, and its leases end with it. */
export interface Session {
  leaseName: string;
  readonly isLost: boolean;
  end(): Promise<unknown>;
}

/** Followers that may have something to do: one, or several that are asked for together. */
export interface Wanted {
  key: string;
  companyId: string;
  types?: string[];
  /** Where one begins that does not exist yet. */
  since?: string | null;
  /** The end of what is new. */
  until?: string | null;
}

export interface Lease {
  key: string;
  companyId: string;
  /** What is wanted under this key wakes it without a look at its row. */
  wakesOn?: string;
}

export interface Turn {
  /** False: it has taken long, and another one works beside it. */
  isHeld(): boolean;
  /** The worker is about to end: begin nothing that can wait. */
  isStopping(): boolean;
}

/** While a batch is written down. */
export interface Recording {
  /** Something new came since it was read. */
  hasNews(): boolean;
  /** It has had its share: others may wait for a lease. */
  isLast: boolean;
}

/**
 * What a batch led to. `more` and `idle` keep the lease; `later` and `done` gave it back in the transaction that recorded the batch. A batch
 * always moves the place or the time of the next look: `more` without having moved is a fault, and the follower waits before it is tried again.
 */
export type Outcome = { next: "more"; hasMoved: boolean } | { next: "idle" | "later" } | { next: "done"; hasMore: boolean };

/** How the log is looked at. */
export interface Looking<S extends Session, W extends Wanted> {
  open(): Promise<S>;
  readMark(session: S): Promise<Mark>;
  saveMark(session: S, mark: Mark): Promise<unknown>;
  findNews(after: Mark): Promise<News>;
  wantedFor(companyId: string, types: string[], since: string, until: string): W[];
  /** Those whose time has come, and those of workers that died. */
  findDue(session: S): Promise<W[]>;
}

/** What is written about leases. Nothing here waits for a row that somebody has locked. */
export interface Leasing<S extends Session, W extends Wanted, L extends Lease> {
  /** `missed` have to be asked for again. */
  claim(session: S, wanted: W[]): Promise<{ leased: L[]; missed: W[] }>;
  /** Of those that kept their lease and had nothing to do for a while. */
  releaseIdle?(session: S, leases: L[]): Promise<unknown>;
  /** Gives back every lease of this session but these. Each is looked at once more: its news may have been noticed by nobody. */
  releaseOthers(session: S, kept: L[]): Promise<unknown>;
  /** After an error: writes down when it is looked at again. */
  giveBack(session: S, lease: L, error: unknown): Promise<unknown>;
  wantAgain(lease: L): W;
}

/** What is done with what happened. */
export interface Work<L extends Lease, Batch, Result> {
  /** Null: the lease is lost, or nothing may be done. */
  read(lease: L): Promise<Batch | null>;
  send(lease: L, batch: Batch, turn: Turn): Promise<Result>;
  record(lease: L, result: Result, recording: Recording): Promise<Outcome>;
  /** The batch is over, whatever became of it. */
  settled?(lease: L): void;
}

export interface Pace {
  lookEveryMs: number;
  dueEveryMs: number;
  /** How often the mark is saved and leases are put in order. */
  tendEveryMs: number;
  keepIdleMs: number;
  /** How many are worked on at once. */
  turns: number;
  /** One that sends for longer lets another one begin. */
  turnMs: number;
  /** How many leases a worker takes. */
  maxLeases: number;
  /** After this many batches the lease is given back, so that others get one. */
  maxBatches: number;
  recordTries: number;
  recordAgainMs: number;
}

/** Thrown when a batch is recorded by a worker that no longer has the lease. Its transaction is rolled back. */
export const leaseLost = () => new AppError(409, "lease_lost", "Another worker has taken over.");

export const isLeaseLost = (error: unknown) => error instanceof AppError && error.code === "lease_lost";

/** A lock, or a database that is busy or away for a moment. */
export const isTransient = (error: unknown) => error instanceof AppError && [429, 503].includes(error.status);
