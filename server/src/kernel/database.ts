/** SQL with a name: PostgreSQL parses and plans it once per connection. Hot statements have one. */
export interface Statement {
  name: string;
  text: string;
  /** Its text is made at run time, so that there is no end of them. A connection keeps a limited number. */
  isMade?: true;
}

export const statement = (name: string, text: string): Statement => ({ name, text });

/** What a store function may do: query, inside the caller's transaction and company. */
export interface Tx {
  query<Row>(sql: string | Statement, values?: unknown[]): Promise<Row[]>;
}

/** A transaction that opens with its first query, so an operation that needs no data costs no round trip. */
export interface Transaction extends Tx {
  /** Sets the company for a caller who had none yet. Once, and before the first query. */
  enter(companyId: string): void;
  readonly companyId: string | undefined;
  /** From its first query to its end: it holds a connection. */
  readonly isOpen: boolean;
  /** How long the call itself has worked so far, waiting for statements left out. */
  readonly workedMs: number;
  /** Commits once these statements have ended, which are sent before it returns. The commit leaves with them, so it costs no packet of its own. */
  commitWith<T>(statements: () => Promise<T>): Promise<T>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export interface Database {
  /** "read" opens no transaction in PostgreSQL, which saves a round trip; the connection refuses any write. */
  begin(companyId: string | undefined, purpose: "read" | "write"): Transaction;
  /** Whether a connection is free and PostgreSQL answers. */
  answers(): Promise<boolean>;
  /** Runs work in a write transaction of its own. */
  write(companyId: string | undefined, work: (tx: Tx) => Promise<void>): Promise<void>;
}
