import type { Field, RecordType } from "../../types/index.ts";
import type { CrmRecord } from "../record.ts";

/** How a value stands where it is shown: one line that is cut in a table, or as many as it needs on a page. */
export type ValueLook = "line" | "page";

export interface ValueProps {
  field: Field;
  value: unknown;
  look: ValueLook;
  /** What the value belongs to: a date knows then whether it is late. */
  type?: RecordType | undefined;
  record?: CrmRecord | undefined;
  /** Inside a button or a link: no links of its own. */
  isInert?: boolean;
}
