import type { CrmRecord, Values } from "../record.ts";

/** One edit on its way to the service. It is kept in the browser until the service has answered for it. */
export interface Change {
  /** Names the change for ever: sent twice with the same key, it is done once. */
  key: string;
  kind: "update" | "delete";
  type: string;
  id: string;
  title: string;
  /** What the fields shall be, and what they were when the edit was made. Both are empty for a deletion. */
  values: Values;
  before: Values;
  /** The record's version that the edit was made on. */
  version: number;
  /** What is said once it is saved: "Moved to Negotiation". */
  said: string;
}

export type Verdict =
  | { kind: "saved"; record?: CrmRecord; operationId?: string }
  /** To be sent once more at once, as given here. */
  | { kind: "again"; change: Change }
  | { kind: "refused"; message: string; conflict?: Conflict }
  /** Nobody answered, or nobody is signed in: it is kept and sent again later. */
  | { kind: "waiting" };

/** Somebody else changed the same field meanwhile. */
export interface Conflict {
  field: string;
  theirs: unknown;
  mine: unknown;
  record: CrmRecord;
}

/** A record as it will be when everything on its way has arrived; undefined when it is on its way to the trash. */
export function withChanges(record: CrmRecord, changes: readonly Change[]): CrmRecord | undefined {
  const own = changes.filter((change) => change.id === record.id);
  if (own.length === 0) return record;
  if (own.some((change) => change.kind === "delete")) return undefined;
  const values = Object.assign({}, record.values, ...own.map((change) => change.values)) as Values;
  return { ...record, title: typeof values["name"] === "string" ? values["name"] : record.title, values };
}
