/** One edit on its way to the service. It is kept in the browser until the service has answered for it. */
export interface Change {
  /** Names the change for ever: sent twice with the same key, it is done once. */
  key: string;
  kind: "update" | "delete";
  type: string;
  id: string;
  title: string;
  /** What the fields shall be, and what they were when the edit was made. Both are empty for a deletion. */
  values: Record<string, unknown>;
  before: Record<string, unknown>;
  /** The version that the edit was made on. */
  version: number;
  /** What is said once it is saved: "Moved to Negotiation". */
  said: string;
}

/** Whatever is edited has a version, which grows with every change. */
export interface Versioned {
  version: number;
}

/** What became of a change that was sent. */
export type Verdict<Thing extends Versioned> =
  | Settled<Thing>
  /** To be sent once more at once, as given here. */
  | { kind: "again"; change: Change }
  /** Nobody answered, or nobody is signed in: it is kept and sent again later. */
  | { kind: "waiting" };

export type Settled<Thing extends Versioned> =
  | { kind: "saved"; record?: Thing; operationId?: string }
  | { kind: "refused"; message: string; conflict?: Conflict<Thing> };

/** Somebody else changed the same field meanwhile. */
export interface Conflict<Thing extends Versioned> {
  field: string;
  theirs: unknown;
  mine: unknown;
  record: Thing;
}
