/** One edit on its way to the service. The browser keeps it until the service has answered. */
export interface Change {
  /** Idempotency key: sent twice, the change is made once. */
  key: string;
  kind: "update" | "delete";
  type: string;
  id: string;
  title: string;
  /** New values, and the values before the edit. Both are empty for a deletion. */
  values: Record<string, unknown>;
  before: Record<string, unknown>;
  /** The version that the edit was made on. */
  version: number;
  /** Text of the toast once it is saved: "Moved to Negotiation". */
  said: string;
}

/** Everything that can be edited has a version, which grows with every change. */
export interface Versioned {
  version: number;
}

/** What became of a change that was sent. */
export type Verdict<Thing extends Versioned> =
  | Settled<Thing>
  /** Send again at once, as given here. */
  | { kind: "again"; change: Change }
  /** No answer, or not signed in: keep it and send it later. */
  | { kind: "waiting" };

export type Settled<Thing extends Versioned> =
  | { kind: "saved"; record?: Thing; operationId?: string }
  | { kind: "refused"; message: string; conflict?: Conflict<Thing> };

/** Somebody else changed the same field in the meantime. */
export interface Conflict<Thing extends Versioned> {
  field: string;
  theirs: unknown;
  mine: unknown;
  record: Thing;
}
