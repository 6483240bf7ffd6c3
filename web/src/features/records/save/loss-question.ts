import type { Field, FieldOption } from "../../types/index.ts";

/** Why something is about to be lost. */
export interface LossQuestion {
  /** What is lost: “Flow metering, north plant”, "3 deals". */
  what: string;
  stage: FieldOption;
  field: Field;
  onAnswer: (reason: unknown) => void;
}
