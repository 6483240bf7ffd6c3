import type { FieldKind } from "./kinds.ts";

export type FlagName = "open" | "won" | "lost" | "overdue" | "mine" | "unassigned" | "deleted";

export interface OptionSchema {
  key: string;
  label: string;
  /** Of a stage: whether work goes on, or how it ended. */
  state?: "open" | "won" | "lost";
  /** No longer offered to choose from; still understood. */
  isRetired?: boolean;
}

export interface FieldSchema {
  key: string;
  label: string;
  type: FieldKind;
  /** May hold several values. A multi-select and a to-many relation always may. */
  isMulti?: boolean;
  options?: readonly OptionSchema[];
  /** Of a relation: the key of the type at the other end, and whether there may be several. */
  relation?: { type: string; isMany: boolean };
}

/** What the checker is told about a record type. */
export interface TypeSchema {
  key: string;
  label: string;
  /** As in "Deals have no field …". */
  labelPlural: string;
  fields: readonly FieldSchema[];
  flags: readonly FlagName[];
  /**
   * The keys of the fields that flags look at. Left out, `stage` is the only field of that type, `owner` the field with that
   * key, and the others are not there.
   */
  roles?: { stage?: string; owner?: string; date?: string; done?: string };
}

/** Finds a type by its key. Undefined for a type that does not exist or that the caller may not see. */
export type Lookup = (typeKey: string) => TypeSchema | undefined;

export interface Person {
  id: string;
  name: string;
  email: string;
}
