import type { RecordRow } from "../../records/index.ts";
import type { Decision } from "../decide/facts.ts";
import type { CAUSES } from "../shapes.ts";
import type { Counted } from "./store.ts";

export type Cause = (typeof CAUSES)[number];

export interface Routing {
  leadIds: readonly string[];
  cause: Cause;
  /** People who must not get them this time. */
  exclude?: readonly string[];
  /** The operation that each lead's change belongs to, where it is not the call's own. */
  operationIds?: ReadonlyMap<string, string>;
}

/** A lead with what was decided for it. `facts` are JSON already: the next decision changes the objects. */
export interface Routed {
  n: number;
  lead: { row: RecordRow; links: Record<string, string[]> };
  decision: Decision;
  facts: string;
  counted: Counted[];
  /** Whose turns it changed. */
  turned: string[];
}
